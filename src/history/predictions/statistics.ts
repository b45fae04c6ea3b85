/** Returns the median of some numbers; NaN without any. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >>> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** A number that counts `weight` times. */
export interface Weighted {
  readonly value: number
  readonly weight: number
}

/**
 * Creates the quantiles of some numbers: returns the value below which a share (0 to 1) of the
 * weight lies, interpolated between values. From 1 on it is the greatest value; NaN without values.
 */
export function createQuantiles(values: readonly Weighted[]): (share: number) => number {
  const sorted = values.toSorted((one, other) => one.value - other.value)
  const whole = sorted.reduce((sum, { weight }) => sum + weight, 0)
  return (share) => {
    let sum = 0
    let [before, beforeAt] = [sorted[0]?.value ?? Number.NaN, 0]
    for (const { value, weight } of sorted) {
      sum += weight
      const at = sum / whole
      if (at >= share) {
        return before + ((value - before) * (share - beforeAt)) / (at - beforeAt)
      }
      ;[before, beforeAt] = [value, at]
    }
    return before
  }
}
