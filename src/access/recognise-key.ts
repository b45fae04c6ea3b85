import { hash, timingSafeEqual } from 'node:crypto'
import type { StoredKey } from '../domain/key-store.ts'
import { isGenuine, isUsable } from './judge-key.ts'
import type { Pepper } from './pepper.ts'

/**
 * What a text is to a key: it is the key's, and the key may be used (`usable`) or not any more (`over`), or it is not the
 * key's (`foreign`). That a key is over is for its owner's records, and for nobody who shows it.
 */
export type Recognition = 'usable' | 'over' | 'foreign'

/** Says what a text is to a key at this time (Unix ms). */
export type RecogniseKey = (key: StoredKey | undefined, text: string, nowMs: number) => Recognition

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
    if (timingSafeEqual(shown, known) && mayUse) return 'usable'
    if (!isGenuine(key, pepper.mac(text))) return 'foreign'
    if (!mayUse) return 'over'
    proven.set(key, Buffer.from(shown))
    return 'usable'
  }
}
