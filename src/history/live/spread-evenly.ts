/** The golden ratio: any number of its multiples, modulo 1, is spread evenly over [0, 1). */
const GOLDEN_RATIO = 0.618_033_988_749_895

/** Returns the `nth` integer of a low-discrepancy sequence from `min` to `max`. */
export function spreadEvenly(nth: number, min: number, max: number): number {
  return Math.round(min + ((nth * GOLDEN_RATIO) % 1) * (max - min))
}
