import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/time/clock.ts'
import type { EncodedAnswer } from './encode-answer.ts'

/** A cached result of a call: its encoded bytes, or `undefined` for an unknown object. */
export interface Entry {
  readonly finished: EncodedAnswer | undefined
  /** Wall time of the original fetch in Unix milliseconds. */
  readonly fetchedAtMs: number
  /** Monotonic time of receipt in milliseconds, and the age of the data at that time. */
  readonly receivedAtMs: number
  readonly ageAtReceiptMs: number
}

/** A fresh entry and its remaining lifetime in milliseconds. */
export interface FreshEntry {
  readonly entry: Entry
  readonly leftMs: number
}

/** Sizes of the answer cache at one moment. */
export interface CacheState {
  readonly bytes: number
  readonly bytesMax: number
  readonly entries: number
}

/** Cached answers, by the key of their call. */
export interface AnswerCache {
  /** Returns the fresh entry of a key, or `stale` when it has expired, which deletes it. */
  find(key: string): FreshEntry | 'stale' | undefined
  /**
   * Caches an entry for `forMs` milliseconds. Returns whether it did: the cache may be off, or the
   * entry too large.
   */
  set(key: string, entry: Entry, forMs: number): boolean
  /** Recalculates the size of an entry that has grown, if it is still cached. */
  resize(key: string, entry: Entry): void
  clear(): void
  /** Size of the cache in bytes, and its maximum. */
  readonly bytes: number
  readonly bytesMax: number
  readonly size: number
}

/**
 * Assumed overhead of an entry besides its bodies, in bytes: measured by the memory growth of a
 * process that caches many small entries.
 */
const ENTRY_BYTES = 1_024

interface StoredEntry {
  readonly entry: Entry
  readonly untilMs: number
}

/**
 * Creates an LRU cache of at most `bytesMax` bytes, keys and a flat cost per entry included; calls
 * `onEvicted` for each eviction. Lifetimes are monotonic, so that a step of the wall clock extends
 * none. 0 bytes disables it.
 */
export function createAnswerCache(
  clock: Clock,
  bytesMax: number,
  onEvicted: () => void = () => {},
): AnswerCache {
  if (bytesMax === 0) return DISABLED_CACHE
  const entries = new LRUCache<string, StoredEntry>({
    maxSize: bytesMax,
    dispose: (_kept, _key, reason) => {
      if (reason === 'evict') onEvicted()
    },
  })
  const sizeOf = (key: string, { finished }: Entry) =>
    ENTRY_BYTES + 2 * key.length + (finished?.bytes ?? 0)
  return {
    find: (key) => {
      const found = entries.get(key)
      if (found === undefined) return undefined
      const leftMs = found.untilMs - clock.monotonicMs()
      if (leftMs > 0) return { entry: found.entry, leftMs }
      entries.delete(key)
      return 'stale'
    },
    set: (key, entry, forMs) => {
      if (forMs <= 0) return false
      entries.set(
        key,
        { entry, untilMs: clock.monotonicMs() + forMs },
        { size: sizeOf(key, entry) },
      )
      return entries.has(key)
    },
    resize: (key, entry) => {
      const found = entries.peek(key)
      if (found?.entry === entry) entries.set(key, { ...found }, { size: sizeOf(key, entry) })
    },
    clear: () => entries.clear(),
    bytesMax,
    get bytes() {
      return entries.calculatedSize
    },
    get size() {
      return entries.size
    },
  }
}

const DISABLED_CACHE: AnswerCache = {
  find: () => undefined,
  set: () => false,
  resize: () => {},
  clear: () => {},
  bytes: 0,
  bytesMax: 0,
  size: 0,
}
