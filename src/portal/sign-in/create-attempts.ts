import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Pepper } from '../../access/pepper.ts'
import type { FillRandom } from '../../domain/fill-random.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'

/** What has to be the same when a browser comes back from the provider. Its first three are secrets. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier. */
  readonly verifier: string
  /** The page that is gone to in the end. */
  readonly to: string
  /** Who is signed in, where a person is to be added to them. */
  readonly addsTo?: string
}

/** Begins attempts to sign in with the provider, and knows its own again. */
export interface Attempts {
  /** Draws what is secret of a new attempt. */
  begin(about: Pick<Attempt, 'to' | 'addsTo'>): Attempt
  /** Writes an attempt so that nobody can read or change it. */
  seal(attempt: Attempt): string
  /** Reads one; `undefined` for what is not ours, was changed, or is too old. */
  open(sealed: string): Attempt | undefined
}

/** Milliseconds that somebody has at the provider. */
export const ATTEMPT_MS = 10 * MINUTE_MS

const CIPHER = 'aes-256-gcm'
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16]

/** Bytes of each secret of an attempt. */
const SECRET_BYTES = 32

/** An attempt, sealed for the browser that makes it: so every process can end what another one began, and no store knows of it. */
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
    begin: (about) => ({ ...about, state: drawText(), nonce: drawText(), verifier: drawText() }),
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
        // Not sealed under this key, or changed since: nothing of it can be believed.
        return undefined
      }
    },
  }
}
