import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Pepper } from '../../accounts/keys/pepper.ts'
import type { FillRandom } from '../../platform/text/fill-random.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'

/** State of a sign-in that must match on return. The first three fields are secrets. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier. */
  readonly verifier: string
  /** Final destination. */
  readonly to: string
  /** The signed-in developer to whom a person is to be linked. */
  readonly addsTo?: string
}

/** Starts sign-in attempts and authenticates them on return. */
export interface Attempts {
  /** Starts an attempt with new secrets. */
  start(about: Pick<Attempt, 'to' | 'addsTo'>): Attempt
  /** Encrypts and authenticates an attempt. */
  seal(attempt: Attempt): string
  /** Opens a sealed attempt; `undefined` when it is foreign, modified or expired. */
  open(sealed: string): Attempt | undefined
}

/** Milliseconds for the user to finish at the provider. */
export const ATTEMPT_MS = 10 * MINUTE_MS

const CIPHER = 'aes-256-gcm'
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16]

/** Bytes of each secret of an attempt. */
const SECRET_BYTES = 32

/**
 * Creates sealed attempts, stored only in the browser, so that every process can finish an attempt
 * started by another.
 */
export function createAttempts({
  pepper,
  fillRandom,
  nowMs,
}: {
  readonly pepper: Pick<Pepper, 'mac'>
  readonly fillRandom: FillRandom
  readonly nowMs: () => number
}): Attempts {
  const secret = pepper.mac('seals of the portal')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'backline portal attempt', KEY_BYTES))
  const random = (bytes: number) => {
    const drawn = Buffer.alloc(bytes)
    fillRandom(drawn)
    return drawn
  }
  const drawText = () => random(SECRET_BYTES).toString('base64url')

  return {
    start: (about) => ({ ...about, state: drawText(), nonce: drawText(), verifier: drawText() }),
    seal: (attempt) => {
      const iv = random(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      const text = JSON.stringify({ ...attempt, endsAtMs: nowMs() + ATTEMPT_MS })
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(parts).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
      const iv = bytes.subarray(0, IV_BYTES)
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
          decipher.final(),
        ])
        const read = JSON.parse(text.toString('utf8')) as Attempt & { readonly endsAtMs: number }
        const { endsAtMs, ...attempt } = read
        return endsAtMs > nowMs() ? attempt : undefined
      } catch {
        // Not sealed under this key, or modified.
        return undefined
      }
    },
  }
}
