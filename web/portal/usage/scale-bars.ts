/** How high an axis of counts reaches and where it has lines, 0 left out. */
export interface BarScale {
  readonly max: number
  readonly ticks: readonly number[]
}

/** At most so many lines. */
const TICKS_MAX = 4

/** A scale of round numbers that the largest count fits in. Counts are whole: no line lies between two of them. */
export function scaleBars(largest: number): BarScale {
  if (largest <= 0) return { max: 1, ticks: [1] }
  const step = roundUp(largest / TICKS_MAX)
  const count = Math.ceil(largest / step)
  return {
    max: count * step,
    ticks: Array.from({ length: count }, (_, place) => (place + 1) * step),
  }
}

/** 1, 2 or 5 times a power of ten that is not below `value`. */
function roundUp(value: number): number {
  const power = Math.max(1, 10 ** Math.floor(Math.log10(value)))
  return ([1, 2, 5].find((factor) => factor * power >= value) ?? 10) * power
}

/** The places of at most `most` labels, evenly spaced, the last step always among them. */
export function labelledPlaces(steps: number, most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(steps / most))
  const places: number[] = []
  for (let place = steps - 1; place >= 0; place -= every) places.unshift(place)
  return places
}
