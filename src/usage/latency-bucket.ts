/** The upper bound of the first range in milliseconds, and ranges per doubling. */
const FIRST_MS = 0.1
const PER_DOUBLING = 4

/** The last range: over 100 seconds. */
const BUCKET_MAX = 80

/** Returns the range of a duration in milliseconds. Each is 19 % wider than the previous one. */
export function latencyBucket(durationMs: number): number {
  if (!(durationMs > FIRST_MS)) return 0
  return Math.min(BUCKET_MAX, Math.ceil(PER_DOUBLING * Math.log2(durationMs / FIRST_MS)))
}

/** The durations by which latency is described. */
export interface LatencyQuantiles {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

/**
 * Returns the quantiles of counts by range, in milliseconds, within 10 %; `undefined` without
 * counts.
 */
export function quantilesOf(
  counts: readonly { readonly bucket: number; readonly requests: number }[],
): LatencyQuantiles | undefined {
  const total = counts.reduce((sum, { requests }) => sum + requests, 0)
  if (total === 0) return undefined
  const sorted = counts.toSorted((one, other) => one.bucket - other.bucket)
  const at = (share: number) => {
    let rest = Math.ceil(total * share)
    const found = sorted.find(({ requests }) => (rest -= requests) <= 0)
    return middleMs(found?.bucket ?? BUCKET_MAX)
  }
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

/** Returns the geometric middle of a range in milliseconds, with two significant digits. */
function middleMs(bucket: number): number {
  return Number((FIRST_MS * 2 ** ((bucket - 0.5) / PER_DOUBLING)).toPrecision(2))
}
