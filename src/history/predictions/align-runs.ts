import { resultOf, type RunCurves } from './run-curves.ts'
import type { RunPhase } from './run-phase.ts'

/** Shares of the phase so far at which the paths of two runs are compared. */
const PATH_SHARES = [0.25, 0.5, 0.75]

/** One rank of a run at the phase of a prediction. NaN where unknown. */
export interface AlignedRank {
  readonly points: number
  /** Points at the end; NaN for the run to be predicted. */
  readonly result: number
}

/** A run at the phase of a prediction. */
export interface AlignedRun {
  readonly startsAtMs: number
  readonly length: number
  readonly ranks: ReadonlyMap<number, AlignedRank>
  /**
   * The course so far: for each rank in order, natural logarithms of earlier points as shares of
   * the points. NaN where unknown.
   */
  readonly path: Float64Array
}

/** Reads ranks of a run that has ended at a phase. */
export function alignPastRun(
  run: RunCurves,
  phases: RunPhase,
  { phase, ranks }: { readonly phase: number; readonly ranks: readonly number[] },
): AlignedRun {
  return alignRun(run, phases, { phase, hours: phases.hoursAt(phase), ranks, isPast: true })
}

/** Reads ranks of the run to be predicted, `hours` after its start. */
export function alignCurrentRun(
  run: RunCurves,
  phases: RunPhase,
  { hours, ranks }: { readonly hours: number; readonly ranks: readonly number[] },
): AlignedRun {
  return alignRun(run, phases, { phase: phases.phaseAt(hours), hours, ranks, isPast: false })
}

interface Alignment {
  readonly phase: number
  readonly hours: number
  readonly ranks: readonly number[]
  readonly isPast: boolean
}

function alignRun(
  run: RunCurves,
  phases: RunPhase,
  { phase, hours, ranks, isPast }: Alignment,
): AlignedRun {
  const pathHours = PATH_SHARES.map((share) => phases.hoursAt(share * phase))
  const read = (rank: number): AlignedRank | undefined => {
    const curve = run.curves.get(rank)
    const points = curve?.at(hours) ?? Number.NaN
    if (curve === undefined || !(points > 0)) return undefined
    const result = isPast ? resultOf(run, rank) : Number.NaN
    return { points, result }
  }
  const aligned = new Map<number, AlignedRank>()
  const path = new Float64Array(ranks.length * pathHours.length).fill(Number.NaN)
  for (const [place, rank] of ranks.entries()) {
    const curve = run.curves.get(rank)
    const now = read(rank) ?? (isPast ? readBetween([...run.curves.keys()], rank, read) : undefined)
    if (now === undefined) continue
    aligned.set(rank, now)
    for (const [at, earlier] of pathHours.entries()) {
      const log = Math.log((curve?.at(earlier) ?? Number.NaN) / now.points)
      path[place * pathHours.length + at] = log
    }
  }
  return { startsAtMs: run.startsAtMs, length: run.length, ranks: aligned, path }
}

/** Maximum ratio of two ranks for estimating the ranks between them. */
const RANK_RATIO_MAX = 100

/**
 * Estimates a rank that a run did not have from the ones on both sides of it: points are nearly a
 * power of the rank. `undefined` without such ranks.
 */
function readBetween(
  ranks: readonly number[],
  rank: number,
  read: (rank: number) => AlignedRank | undefined,
): AlignedRank | undefined {
  const below = Math.max(...ranks.filter((one) => one < rank))
  const above = Math.min(...ranks.filter((one) => one > rank))
  const [upper, lower] = [read(below), read(above)]
  if (upper === undefined || lower === undefined || above / below > RANK_RATIO_MAX) return undefined
  const share = Math.log(rank / below) / Math.log(above / below)
  const between = (one: number, other: number) => one ** (1 - share) * other ** share
  return {
    points: between(upper.points, lower.points),
    result: between(upper.result, lower.result),
  }
}
