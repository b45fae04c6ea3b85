import type uPlot from 'uplot'
import type { AxisRange } from './axis-range.ts'

/** What a pointer over a plot does. */
export interface PointerActions {
  /** Called with the time under the pointer, in ms of the axis; `undefined` when it leaves. */
  readonly onPoint: (atMs: number | undefined) => void
  /** Called while two fingers pinch, with the range between them. */
  readonly onPinch: (view: AxisRange) => void
  /** Called on a double click or tap. */
  readonly onReset: () => void
}

/** Milliseconds and pixels within which two taps are one double tap. */
const DOUBLE_TAP = { ms: 320, px: 24 } as const

/**
 * Follows the mouse and fingers over a plot: one finger reads values, two zoom. uPlot itself zooms
 * by dragging a mouse. Returns the unsubscribe function.
 */
export function followPointer(plot: uPlot, actions: PointerActions): () => void {
  const { over } = plot
  const fingers = new Map<number, number>()
  let held: { readonly times: readonly [number, number] } | undefined
  let tap = { atMs: -Infinity, x: 0 }
  const xOf = (event: PointerEvent) => event.clientX - over.getBoundingClientRect().left
  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    const x = xOf(event)
    fingers.set(event.pointerId, x)
    const [one, other] = [...fingers.values()]
    if (one !== undefined && other !== undefined) {
      held = { times: [plot.posToVal(one, 'x'), plot.posToVal(other, 'x')] }
      return
    }
    const isDouble =
      event.timeStamp - tap.atMs < DOUBLE_TAP.ms && Math.abs(x - tap.x) < DOUBLE_TAP.px
    tap = { atMs: event.timeStamp, x }
    if (isDouble) actions.onReset()
    actions.onPoint(plot.posToVal(x, 'x'))
  }
  const moved = (event: PointerEvent) => {
    const x = xOf(event)
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x)
    if (held === undefined) {
      actions.onPoint(plot.posToVal(x, 'x'))
      return
    }
    const view = pinchedRange(held.times, [...fingers.values()], over.clientWidth)
    if (view !== undefined) actions.onPinch(view)
  }
  const lifted = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    if (fingers.size < 2) held = undefined
    // Lifting a finger keeps the readout.
    if (event.pointerType === 'mouse' && event.type === 'pointerleave') actions.onPoint(undefined)
  }
  const listeners = [
    ['pointerdown', down],
    ['pointermove', moved],
    ['pointerup', lifted],
    ['pointercancel', lifted],
    ['pointerleave', lifted],
  ] as const
  for (const [type, listener] of listeners) over.addEventListener(type, listener)
  over.addEventListener('dblclick', actions.onReset)
  return () => {
    for (const [type, listener] of listeners) over.removeEventListener(type, listener)
    over.removeEventListener('dblclick', actions.onReset)
  }
}

/**
 * Returns the range in which two times stand below two fingers, in pixels of a plot of a width;
 * `undefined` if the fingers are too close.
 */
export function pinchedRange(
  [firstMs, secondMs]: readonly [number, number],
  [first, second]: readonly number[],
  width: number,
): AxisRange | undefined {
  if (first === undefined || second === undefined || Math.abs(second - first) < 8) return undefined
  const msPerPx = (secondMs - firstMs) / (second - first)
  if (msPerPx <= 0) return undefined
  const fromMs = firstMs - first * msPerPx
  return { fromMs, untilMs: fromMs + width * msPerPx }
}
