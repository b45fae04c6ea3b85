import { DAY_MS } from '../../platform/time/time-units.ts'
import { quantilesOf } from '../../usage/latency-bucket.ts'
import { USAGE_HOUR_MS, type LatencyCount, type UsageSum } from '../../usage/usage-store.ts'
import type { PortalLatency } from '../contract/usage-operations.ts'
import { hoursOf, type UsageFilter } from './query-usage.ts'
import type { UsageOptions } from './usage-options.ts'
import type { UsageSpan } from './usage-span.ts'

/** Longest period: durations are retained for seven days. */
const PERIOD_MAX_MS = 7 * DAY_MS

type Sum = Pick<UsageSum<'hour' | 'operation'>, 'hour' | 'operation' | 'admitted' | 'failed'>
type Counts = Omit<PortalLatency['operations'][number], 'operation' | 'steps'>

/** Returns the durations and error counts of a period by operation; of its last seven days. */
export async function readLatency(
  { store }: Pick<UsageOptions, 'store'>,
  span: UsageSpan,
  filter: UsageFilter,
): Promise<PortalLatency> {
  const { stepMs, toMs } = span
  const period = { fromMs: Math.max(span.fromMs, toMs - PERIOD_MAX_MS), toMs, stepMs }
  const question = { ...hoursOf(period), ...filter, isPerDay: stepMs >= DAY_MS }
  const [sums, latencies] = await Promise.all([
    store.sums({ ...question, by: ['hour', 'operation'] }),
    store.latencies(question),
  ])
  const durations = Map.groupBy(latencies, ({ operation }) => operation)
  const admitted = sums.filter((sum) => sum.admitted > 0)
  const operations = [...Map.groupBy(admitted, ({ operation }) => operation)].map(
    ([operation, rows]) => {
      const ranges = durations.get(operation) ?? []
      return { operation, ...countsOf(rows, ranges), steps: stepsOf(rows, ranges, stepMs) }
    },
  )
  return { ...period, operations: operations.toSorted((a, b) => b.requests - a.requests) }
}

function stepsOf(rows: readonly Sum[], ranges: readonly LatencyCount[], stepMs: number) {
  const stepOf = ({ hour }: { readonly hour: number }) =>
    Math.floor((hour * USAGE_HOUR_MS) / stepMs) * stepMs
  const rangesAt = Map.groupBy(ranges, stepOf)
  return [...Map.groupBy(rows, stepOf)]
    .map(([atMs, some]) => ({ atMs, ...countsOf(some, rangesAt.get(atMs) ?? []) }))
    .toSorted((one, other) => one.atMs - other.atMs)
}

function countsOf(rows: readonly Sum[], ranges: readonly LatencyCount[]): Counts {
  return {
    requests: rows.reduce((sum, { admitted }) => sum + admitted, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    ...mergeRanges(ranges),
  }
}

function mergeRanges(ranges: readonly LatencyCount[]) {
  const byBucket = Map.groupBy(ranges, ({ bucket }) => bucket)
  return quantilesOf(
    [...byBucket].map(([bucket, some]) => ({
      bucket,
      requests: some.reduce((sum, { requests }) => sum + requests, 0),
    })),
  )
}
