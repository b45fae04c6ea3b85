import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/time/clock.ts'
import type { KeyChanges, KeyStore, StoredKey } from '../../accounts/keys/key-store.ts'
import { ServiceError, unavailable } from '../../platform/http/service-error.ts'
import type { UnknownKeyGuard } from './unknown-key-guard.ts'

/** Milliseconds for which a cached key is used without querying the store. */
export const KEY_CACHE_MS = 5_000

/**
 * Entries at most of each cache. Unknown keys have a separate cache, so that garbage cannot evict
 * valid keys.
 */
const ENTRIES_MAX = 20_000

/** Options of {@link createKeyCache}. */
export interface KeyCacheOptions {
  readonly keys: KeyStore
  readonly clock: Clock
  /**
   * Milliseconds, counted from its last confirmation, for which a known key may still be used while
   * the store errors. 0 disables this. It is the revocation bound of a node that is cut off from
   * its store.
   */
  readonly graceMs: number
  /** Limits the lookups of unknown keys by network. */
  readonly guard: UnknownKeyGuard
}

/**
 * The store's view of keys, at most 5 s old. A change that the store reports invalidates the keys
 * it concerns.
 */
export interface KeyCache {
  /**
   * Returns the key as the store knows it, or `undefined` for an unknown one. Calls `network` only
   * to look up a key that this process has never seen. Throws or rejects with `unavailable` when
   * the store cannot answer, or after too many unknown keys from that network.
   */
  readonly find: (
    keyId: string,
    network: () => string,
  ) => Promise<StoredKey | undefined> | StoredKey | undefined
  /** Whether `key`, found here before, is still the current and fresh entry. */
  readonly isCurrent: (key: StoredKey) => boolean
  /** Stops listening to the store. Idempotent. */
  readonly close: () => void
}

interface KeyCacheEntry {
  readonly key: StoredKey | undefined
  readonly atMs: number
}

/** Creates a key cache that listens to the changes of the store. */
export function createKeyCache({ keys, clock, graceMs, guard }: KeyCacheOptions): KeyCache {
  const known = new LRUCache<string, KeyCacheEntry>({ max: ENTRIES_MAX })
  const unknown = new LRUCache<string, KeyCacheEntry>({ max: ENTRIES_MAX })
  // Keys that the store has known at any time, across invalidations: looking one up again is no
  // guess.
  const seenBefore = new LRUCache<string, true>({ max: ENTRIES_MAX })
  // Pending lookups by key id; concurrent requests for one key share a lookup.
  let pending = new Map<string, Promise<StoredKey | undefined>>()
  let confirmedSinceMs = 0
  const unsubscribe = keys.onChange((notice) => {
    // A lookup that was pending during a change serves its own callers; later requests do not join
    // it, and its result is not cached.
    pending = new Map()
    if (notice === 'interrupted') {
      // Every entry must be confirmed again. Keys not known to have changed retain their grace
      // period: a recovering store may not answer yet.
      confirmedSinceMs = clock.monotonicMs()
    } else if (notice === 'everything') {
      known.clear()
      unknown.clear()
    } else {
      for (const keyId of notice.keyIds) {
        known.delete(keyId)
        unknown.delete(keyId)
      }
      for (const keyId of keysOf(notice)) known.delete(keyId)
    }
  })

  /** Returns the cached keys of the developers and plans that have changed. */
  const keysOf = ({ developerIds, plans }: KeyChanges): readonly string[] => {
    if (developerIds.size === 0 && plans.size === 0) return []
    return [...known].flatMap(([keyId, { key }]) => {
      const isConcerned =
        key !== undefined &&
        (developerIds.has(key.developerId) || (key.plan !== undefined && plans.has(key.plan)))
      return isConcerned ? [keyId] : []
    })
  }

  /**
   * Counts the lookup of a key that was never seen. Returns the function that uncounts it when the
   * key turns out to be known.
   */
  const countGuess = (keyId: string, network: () => string): (() => void) => {
    if (seenBefore.has(keyId)) return () => {}
    const from = network()
    assertMayGuess(guard.count(from))
    return () => guard.uncount(from)
  }

  const lookUp = async (
    keyId: string,
    last: KeyCacheEntry | undefined,
    uncount: () => void,
  ): Promise<StoredKey | undefined> => {
    const [atMs, pendingAtStart] = [clock.monotonicMs(), pending]
    try {
      const key = await keys.find(keyId)
      if (key !== undefined) {
        seenBefore.set(keyId, true)
        uncount()
      }
      if (pendingAtStart !== pending) return key
      known.delete(keyId)
      unknown.delete(keyId)
      const entries = key === undefined ? unknown : known
      entries.set(keyId, { key, atMs })
      return key
    } catch (error) {
      uncount()
      const usable = last?.key !== undefined && clock.monotonicMs() - last.atMs < graceMs
      // A missing entry was invalidated in the meantime: its key may be revoked.
      if (usable && known.peek(keyId) === last) return last.key
      throw unavailable(error)
    }
  }

  const lookUpOnce = (
    keyId: string,
    last: KeyCacheEntry | undefined,
    network: () => string,
  ): Promise<StoredKey | undefined> => {
    const lookup = pending.get(keyId)
    if (lookup !== undefined) return lookup
    const uncount = countGuess(keyId, network)
    const [started, current] = [lookUp(keyId, last, uncount), pending]
    current.set(keyId, started)
    const remove = () => void current.delete(keyId)
    started.then(remove, remove)
    return started
  }

  const isFresh = ({ atMs }: KeyCacheEntry) =>
    atMs >= confirmedSinceMs && clock.monotonicMs() - atMs < KEY_CACHE_MS

  return {
    find: (keyId, network) => {
      const entry = known.get(keyId) ?? unknown.get(keyId)
      if (entry !== undefined && isFresh(entry)) return entry.key
      return lookUpOnce(keyId, entry, network)
    },
    isCurrent: (key) => {
      // `peek` does not refresh the entry's recency; the lookup every 5 s does that often enough.
      const entry = known.peek(key.keyId)
      return entry?.key === key && isFresh(entry)
    },
    close: unsubscribe,
  }
}

/** A valid key may be among the rejected ones, so this is not a 401: it says only when to retry. */
function assertMayGuess(waitMs: number): void {
  if (waitMs === 0) return
  throw new ServiceError(
    'unavailable',
    'Too many unknown keys came from your network. Keys not seen before are not looked up for now; retry later.',
    { retryAfterS: Math.ceil(waitMs / 1_000) },
  )
}
