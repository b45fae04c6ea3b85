/** A range of the axis, in its milliseconds. */
export interface View {
  readonly fromMs: number
  readonly untilMs: number
}

/** Nobody needs to look at less than this. */
const SPAN_MS_MIN = 60_000

/** Makes a view `factor` times as wide around its middle, within `full`; `undefined` when all of it is shown. */
export function zoomView(view: View, full: View, factor: number): View | undefined {
  const span = Math.max(SPAN_MS_MIN, (view.untilMs - view.fromMs) * factor)
  const middle = (view.fromMs + view.untilMs) / 2
  return fit({ fromMs: middle - span / 2, untilMs: middle + span / 2 }, full)
}

/** Moves a view by a part of its own width, negative to the left, and no further than `full` reaches. */
export function shiftView(view: View, full: View, part: number): View | undefined {
  const by = (view.untilMs - view.fromMs) * part
  return fit({ fromMs: view.fromMs + by, untilMs: view.untilMs + by }, full)
}

/** Moves a view so that it shows a time, if it does not. */
export function showTime(view: View, full: View, atMs: number): View | undefined {
  if (view.fromMs <= atMs && atMs <= view.untilMs) return view
  const half = (view.untilMs - view.fromMs) / 2
  return fit({ fromMs: atMs - half, untilMs: atMs + half }, full)
}

/** What is covered by points and gaps, or by what the page says; never of no width. */
export function fullView(
  times: readonly number[],
  said: { readonly fromMs?: number | undefined; readonly untilMs?: number | undefined },
): View {
  let least = Infinity
  let most = -Infinity
  for (const time of times) {
    if (time < least) least = time
    if (time > most) most = time
  }
  const fromMs = said.fromMs ?? (least === Infinity ? 0 : least)
  const untilMs = said.untilMs ?? (most === -Infinity ? fromMs : most)
  return untilMs - fromMs >= SPAN_MS_MIN
    ? { fromMs, untilMs }
    : { fromMs: fromMs - 1_800_000, untilMs: Math.max(fromMs, untilMs) + 1_800_000 }
}

function fit(view: View, full: View): View | undefined {
  const span = view.untilMs - view.fromMs
  if (span >= full.untilMs - full.fromMs) return undefined
  const fromMs = Math.min(Math.max(view.fromMs, full.fromMs), full.untilMs - span)
  return { fromMs, untilMs: fromMs + span }
}
