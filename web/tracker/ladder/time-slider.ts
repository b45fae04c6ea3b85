import { DAY_MS, MINUTE_MS } from '../../../src/platform/time/time-units.ts'

/** The positions of a slider over time. */
export interface TimeSlider {
  readonly fromMs: number
  readonly stepMs: number
  /** The last position, which is now or the end; the first is 0. */
  readonly last: number
}

/** Runs up to this long have a position for each minute. */
const SHORT_MS = 3 * DAY_MS

/** Returns the positions between two times in Unix ms; `undefined` without any. */
export function timeSlider(fromMs: number, untilMs: number): TimeSlider | undefined {
  const spanMs = untilMs - fromMs
  if (!(spanMs > 0)) return undefined
  const stepMs = spanMs <= SHORT_MS ? MINUTE_MS : 5 * MINUTE_MS
  return { fromMs, stepMs, last: Math.ceil(spanMs / stepMs) }
}

/** Returns the time of a position in Unix ms; `undefined` for the last one. */
export function timeOfPosition(
  { fromMs, stepMs, last }: TimeSlider,
  position: number,
): number | undefined {
  return position >= last ? undefined : fromMs + Math.max(0, position) * stepMs
}

/** Returns the position of a time in Unix ms; the last one for `undefined`. */
export function positionOfTime(
  { fromMs, stepMs, last }: TimeSlider,
  atMs: number | undefined,
): number {
  if (atMs === undefined) return last
  return Math.min(last, Math.max(0, Math.round((atMs - fromMs) / stepMs)))
}
