import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { FillRandom } from '../../platform/text/fill-random.ts'
import type { Pepper } from './pepper.ts'

/** Encrypts texts that the service must read again, such as the URL of a webhook. */
export interface SealedTexts {
  /** Returns the encrypted text, readable only with the same pepper and `context`. */
  seal(text: string, context: string): Uint8Array
  /** Returns the text; `undefined` when it was sealed otherwise or is damaged. */
  open(sealed: Uint8Array, context: string): string | undefined
}

/** Separates the key from every other use of the pepper. */
const PURPOSE = 'backline sealed texts\n1'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Creates the encryption of stored texts: AES-256-GCM under a key derived from the pepper, with a
 * random nonce. The pepper lives outside the database, so read access to the database reveals no
 * text, and write access cannot move one to another context.
 */
export function createSealedTexts(
  pepper: Pick<Pepper, 'mac'>,
  fillRandom: FillRandom,
): SealedTexts {
  const key = pepper.mac(PURPOSE)
  return {
    seal: (text, context) => {
      const nonce = new Uint8Array(NONCE_BYTES)
      fillRandom(nonce)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context))
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted])
    },
    open: (sealed, context) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(ALGORITHM, key, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
