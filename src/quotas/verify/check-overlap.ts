import type { QuotaName, QuotaState } from '../quota.ts'
import type { LoadResult } from './load-generator.ts'

/** Observations of one limit under load. */
export interface Evidence {
  readonly name: QuotaName
  readonly limit: number
  /**
   * Results of the generators while nothing is freed: in one window, or before any slot is
   * released.
   */
  readonly rush: readonly LoadResult[]
  /** Results while slots are acquired and released; empty unless the limit is the concurrency. */
  readonly churn: readonly LoadResult[]
  /** State of the developer after all releases; `undefined` when the store does not answer. */
  readonly after: QuotaState | undefined
  /** Whether a window ended under load, which makes the counts meaningless. */
  readonly hasWindowEnded: boolean
}

/** Result for one limit. All numbers are counts. */
export interface Finding {
  readonly name: QuotaName
  readonly limit: number
  readonly attempts: number
  readonly admitted: number
  readonly unknown: number
  /** Admissions in the rush above the expected number; negative when too few. */
  readonly difference: number
  readonly refusedUnderQuota: number
  /**
   * Most slots in use at once, as far as the generators can tell; 0 unless the limit is the
   * concurrency.
   */
  readonly concurrentMax: number
  /** Leases left after every slot was released. */
  readonly leasesLeft: number
  /** Deviations, one sentence each. Any of them means that the limit is not exact. */
  readonly differences: readonly string[]
  /** Reasons why exactness is unproven although no deviation was seen, one sentence each. */
  readonly unknownOutcomes: readonly string[]
}

/**
 * Checks one limit against the generators' results. Attempts without an answer never count against
 * the store: counts must lie within the range they allow, and the finding names them as unknown
 * outcomes.
 */
export function checkOverlap({
  name,
  limit,
  rush,
  churn,
  after,
  hasWindowEnded,
}: Evidence): Finding {
  const total = sumOf([...rush, ...churn])
  const rushTotal = sumOf(rush)
  const expected = Math.min(limit, rushTotal.attempts)
  const difference = deviation(rushTotal.admitted, expected, rushTotal.unknown)
  const churnMax = greatestOverlap(churn.flatMap((result) => result.intervals))
  const concurrentMax = name === 'concurrency' ? Math.max(rushTotal.admitted, churnMax) : 0

  const unknownOutcomes = [
    ...(hasWindowEnded ? ['A minute ended during the test. Run it again.'] : []),
    ...(after === undefined ? ['The store did not return the final counts.'] : []),
    ...(total.unknown > 0 ? [`${total.unknown} attempts got no answer: ${total.problem}`] : []),
    ...(rushTotal.attempts > limit
      ? []
      : [`${rushTotal.attempts} attempts are not more than the limit of ${limit}.`]),
  ]
  const differences = [
    ...(difference > 0 ? [`${difference} more than ${expected} were admitted.`] : []),
    ...(difference < 0 ? [`${-difference} fewer than ${expected} were admitted.`] : []),
    ...(total.refusedUnderQuota > 0
      ? [`${total.refusedUnderQuota} rejections named a limit that was not reached.`]
      : []),
    ...(churnMax > limit ? [`${churnMax} slots were in use at once, of ${limit}.`] : []),
    ...(after === undefined ? [] : countDifferences(after, total)),
  ]
  return {
    name,
    limit,
    attempts: total.attempts,
    admitted: total.admitted,
    unknown: total.unknown,
    difference,
    refusedUnderQuota: total.refusedUnderQuota,
    concurrentMax,
    leasesLeft: after?.used.concurrency ?? 0,
    // A window that ended counts its limit twice, correctly.
    differences: hasWindowEnded ? [] : differences,
    unknownOutcomes,
  }
}

interface Sum {
  attempts: number
  admitted: number
  unknown: number
  refusedUnderQuota: number
  problem: string
}

function sumOf(results: readonly LoadResult[]): Sum {
  const sum: Sum = { attempts: 0, admitted: 0, unknown: 0, refusedUnderQuota: 0, problem: '' }
  for (const counts of results) {
    sum.attempts += counts.attempts
    sum.admitted += counts.admitted
    sum.unknown += counts.unknown
    sum.refusedUnderQuota += counts.refusedUnderQuota
    sum.problem ||= counts.problem ?? ''
  }
  return sum
}

/**
 * Returns the deviation of a count from the expected number, where up to `unknown` more may belong
 * to it.
 */
function deviation(count: number, expected: number, unknown: number): number {
  if (count > expected) return count - expected
  return Math.min(0, count + unknown - expected)
}

/**
 * Returns the deviations of the final counts. A rejection changes nothing and an admission adds
 * one, so the counts equal the admissions.
 */
function countDifferences({ used }: QuotaState, { admitted, unknown }: Sum): string[] {
  const differences = (['minute', 'day'] as const)
    .filter((name) => used[name] < admitted || used[name] > admitted + unknown)
    .map((name) => `The ${name} count is ${used[name]} after ${admitted} admissions.`)
  // An admission without an answer may occupy its slot until its lease expires.
  return used.concurrency <= unknown
    ? differences
    : [...differences, `${used.concurrency} leases remain after every slot was released.`]
}

/**
 * Returns the maximum number of intervals that overlap. `intervals` lists [from, to) pairs flat; an
 * interval that ends where another starts does not overlap it.
 */
function greatestOverlap(intervals: readonly number[]): number {
  const starts = intervals.filter((_, index) => index % 2 === 0).toSorted((a, b) => a - b)
  const ends = intervals.filter((_, index) => index % 2 === 1).toSorted((a, b) => a - b)
  let ended = 0
  let greatest = 0
  for (const [startIndex, start] of starts.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start) ended += 1
    greatest = Math.max(greatest, startIndex + 1 - ended)
  }
  return greatest
}
