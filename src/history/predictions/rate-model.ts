import type { Interval, NoPrediction, RankPrediction } from '../prediction.ts'
import type { RunCurves } from './run-curves.ts'
import type { RunPhase } from './run-phase.ts'

/** Hours whose rate is extrapolated; a younger run has no prediction. */
const RATE_HOURS = 24

/** Logarithm of the usual acceleration towards the end. */
const RUSH = 0.3

/** Half widths of the intervals, as logarithms of the growth: assumed, since no run has ended. */
const HALF_WIDTHS = { interval50: 0.35, interval90: 0.9 }

/**
 * Predicts the first run of all: continues the rate of the last day with the activity of each hour
 * of the day. The intervals are assumptions, not measured.
 */
export function estimateByRate(
  run: RunCurves,
  phases: RunPhase,
  { ranks, hours }: { readonly ranks: readonly number[]; readonly hours: number },
): readonly RankPrediction[] {
  const from = hours - RATE_HOURS
  const rest = phases.activity(hours, run.length) / phases.activity(from, hours)
  return ranks.map((rank): RankPrediction => {
    const curve = run.curves.get(rank)
    const points = curve?.at(hours) ?? Number.NaN
    const growth = (points - (curve?.at(from) ?? Number.NaN)) * rest
    const unknown: NoPrediction = points >= 0 ? 'too_early' : 'not_held'
    if (from < 0 || !(growth > 0)) return { rank, unknown }
    const at = (log: number) => points + growth * Math.exp(RUSH + log)
    const interval = (half: number): Interval => [at(-half), at(half)]
    return {
      rank,
      points,
      value: at(0),
      interval50: interval(HALF_WIDTHS.interval50),
      interval90: interval(HALF_WIDTHS.interval90),
    }
  })
}
