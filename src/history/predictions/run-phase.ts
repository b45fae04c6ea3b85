import { hourOfDay } from './hourly-ratios.ts'
import type { RunCurves } from './run-curves.ts'

/**
 * The course of a run from 0 (start) to 1 (end), which advances with the activity that an hour of
 * the day usually has, and not during maintenance: runs of different lengths, starting hours and
 * pauses are comparable at one phase.
 */
export class RunPhase {
  /** Activity from the start to each hour; the last entry is the end. */
  readonly #sums: Float64Array
  readonly #length: number

  /** `activity` is that of each UTC hour of the day, with an average of 1. */
  constructor(
    { startsAtMs, length, pauses }: Pick<RunCurves, 'startsAtMs' | 'length' | 'pauses'>,
    activity: Float64Array,
  ) {
    this.#length = length
    const hours = Math.ceil(length)
    this.#sums = new Float64Array(hours + 1)
    for (let hour = 0; hour < hours; hour += 1) {
      const until = Math.min(hour + 1, length)
      const paused = pauses.reduce(
        (sum, pause) =>
          sum + Math.max(0, Math.min(until, pause.until) - Math.max(hour, pause.from)),
        0,
      )
      const rate = activity[hourOfDay(startsAtMs, hour + 0.5)] ?? 1
      this.#sums[hour + 1] = (this.#sums[hour] ?? 0) + rate * Math.max(0, until - hour - paused)
    }
  }

  /** Returns the phase at some hours after the start. */
  phaseAt(hours: number): number {
    return this.#sumAt(hours) / this.#sumAt(this.#length)
  }

  /** Returns the hours after the start at a phase. */
  hoursAt(phase: number): number {
    const sum = phase * this.#sumAt(this.#length)
    let [low, high] = [0, this.#sums.length - 1]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((this.#sums[middle] ?? 0) < sum) low = middle
      else high = middle
    }
    const [from = 0, until = from] = [this.#sums[low], this.#sums[high]]
    const span = Math.min(1, this.#length - low)
    return until > from ? low + (span * (sum - from)) / (until - from) : low
  }

  /** Returns the activity between two times, in average hours. */
  activity(fromHours: number, untilHours: number): number {
    return this.#sumAt(untilHours) - this.#sumAt(fromHours)
  }

  #sumAt(hours: number): number {
    const inside = Math.min(Math.max(0, hours), this.#length)
    const hour = Math.min(Math.floor(inside), this.#sums.length - 2)
    const [from = 0, until = from] = this.#sums.subarray(hour, hour + 2)
    return from + ((until - from) * (inside - hour)) / Math.min(1, this.#length - hour)
  }
}
