import { hash } from 'node:crypto'
import type { StoredKey } from '../domain/key-store.ts'
import { isGenuine, isUsable } from './judge-key.ts'
import type { Pepper } from './pepper.ts'

/**
 * What a text is to a key: it is the key's, and the key may be used (`usable`) or not any more (`over`), or it is not the
 * key's (`foreign`). That a key is over is for its owner's records, and for nobody who shows it.
 */
export type Recognition = 'usable' | 'over' | 'foreign'

/** Recognises keys, at a time in Unix milliseconds. */
export interface RecogniseKey {
  /** The key that this very header was proven to carry, if that still stands and the key may be used. */
  again(header: string, nowMs: number): StoredKey | undefined
  /** Says by the pepper what the text in a header is to a key. */
  prove(key: StoredKey | undefined, text: string, header: string, nowMs: number): Recognition
}

/** Headers that are known again at one time. When there are more, all are proven anew. */
const KNOWN_MAX = 20_000

/** A longer header than any key needs is proven each time it comes, and no work is done on it before it is read. */
const HEADER_MAX = 256

/**
 * Makes what recognises keys. A header that was proven by the pepper is known again by its SHA-256 digest, for as long as
 * what the store said of its key `stands`: without reading it, and without a second proof. Digests are looked up in the engine's
 * time and not in a constant one, for that tells nothing: nobody can choose the digest of a header that they do not know, nor
 * get 190 random bits back out of one; a digest whose verdict is over stays, and opens nothing. What is refused has been through the same look-up and the same proof, each time.
 */
export function createRecogniseKey(
  pepper: Pepper,
  stands: (key: StoredKey) => boolean,
): RecogniseKey {
  const known = new Map<string, StoredKey>()
  return {
    again: (header, nowMs) => {
      const key = header.length > HEADER_MAX ? undefined : known.get(hash('sha256', header))
      return key !== undefined && stands(key) && isUsable(key, nowMs) ? key : undefined
    },
    prove: (key, text, header, nowMs) => {
      if (!isGenuine(key, pepper.mac(text)) || key === undefined) return 'foreign'
      if (!isUsable(key, nowMs)) return 'over'
      if (header.length > HEADER_MAX) return 'usable'
      const digest = hash('sha256', header)
      if (known.size >= KNOWN_MAX && !known.has(digest)) known.clear()
      known.set(digest, key)
      return 'usable'
    },
  }
}
