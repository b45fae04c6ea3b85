/** Ticks of an axis of points. */
export interface ValueTicks {
  /** The ends of the axis. */
  readonly from: number
  readonly until: number
  /** Ascending, including the ends. */
  readonly values: readonly number[]
}

/**
 * Chooses an axis for values from `least` to `greatest`, with about `count` steps of 1, 2 or 5
 * times a power of ten. It starts at 0 unless the values are close together.
 */
export function valueTicks(least: number, greatest: number, count: number): ValueTicks {
  const low = least < greatest / 2 || least === greatest ? Math.min(0, least) : least
  const span = Math.max(1, greatest - low)
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const times = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  const step = Math.max(1, times * power)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(greatest / step))
  const values = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { from: first * step, until: last * step, values }
}
