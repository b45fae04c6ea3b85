import { HOUR_MS } from '../../platform/time/time-units.ts'
import type { RankSeries } from '../history-store.ts'
import { createCurve, type Curve } from './curve.ts'
import { hourlyRatios } from './hourly-ratios.ts'

/** A run as the history has it. Times are Unix milliseconds. */
export interface RunRecord {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** The snapshots of each rank; later ones than the end are its final result. */
  readonly series: readonly RankSeries[]
  /** The periods of maintenance, in which nobody could play; ascending. */
  readonly maintenance: readonly { readonly fromMs: number; readonly untilMs: number }[]
}

/** A period in hours since the start of its run. */
export interface Pause {
  readonly from: number
  readonly until: number
}

/** A run, prepared for predictions. Times are hours since its start. */
export interface RunCurves {
  readonly startsAtMs: number
  readonly length: number
  readonly curves: ReadonlyMap<number, Curve>
  readonly pauses: readonly Pause[]
  /**
   * The growth of each UTC hour of the day, as a ratio to an average hour of that day; NaN where
   * unknown.
   */
  readonly ratios: Float64Array
}

/** Prepares a run. Do this once for a run that has ended; it costs more than a prediction. */
export function createRunCurves({
  startsAtMs,
  endsAtMs,
  series,
  maintenance,
}: RunRecord): RunCurves {
  const hoursAt = (ms: number) => (ms - startsAtMs) / HOUR_MS
  const curves = new Map(
    series.map(({ rank, points }) => [rank, createCurve(points, startsAtMs)] as const),
  )
  const pauses = maintenance.map(({ fromMs, untilMs }) => ({
    from: Math.max(0, hoursAt(fromMs)),
    until: hoursAt(untilMs),
  }))
  const run = { startsAtMs, length: hoursAt(endsAtMs), curves, pauses }
  return { ...run, ratios: hourlyRatios(run) }
}

/**
 * Returns a run as it was known `hours` after its start, when it was expected to last `length`
 * hours.
 */
export function curvesUntil(
  { startsAtMs, curves, pauses, length: finalLength }: RunCurves,
  hours: number,
  length: number = finalLength,
): RunCurves {
  const run = {
    startsAtMs,
    length,
    curves: new Map([...curves].map(([rank, curve]) => [rank, curve.until(hours)] as const)),
    pauses: pauses.filter(({ from }) => from < hours),
  }
  return { ...run, ratios: hourlyRatios(run) }
}

/** Hours before its end in which the last snapshot of a run still counts as its result. */
const RESULT_HOURS = 0.5

/**
 * Returns the points of a rank at the end of a run, or at `length` hours after its start; NaN when
 * the run has no snapshot then.
 */
export function resultOf(run: RunCurves, rank: number, length: number = run.length): number {
  const curve = run.curves.get(rank)
  if (curve === undefined) return Number.NaN
  if (length === run.length && curve.lastHours >= length - RESULT_HOURS) return curve.lastPoints
  return curve.at(length)
}
