/** Counts of the last seconds. */
export interface RecentCounts<Name extends string> {
  /** Counts one more `name` at a moment of monotonic time. */
  add(name: Name, nowMs: number): void
  /** How many `name` were counted in the last seconds. */
  sum(name: Name, nowMs: number): number
  /** Forgets everything. */
  clear(): void
}

interface Bucket {
  second: number
  readonly counts: Map<string, number>
}

/**
 * Counts by whole seconds of monotonic time, over the last `seconds` of them, the present one included. Holds that many
 * buckets and no more, however much is counted.
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
