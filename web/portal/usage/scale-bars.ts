/** Maximum of a count axis and its grid lines, without 0. */
export interface BarScale {
  readonly max: number
  readonly ticks: readonly number[]
}

/** Maximum number of grid lines. */
const TICKS_MAX = 4

/** Returns a scale of round integers that contains the largest count. */
export function scaleBars(largest: number): BarScale {
  if (largest <= 0) return { max: 1, ticks: [1] }
  const step = roundUp(largest / TICKS_MAX)
  const count = Math.ceil(largest / step)
  return {
    max: count * step,
    ticks: Array.from({ length: count }, (_, place) => (place + 1) * step),
  }
}

/** Returns the smallest 1, 2 or 5 times a power of ten that is at least `value`. */
function roundUp(value: number): number {
  const power = Math.max(1, 10 ** Math.floor(Math.log10(value)))
  return ([1, 2, 5].find((factor) => factor * power >= value) ?? 10) * power
}

/** Returns the indexes of at most `most` evenly spaced labels, including the last step. */
export function labeledIndexes(steps: number, most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(steps / most))
  const places: number[] = []
  for (let place = steps - 1; place >= 0; place -= every) places.unshift(place)
  return places
}
