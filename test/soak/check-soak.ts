import type { SoakReport } from './run-soak.ts'
import type { Slope } from './slope.ts'
import type { Limits } from './start-soaked-node.ts'

/**
 * MB an hour. What a node really leaked in the past was far more; a day of it would still fit
 * beside its cache.
 */
const RESIDENT_MB_PER_HOUR_MAX = 30
const HEAP_MB_PER_HOUR_MAX = 15

/** Time until code and data that load lazily and stay in memory are present. */
const WARM_S = 60

/** Additional open files that are no leak: idle pooled connections to Postgres. */
const FILES_MORE_MAX = 10

/**
 * Allowed outcomes by kind of developer: gateway faults for all, and rejections for those with a
 * narrow limit.
 */
const FAULTS = ['200', '502', '503', '504', 'given up']
const ALLOWED: Readonly<Record<Limits, readonly string[]>> = {
  wide: FAULTS,
  few: [...FAULTS, '429'],
  single: [...FAULTS, '429'],
}

/** Returns all problems of a soak; empty when there are none. */
export function judgeSoak({
  warmUpS,
  outcomes,
  residentMb,
  heapMb,
  open,
  leasesLeft,
  ended,
}: SoakReport): readonly string[] {
  const wrong = Object.entries(outcomes).flatMap(([limits, counts]) =>
    Object.entries(counts)
      .filter(([outcome]) => !ALLOWED[limits as Limits].includes(outcome))
      .map(([outcome, times]) => `${limits} developers met "${outcome}" ${times} times.`),
  )
  const answered = Object.values(outcomes).every((counts) => (counts['200'] ?? 0) > 0)
  return [
    ...wrong,
    ...(answered ? [] : ['Some developers got no answer at all.']),
    ...(leasesLeft === 0 ? [] : [`${leasesLeft} places of concurrency limits are still held.`]),
    ...(warmUpS < WARM_S
      ? []
      : [
          ...checkGrowth('The resident memory', residentMb, RESIDENT_MB_PER_HOUR_MAX),
          ...checkGrowth('The heap', heapMb, HEAP_MB_PER_HOUR_MAX),
        ]),
    ...(open.after.files <= open.before.files + FILES_MORE_MAX
      ? []
      : [`${open.after.files} files are open, and ${open.before.files} were.`]),
    ...(open.after.connections === 0
      ? []
      : [`${open.after.connections} connections of clients are open.`]),
    ...(ended === 0 ? [] : [`The node ended with ${ended}.`]),
  ]
}

/**
 * Reports only significant growth: one minute cannot distinguish a few megabytes per hour from
 * none.
 */
function checkGrowth(what: string, { perUnit, error }: Slope, most: number): readonly string[] {
  if (!(perUnit - error > most)) return []
  return [
    `${what} grows by ${(perUnit - error).toFixed(0)} MB an hour or more; ${most} are allowed.`,
  ]
}
