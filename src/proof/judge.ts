import type { QuotaName, QuotaState } from '../domain/quota.ts'
import type { Tally } from './attack.ts'
import { greatestOverlap } from './greatest-overlap.ts'

/** What is known of one limit after it was attacked. */
export interface Evidence {
  readonly name: QuotaName
  readonly limit: number
  /** What each attacker saw while nothing came free: in one window, or while no place was given back. */
  readonly rush: readonly Tally[]
  /** What each attacker saw while places were taken and given back; none unless the limit is the concurrency. */
  readonly churn: readonly Tally[]
  /** Where the developer stands when all is over, as the store says; `undefined` when it does not say. */
  readonly after: QuotaState | undefined
  /** Whether a window ended while it was attacked: then counts say nothing. */
  readonly turned: boolean
}

/** What was found of one limit. All numbers are counts. */
export interface Finding {
  readonly name: QuotaName
  readonly limit: number
  readonly attempts: number
  readonly admitted: number
  readonly unknown: number
  /** Admissions in the rush beyond what is due; below 0: too few. */
  readonly difference: number
  readonly refusedUnderQuota: number
  /** The most places held at one time, as far as attackers can tell; 0 unless the limit is the concurrency. */
  readonly heldMax: number
  /** Leases that are left when every place was given back. */
  readonly leasesLeft: number
  /** What is wrong, one sentence each. Any of them means: not exact. */
  readonly differences: readonly string[]
  /** Why exactness is not proved although nothing wrong was seen, one sentence each. */
  readonly doubts: readonly string[]
}

/**
 * Judges one limit by what attackers saw. What is unknown (attempts without an answer) is never held against the store:
 * counts have to lie within what it allows, and the finding says that this is no proof.
 */
export function judge({ name, limit, rush, churn, after, turned }: Evidence): Finding {
  const all = sumOf([...rush, ...churn])
  const rushed = sumOf(rush)
  const due = Math.min(limit, rushed.attempts)
  const difference = beyond(rushed.admitted, due, rushed.unknown)
  const held = greatestOverlap(churn.flatMap((tally) => tally.held))
  const heldMax = name === 'concurrency' ? Math.max(rushed.admitted, held) : 0

  const doubts = [
    ...(turned ? ['A minute ended while it was attacked; try again.'] : []),
    ...(after === undefined ? ['The store did not say where the developer stands.'] : []),
    ...(all.unknown > 0 ? [`${all.unknown} attempts got no answer: ${all.problem}`] : []),
    ...(rushed.attempts > limit
      ? []
      : [`${rushed.attempts} attempts are not more than the limit of ${limit}.`]),
  ]
  const differences = [
    ...(difference > 0 ? [`${difference} more than ${due} were admitted.`] : []),
    ...(difference < 0 ? [`${-difference} fewer than ${due} were admitted.`] : []),
    ...(all.refusedUnderQuota > 0
      ? [`${all.refusedUnderQuota} refusals named a limit that was not used up.`]
      : []),
    ...(held > limit ? [`${held} places were held at one time, of ${limit}.`] : []),
    ...(after === undefined ? [] : wrongCounts(after, all)),
  ]
  return {
    name,
    limit,
    attempts: all.attempts,
    admitted: all.admitted,
    unknown: all.unknown,
    difference,
    refusedUnderQuota: all.refusedUnderQuota,
    heldMax,
    leasesLeft: after?.used.concurrency ?? 0,
    // Windows that turned count twice what is counted, rightly.
    differences: turned ? [] : differences,
    doubts,
  }
}

interface Sum {
  attempts: number
  admitted: number
  unknown: number
  refusedUnderQuota: number
  problem: string
}

function sumOf(tallies: readonly Tally[]): Sum {
  const sum: Sum = { attempts: 0, admitted: 0, unknown: 0, refusedUnderQuota: 0, problem: '' }
  for (const tally of tallies) {
    sum.attempts += tally.attempts
    sum.admitted += tally.admitted
    sum.unknown += tally.unknown
    sum.refusedUnderQuota += tally.refusedUnderQuota
    sum.problem ||= tally.problem ?? ''
  }
  return sum
}

/** How far a count is from what is due, where up to `unknown` more may belong to it. */
function beyond(count: number, due: number, unknown: number): number {
  if (count > due) return count - due
  return Math.min(0, count + unknown - due)
}

/** A refusal changes nothing, and an admission counts one: afterwards the counts are the admissions and nothing else. */
function wrongCounts({ used }: QuotaState, { admitted, unknown }: Sum): string[] {
  const wrong = (['minute', 'day'] as const)
    .filter((name) => used[name] < admitted || used[name] > admitted + unknown)
    .map((name) => `The ${name} counts ${used[name]} after ${admitted} admissions.`)
  // What was admitted without an answer may hold its place until its lease lapses.
  return used.concurrency <= unknown
    ? wrong
    : [...wrong, `${used.concurrency} leases are left after every place was given back.`]
}
