import { createHmac } from 'node:crypto'
import type { FillRandom } from '../../platform/text/fill-random.ts'

/** Prefix of a secret in the Standard Webhooks specification. */
const PREFIX = 'whsec_'

/** Bytes of a secret; the specification has 24 to 64. */
const SECRET_BYTES = 32

/** Creates a signing secret: `whsec_` and Base64. */
export function generateSecret(fillRandom: FillRandom): string {
  const bytes = new Uint8Array(SECRET_BYTES)
  fillRandom(bytes)
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/** A message to sign. */
export interface SignedMessage {
  readonly messageId: string
  /** Unix milliseconds of the attempt. */
  readonly atMs: number
  readonly body: string
}

/**
 * Returns the headers of the Standard Webhooks specification: id, timestamp in seconds, and one
 * HMAC-SHA-256 signature for each secret, so that a receiver may know the old or the new one.
 */
export function signatureHeaders(
  { messageId, atMs, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(atMs / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const mac = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
