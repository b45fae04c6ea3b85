import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/time/clock.ts'
import type {
  ChangeNotice,
  KeyChanges,
  KeyStore,
  StoredKey,
} from '../../accounts/keys/key-store.ts'
import { ServiceError, unavailable } from '../../platform/http/errors/service-error.ts'
import type { UnknownKeyGuard } from './unknown-key-guard.ts'

/**
 * Milliseconds for which a cached key is used without a look-up, and without a confirmation from
 * the store that it has reported every change.
 */
export const KEY_CACHE_MS = 5_000

/**
 * Milliseconds for which a confirmed key is used without a look-up. The same for unknown keys, so
 * that the time of a rejection does not reveal which keys exist.
 */
export const CONFIRMED_KEY_CACHE_MS = 60_000

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
 * The store's view of keys, at most 5 s old: looked up within 5 s, or within 60 s where the store
 * has confirmed within 5 s that it has reported every change. A change that the store reports
 * invalidates the keys it concerns.
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
export function createKeyCache(options: KeyCacheOptions): KeyCache {
  const cache = new ListeningKeyCache(options)
  return {
    find: (keyId, network) => cache.find(keyId, network),
    isCurrent: (key) => cache.isCurrent(key),
    close: options.keys.onChange((notice) => cache.invalidate(notice)),
  }
}

class ListeningKeyCache implements Omit<KeyCache, 'close'> {
  readonly #options: KeyCacheOptions
  readonly #known = new LRUCache<string, KeyCacheEntry>({ max: ENTRIES_MAX })
  readonly #unknown = new LRUCache<string, KeyCacheEntry>({ max: ENTRIES_MAX })
  /**
   * Keys that the store has known at any time, across invalidations: looking one up again is no
   * guess.
   */
  readonly #seenBefore = new LRUCache<string, true>({ max: ENTRIES_MAX })
  /** Pending lookups by key id; concurrent requests for one key share a lookup. */
  #pending = new Map<string, Promise<StoredKey | undefined>>()
  #confirmedSinceMs = 0

  constructor(options: KeyCacheOptions) {
    this.#options = options
  }

  find(
    keyId: string,
    network: () => string,
  ): Promise<StoredKey | undefined> | StoredKey | undefined {
    const entry = this.#known.get(keyId) ?? this.#unknown.get(keyId)
    if (entry !== undefined && this.#isFresh(entry)) return entry.key
    return this.#lookUpOnce(keyId, entry, network)
  }

  isCurrent(key: StoredKey): boolean {
    // `peek` does not refresh the entry's recency; the next look-up does that often enough.
    const entry = this.#known.peek(key.keyId)
    return entry?.key === key && this.#isFresh(entry)
  }

  /** Invalidates the entries that a change of the store concerns. */
  invalidate(notice: ChangeNotice): void {
    // A lookup that was pending during a change serves its own callers; later requests do not join
    // it, and its result is not cached.
    this.#pending = new Map()
    if (notice === 'interrupted') {
      // Every entry must be confirmed again. Keys not known to have changed retain their grace
      // period: a recovering store may not answer yet.
      this.#confirmedSinceMs = this.#options.clock.monotonicMs()
    } else if (notice === 'everything') {
      this.#known.clear()
      this.#unknown.clear()
    } else {
      for (const keyId of notice.keyIds) {
        this.#known.delete(keyId)
        this.#unknown.delete(keyId)
      }
      for (const keyId of this.#keysOf(notice)) this.#known.delete(keyId)
    }
  }

  #isFresh({ atMs }: KeyCacheEntry): boolean {
    if (atMs < this.#confirmedSinceMs) return false
    const { clock, keys } = this.#options
    const nowMs = clock.monotonicMs()
    if (nowMs - atMs < KEY_CACHE_MS) return true
    if (nowMs - atMs >= CONFIRMED_KEY_CACHE_MS) return false
    return nowMs - (keys.confirmedAtMs?.() ?? Number.NEGATIVE_INFINITY) < KEY_CACHE_MS
  }

  /** Returns the cached keys of the developers and plans that have changed. */
  #keysOf({ developerIds, plans }: KeyChanges): readonly string[] {
    if (developerIds.size === 0 && plans.size === 0) return []
    return [...this.#known].flatMap(([keyId, { key }]) => {
      const isConcerned =
        key !== undefined &&
        (developerIds.has(key.developerId) || (key.plan !== undefined && plans.has(key.plan)))
      return isConcerned ? [keyId] : []
    })
  }

  #lookUpOnce(
    keyId: string,
    last: KeyCacheEntry | undefined,
    network: () => string,
  ): Promise<StoredKey | undefined> {
    const lookup = this.#pending.get(keyId)
    if (lookup !== undefined) return lookup
    const uncount = this.#countGuess(keyId, network)
    const [started, current] = [this.#lookUp(keyId, last, uncount), this.#pending]
    current.set(keyId, started)
    const remove = () => void current.delete(keyId)
    started.then(remove, remove)
    return started
  }

  /**
   * Counts the lookup of a key that was never seen. Returns the function that uncounts it when the
   * key turns out to be known.
   */
  #countGuess(keyId: string, network: () => string): () => void {
    if (this.#seenBefore.has(keyId)) return () => {}
    const { guard } = this.#options
    const from = network()
    assertMayGuess(guard.count(from))
    return () => guard.uncount(from)
  }

  async #lookUp(
    keyId: string,
    last: KeyCacheEntry | undefined,
    uncount: () => void,
  ): Promise<StoredKey | undefined> {
    const { keys, clock, graceMs } = this.#options
    const [atMs, pendingAtStart] = [clock.monotonicMs(), this.#pending]
    try {
      const key = await keys.find(keyId)
      if (key !== undefined) {
        this.#seenBefore.set(keyId, true)
        uncount()
      }
      if (pendingAtStart !== this.#pending) return key
      this.#known.delete(keyId)
      this.#unknown.delete(keyId)
      const entries = key === undefined ? this.#unknown : this.#known
      entries.set(keyId, { key, atMs })
      return key
    } catch (error) {
      uncount()
      const usable = last?.key !== undefined && clock.monotonicMs() - last.atMs < graceMs
      // A missing entry was invalidated in the meantime: its key may be revoked.
      if (usable && this.#known.peek(keyId) === last) return last.key
      throw unavailable(error)
    }
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
