/** A range of the axis, in ms. */
export interface AxisRange {
  readonly fromMs: number
  readonly untilMs: number
}

/** Minimum visible time span. */
const SPAN_MS_MIN = 60_000

/**
 * Scales a view by `factor` around its middle, within `full`; `undefined` if it covers all of
 * `full`.
 */
export function zoomRange(view: AxisRange, full: AxisRange, factor: number): AxisRange | undefined {
  const span = Math.max(SPAN_MS_MIN, (view.untilMs - view.fromMs) * factor)
  const middle = (view.fromMs + view.untilMs) / 2
  return fitRange({ fromMs: middle - span / 2, untilMs: middle + span / 2 }, full)
}

/** Moves a view by a fraction of its width, negative to the left, within `full`. */
export function shiftRange(view: AxisRange, full: AxisRange, part: number): AxisRange | undefined {
  const by = (view.untilMs - view.fromMs) * part
  return fitRange({ fromMs: view.fromMs + by, untilMs: view.untilMs + by }, full)
}

/** Moves a view so that it contains a time. */
export function showTime(view: AxisRange, full: AxisRange, atMs: number): AxisRange | undefined {
  if (view.fromMs <= atMs && atMs <= view.untilMs) return view
  const half = (view.untilMs - view.fromMs) / 2
  return fitRange({ fromMs: atMs - half, untilMs: atMs + half }, full)
}

/** Returns the range of all points and gaps, or the given bounds; never empty. */
export function fullRange(
  times: readonly number[],
  bounds: { readonly fromMs?: number | undefined; readonly untilMs?: number | undefined },
): AxisRange {
  let least = Infinity
  let most = -Infinity
  for (const time of times) {
    if (time < least) least = time
    if (time > most) most = time
  }
  const fromMs = bounds.fromMs ?? (least === Infinity ? 0 : least)
  const untilMs = bounds.untilMs ?? (most === -Infinity ? fromMs : most)
  return untilMs - fromMs >= SPAN_MS_MIN
    ? { fromMs, untilMs }
    : { fromMs: fromMs - 1_800_000, untilMs: Math.max(fromMs, untilMs) + 1_800_000 }
}

/**
 * Returns a view moved into `full`, at least a minute long; `undefined` if it covers all of it.
 */
export function fitRange(view: AxisRange, full: AxisRange): AxisRange | undefined {
  const span = Math.max(SPAN_MS_MIN, view.untilMs - view.fromMs)
  if (span >= full.untilMs - full.fromMs) return undefined
  const fromMs = Math.min(Math.max(view.fromMs, full.fromMs), full.untilMs - span)
  return { fromMs, untilMs: fromMs + span }
}
