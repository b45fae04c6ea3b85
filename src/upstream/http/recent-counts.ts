/** Counters over a sliding window of seconds. */
export interface RecentCounts<Name extends string> {
  /** Adds one to `name` at a monotonic time. */
  add(name: Name, nowMs: number): void
  /** Returns the count of `name` in the window. */
  sum(name: Name, nowMs: number): number
  /** Resets all counters. */
  clear(): void
}

interface Bucket {
  second: number
  readonly counts: Map<string, number>
}

/**
 * Creates counters over the last `seconds` whole seconds of monotonic time, the current one
 * included. Uses one bucket per second, whatever the counts.
 */
export function createRecentCounts<Name extends string>(seconds: number): RecentCounts<Name> {
  const buckets: Bucket[] = Array.from({ length: seconds }, () => ({
    second: Number.NEGATIVE_INFINITY,
    counts: new Map(),
  }))
  return {
    add: (name, nowMs) => {
      const second = Math.floor(nowMs / 1_000)
      const bucket = buckets[second % seconds] as Bucket
      if (bucket.second !== second) {
        bucket.second = second
        bucket.counts.clear()
      }
      bucket.counts.set(name, (bucket.counts.get(name) ?? 0) + 1)
    },
    sum: (name, nowMs) => {
      const oldest = Math.floor(nowMs / 1_000) - seconds + 1
      return buckets
        .filter(({ second }) => second >= oldest)
        .reduce((total, { counts }) => total + (counts.get(name) ?? 0), 0)
    },
    clear: () => {
      for (const bucket of buckets) bucket.counts.clear()
    },
  }
}
