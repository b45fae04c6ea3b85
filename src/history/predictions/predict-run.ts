import { HOUR_MS } from '../../platform/time/time-units.ts'
import type {
  Interval,
  NoPrediction,
  PredictionModel,
  RankEstimate,
  RankPrediction,
} from '../prediction.ts'
import { alignCurrentRun, alignPastRun, type AlignedRank } from './align-runs.ts'
import { AnalogEstimator, growthOfLog } from './analog-estimator.ts'
import { SHAPE_MODEL, type AnalogModel } from './analog-models.ts'
import { createIntervalWidths, medianError, type IntervalShare } from './calibration.ts'
import { averageActivity } from './hourly-ratios.ts'
import type { RunCurves } from './run-curves.ts'
import { estimateByRate } from './rate-model.ts'
import { RunPhase } from './run-phase.ts'
import { createSimilarity } from './similarity.ts'

/** The prediction of a run. */
export interface RunPrediction {
  readonly model: PredictionModel
  /** Number of past runs on which it is based. */
  readonly pastRuns: number
  /**
   * Median of the absolute errors, as a share of the result, when each of these runs is predicted
   * from the others at the same time; `undefined` with fewer than two runs.
   */
  readonly medianError: number | undefined
  readonly ranks: readonly RankPrediction[]
}

/** Options of {@link predictRun}. */
export interface PredictionOptions {
  /** Ranks to predict. */
  readonly ranks: readonly number[]
  readonly nowMs: number
  /** Shape scaling by default. Others are for comparison; `rate` uses no past run. */
  readonly model?: AnalogModel | 'rate'
}

/** Minimum elapsed share and hours of a run. */
const EARLIEST = { share: 0.05, hours: 6 }

/** Age of the newest snapshot, in hours, above which there is no prediction. */
const GAP_HOURS = 2

/**
 * Predicts the result of a run from its snapshots so far and from past runs of its region. Pure:
 * the same arguments give the same prediction.
 */
export function predictRun(
  run: RunCurves,
  past: readonly RunCurves[],
  { ranks, nowMs, model = SHAPE_MODEL }: PredictionOptions,
): RunPrediction {
  const elapsed = (nowMs - run.startsAtMs) / HOUR_MS
  const newest = Math.max(0, ...[...run.curves.values()].map(({ lastHours }) => lastHours))
  const hours = Math.min(newest, elapsed)
  const unknown = runUnknownReason(run, elapsed, hours)
  if (unknown !== undefined) {
    const none = ranks.map((rank) => ({ rank, unknown }))
    const made = past.length === 0 ? 'rate' : 'analogs'
    return { model: made, pastRuns: past.length, medianError: undefined, ranks: none }
  }
  const activity = averageActivity([...past, run])
  const phases = new RunPhase(run, activity)
  const phase = phases.phaseAt(hours)
  const all = [...new Set([...ranks, ...run.curves.keys()])]
  const aligned = past
    .map((one) => alignPastRun(one, new RunPhase(one, activity), { phase, ranks: all }))
    .filter(({ ranks: known }) => known.values().some(({ points, result }) => result >= points))
  if (model === 'rate' || aligned.length === 0) {
    const predicted = estimateByRate(run, phases, { ranks, hours })
    return { model: 'rate', pastRuns: 0, medianError: undefined, ranks: predicted }
  }
  const current = alignCurrentRun(run, phases, { hours, ranks: all })
  const similarity = createSimilarity([...aligned, current])
  const estimator = new AnalogEstimator({ model, past: aligned, similarity })
  const logOf = estimator.estimateOf(current)
  const errors = estimator.errors()
  const predict = (rank: number): RankPrediction => {
    const now = current.ranks.get(rank)
    if (now === undefined) return { rank, unknown: rankUnknownReason(run, rank, hours) }
    const log = logOf(rank)
    if (!Number.isFinite(log)) return { rank, unknown: 'no_past_run' }
    return estimateOf(rank, now, {
      log,
      spreadOf: createIntervalWidths(errors, { rank, pastRuns: aligned.length }),
    })
  }
  return {
    model: 'analogs',
    pastRuns: aligned.length,
    medianError: medianError(errors),
    ranks: ranks.map(predict),
  }
}

/** Returns why a whole run has no prediction; `undefined` if it may have one. */
function runUnknownReason(
  { length }: RunCurves,
  elapsed: number,
  newest: number,
): NoPrediction | undefined {
  if (elapsed >= length) return 'ended'
  if (elapsed < Math.max(EARLIEST.hours, EARLIEST.share * length)) return 'too_early'
  return elapsed - newest > GAP_HOURS ? 'gap' : undefined
}

/** Returns why a rank without points in the newest snapshot has no prediction. */
function rankUnknownReason(run: RunCurves, rank: number, hours: number): NoPrediction {
  return run.curves.get(rank)?.at(hours) === 0 ? 'too_early' : 'not_held'
}

function estimateOf(
  rank: number,
  now: AlignedRank,
  { log, spreadOf }: { readonly log: number; readonly spreadOf: (share: IntervalShare) => number },
): RankEstimate {
  const at = (offset: number) => now.points + growthOfLog(now, log + offset)
  const intervalOf = (share: IntervalShare): Interval => {
    const spread = spreadOf(share)
    return [at(-spread), at(spread)]
  }
  const intervals = { interval50: intervalOf(0.5), interval90: intervalOf(0.9) }
  return { rank, points: now.points, value: at(0), ...intervals }
}
