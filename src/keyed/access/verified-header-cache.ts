import { hash } from 'node:crypto'
import type { StoredKey } from '../../accounts/keys/key-store.ts'
import { verifyKeyMac, isActive } from '../../accounts/keys/key-status.ts'
import type { Pepper } from '../../accounts/keys/pepper.ts'

/**
 * Result of verifying a text against a key. `active`: it matches an active key; `inactive`: it
 * matches a revoked or expired key; `mismatch`: it does not match. Only the owner's records
 * distinguish the last two.
 */
export type VerifiedHeader = 'active' | 'inactive' | 'mismatch'

/** Headers whose key was verified before. Times are Unix milliseconds. */
export interface VerifiedHeaderCache {
  /**
   * Returns the key that exactly this header was verified to carry, if its cache entry is current
   * and the key is active.
   */
  find(header: string, nowMs: number): StoredKey | undefined
  /**
   * Verifies by the pepper whether the text in a header is the key's, and caches the header of an
   * active key.
   */
  verify(key: StoredKey | undefined, text: string, header: string, nowMs: number): VerifiedHeader
}

/** Cached headers at most. A further one replaces another. */
const HEADERS_MAX = 20_000

/** Longer headers than any key needs are verified each time; they are not even hashed. */
const HEADER_LENGTH_MAX = 256

/**
 * Creates a cache of verified headers. A header that was verified by the pepper is found by its
 * SHA-256 digest while the entry of its key `isCurrent`: without parsing, and without a second MAC.
 * The lookup is not constant-time, which leaks nothing: without the header its digest cannot be
 * chosen, and a digest does not reveal the 190 random bits. A digest whose key is no longer current
 * stays and matches nothing. Every rejected header goes through the same lookup and the same MAC,
 * each time.
 */
export function createVerifiedHeaderCache(
  pepper: Pepper,
  isCurrent: (key: StoredKey) => boolean,
): VerifiedHeaderCache {
  const keys = new Map<string, StoredKey>()
  const digests: string[] = []
  /**
   * Adds a digest. When the cache is full, it replaces the entry in a slot derived from the new
   * digest, which is as good as random: when more headers than that come in rotation, the hit rate
   * falls gradually.
   */
  const add = (digest: string, key: StoredKey) => {
    if (!keys.has(digest)) {
      const slot = keys.size < HEADERS_MAX ? keys.size : slotOf(digest)
      keys.delete(digests[slot] ?? '')
      digests[slot] = digest
    }
    keys.set(digest, key)
  }
  return {
    find: (header, nowMs) => {
      const key = header.length > HEADER_LENGTH_MAX ? undefined : keys.get(hash('sha256', header))
      return key !== undefined && isCurrent(key) && isActive(key, nowMs) ? key : undefined
    },
    verify: (key, text, header, nowMs) => {
      if (!verifyKeyMac(key, pepper.mac(text)) || key === undefined) return 'mismatch'
      if (!isActive(key, nowMs)) return 'inactive'
      if (header.length > HEADER_LENGTH_MAX) return 'active'
      add(hash('sha256', header), key)
      return 'active'
    },
  }
}

/** Returns a slot derived from the first 32 bits of a hexadecimal digest. */
function slotOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 8), 16) % HEADERS_MAX
}
