/** One measurement: `x` in hours, `y` in what is measured. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** How something grows. */
export interface Slope {
  /** By the least squares, in units of y for each unit of x. */
  readonly perUnit: number
  /**
   * How far that may be off, to either side, with 95 % certainty where measurements are
   * independent.
   */
  readonly error: number
}

/** Fits a line to points by the least squares. Needs three of them at different x. */
export function slopeOf(points: readonly Point[]): Slope {
  const count = points.length
  const meanOf = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / count
  const [x, y] = [meanOf((point) => point.x), meanOf((point) => point.y)]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const perUnit = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  const rest = points.reduce((sum, point) => sum + (point.y - y - perUnit * (point.x - x)) ** 2, 0)
  return { perUnit, error: 1.96 * Math.sqrt(rest / (count - 2) / spread) }
}

/**
 * The least of each run of `size` points that follow each other. Memory that is used rises until it
 * is collected; what is left then is what may leak.
 */
export function lowestOfEach(points: readonly Point[], size: number): readonly Point[] {
  const lowest: Point[] = []
  for (let from = 0; from + size <= points.length; from += size) {
    const some = points.slice(from, from + size)
    lowest.push(some.reduce((least, point) => (point.y < least.y ? point : least)))
  }
  return lowest
}
