import { hash, timingSafeEqual } from 'node:crypto'
import type { StoredKey } from '../domain/key-store.ts'
import { isGenuine, isUsable } from './judge-key.ts'
import type { Pepper } from './pepper.ts'

/** Whether a text is that of a key, and the key may be used at this time (Unix ms). */
export type RecogniseKey = (key: StoredKey | undefined, text: string, nowMs: number) => boolean

/** Length of a SHA-256 digest in hexadecimal digits, which Node makes in a third of the time of a buffer. */
const DIGEST_LENGTH = 64

/** Compared with when nothing was proven: no digest in digits is equal to it. */
const NO_DIGEST = Buffer.alloc(DIGEST_LENGTH)

/**
 * Makes what recognises keys. A text that was proven to be a key's by the pepper is known again by its digest, without
 * a second proof; the digest goes with the verdict it belongs to, and nobody gets a text of 190 random bits back out of
 * it. Whatever is refused costs the same, with a digest or without: digest, comparison, MAC, comparison.
 */
export function createRecogniseKey(pepper: Pepper): RecogniseKey {
  const proven = new WeakMap<StoredKey, Buffer>()
  const shown = Buffer.alloc(DIGEST_LENGTH)
  return (key, text, nowMs) => {
    shown.write(hash('sha256', text), 'latin1')
    const known = (key && proven.get(key)) ?? NO_DIGEST
    const mayUse = key !== undefined && isUsable(key, nowMs)
    if (timingSafeEqual(shown, known) && mayUse) return true
    if (!isGenuine(key, pepper.mac(text)) || !mayUse) return false
    proven.set(key, Buffer.from(shown))
    return true
  }
}
