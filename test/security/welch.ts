/** Mean and variance of a sample. */
interface Moments {
  readonly count: number
  readonly mean: number
  readonly variance: number
}

/**
 * Returns Welch's t of two samples: how many standard errors their means are apart. Above 4.5 they
 * differ significantly.
 */
export function welchT(some: readonly number[], others: readonly number[]): number {
  const [one, other] = [momentsOf(some), momentsOf(others)]
  return (
    (one.mean - other.mean) / Math.sqrt(one.variance / one.count + other.variance / other.count)
  )
}

/** Returns the quantile `share` (0 to 1) of a sample. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Returns both samples without the values above their joint quantile `share`: the slowest times are
 * noise of the machine.
 */
export function cropped(
  some: readonly number[],
  others: readonly number[],
  share: number,
): readonly [readonly number[], readonly number[]] {
  const most = quantile([...some, ...others], share)
  return [some.filter((figure) => figure <= most), others.filter((figure) => figure <= most)]
}

function momentsOf(figures: readonly number[]): Moments {
  const count = figures.length
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / count
  const squares = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0)
  return { count, mean, variance: squares / (count - 1) }
}
