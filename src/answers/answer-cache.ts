import { LRUCache } from 'lru-cache'
import type { Clock } from '../domain/clock.ts'
import type { Finished } from './finished.ts'

/** What is known of a call: its finished bytes, or that the thing asked for is unknown. */
export interface Entry {
  readonly finished: Finished | undefined
  /** Wall time of the original fetch in Unix milliseconds, however long ago that was. */
  readonly fetchedAtMs: number
  /** Monotonic time at which it was received, in milliseconds, and how old it was then. */
  readonly receivedAtMs: number
  readonly ageAtReceiptMs: number
}

/** An entry that may be used, for so many milliseconds more. */
export interface Found {
  readonly entry: Entry
  readonly leftMs: number
}

/** Keeps entries for a while, by the key of their call. */
export interface AnswerCache {
  /** The entry of a key that may be used; `stale` when its time is over, which forgets it. */
  find(key: string): Found | 'stale' | undefined
  /** Keeps an entry for `forMs` milliseconds from now. Returns whether it did: it may be off, or the entry too large. */
  keep(key: string, entry: Entry, forMs: number): boolean
  /** Counts an entry anew that has grown, if it is still kept. */
  grown(key: string, entry: Entry): void
  clear(): void
  /** Bytes of all that is kept, and what they may be at most. */
  readonly bytes: number
  readonly bytesMax: number
  readonly size: number
}

/** What an entry is taken to cost besides its bodies, in bytes: by what a process grows when it keeps many small ones. */
const ENTRY_BYTES = 1_024

interface Kept {
  readonly entry: Entry
  readonly untilMs: number
}

/**
 * Makes a cache of at most `bytesMax` bytes, keys and a flat cost for each entry included; the least recently used
 * goes first, and `onEvicted` is told. Time is monotonic, so that a step of the wall clock keeps nothing too long. 0 bytes
 * keeps nothing.
 */
export function createAnswerCache(
  clock: Clock,
  bytesMax: number,
  onEvicted: () => void = () => {},
): AnswerCache {
  if (bytesMax === 0) return NOTHING_KEPT
  const kept = new LRUCache<string, Kept>({
    maxSize: bytesMax,
    dispose: (_kept, _key, reason) => {
      if (reason === 'evict') onEvicted()
    },
  })
  const sizeOf = (key: string, { finished }: Entry) =>
    ENTRY_BYTES + 2 * key.length + (finished?.bytes ?? 0)
  return {
    find: (key) => {
      const found = kept.get(key)
      if (found === undefined) return undefined
      const leftMs = found.untilMs - clock.monotonicMs()
      if (leftMs > 0) return { entry: found.entry, leftMs }
      kept.delete(key)
      return 'stale'
    },
    keep: (key, entry, forMs) => {
      if (forMs <= 0) return false
      kept.set(key, { entry, untilMs: clock.monotonicMs() + forMs }, { size: sizeOf(key, entry) })
      return kept.has(key)
    },
    grown: (key, entry) => {
      const found = kept.peek(key)
      if (found?.entry === entry) kept.set(key, { ...found }, { size: sizeOf(key, entry) })
    },
    clear: () => kept.clear(),
    bytesMax,
    get bytes() {
      return kept.calculatedSize
    },
    get size() {
      return kept.size
    },
  }
}

const NOTHING_KEPT: AnswerCache = {
  find: () => undefined,
  keep: () => false,
  grown: () => {},
  clear: () => {},
  bytes: 0,
  bytesMax: 0,
  size: 0,
}
