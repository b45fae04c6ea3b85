import { HOUR_MS } from '../../platform/time/time-units.ts'
import type { Point } from '../history-store.ts'
import { median } from './statistics.ts'

/** Maximum hours between two snapshots for interpolation; between others, points are unknown. */
const INTERPOLATION_MAX_HOURS = 6

/** The points of one rank over the hours since the start of its run. They never fall. */
export class Curve {
  readonly #hours: Float64Array
  readonly #points: Float64Array
  readonly #size: number

  /** Ascending hours with their points. `size` is how many of them count. */
  constructor(hours: Float64Array, points: Float64Array, size: number = hours.length) {
    this.#hours = hours
    this.#points = points
    this.#size = size
  }

  /** Hours of the newest snapshot; 0 when there is none. */
  get lastHours(): number {
    return this.#hours[this.#size - 1] ?? 0
  }

  /** Points of the newest snapshot; 0 when there is none. */
  get lastPoints(): number {
    return this.#points[this.#size - 1] ?? 0
  }

  /**
   * Returns the points at a time; NaN after the newest snapshot, and between snapshots too far
   * apart.
   */
  at(hours: number): number {
    const next = this.#firstFrom(hours)
    if (next === this.#size) return Number.NaN
    const [toHours, toPoints] = this.#pair(next)
    if (toHours === hours) return toPoints
    const [fromHours, fromPoints] = this.#pair(next - 1)
    if (toHours - fromHours > INTERPOLATION_MAX_HOURS) return Number.NaN
    return fromPoints + ((toPoints - fromPoints) * (hours - fromHours)) / (toHours - fromHours)
  }

  /** Returns the curve as it was known at a time: without later snapshots. */
  until(hours: number): Curve {
    let size = this.#firstFrom(hours)
    if (this.#hours[size] === hours && size < this.#size) size += 1
    return new Curve(this.#hours, this.#points, size)
  }

  /** Returns the index of the first snapshot at or after a time. */
  #firstFrom(hours: number): number {
    let [low, high] = [0, this.#size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#hours[middle] ?? 0) < hours) low = middle + 1
      else high = middle
    }
    return low
  }

  #pair(at: number): readonly [hours: number, points: number] {
    return [this.#hours[at] ?? 0, this.#points[at] ?? 0]
  }
}

/**
 * Creates the curve of a rank from its snapshots, ascending by time. It starts with 0 points at the
 * start of the run and retains the last snapshot of each hour. A single value that disagrees with
 * both its neighbors is replaced by one of them. Where points fell, the later ones count: a player
 * was removed, or the board still showed the run before.
 */
export function createCurve(points: readonly Point[], startsAtMs: number): Curve {
  const hours = [0]
  const read = [0]
  for (const { atMs, points: value } of points) {
    const at = (atMs - startsAtMs) / HOUR_MS
    if (value === undefined || at <= 0) continue
    const last = hours.length - 1
    const isSameHour = last > 0 && Math.floor(hours[last] ?? 0) === Math.floor(at)
    const place = isSameHour ? last : last + 1
    hours[place] = at
    read[place] = value
  }
  const values = Float64Array.from(read, (value, at) =>
    at === 0 || at === read.length - 1
      ? value
      : median([read[at - 1] ?? value, value, read[at + 1] ?? value]),
  )
  for (let at = values.length - 2; at > 0; at -= 1) {
    values[at] = Math.min(values[at] ?? 0, values[at + 1] ?? 0)
  }
  return new Curve(Float64Array.from(hours), values)
}
