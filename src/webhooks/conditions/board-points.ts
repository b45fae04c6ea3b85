import { HOUR_MS } from '../../platform/time/time-units.ts'

/** Milliseconds of a board that are remembered: an hour, and a tolerance for gaps. */
export const REMEMBERED_MS = 1.5 * HOUR_MS

/** Points of a board at one time, by rank. */
export interface PointsAt {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly points: ReadonlyMap<number, number>
}

/** A value before and after a snapshot; `undefined` when unknown. */
export interface Step {
  readonly before: number | undefined
  readonly now: number | undefined
}

/** The points of one board within the last 90 minutes, ascending by time. */
export class BoardPoints {
  #all: readonly PointsAt[]

  constructor(known: readonly PointsAt[] = []) {
    this.#all = known
  }

  /** Adds a snapshot, and forgets what is too old. Adding it again changes nothing. */
  add(added: PointsAt): void {
    const rest = this.#all.filter(
      ({ atMs }) => atMs !== added.atMs && atMs > added.atMs - REMEMBERED_MS,
    )
    this.#all = [...rest, added].toSorted((one, other) => one.atMs - other.atMs)
  }

  /** Returns the points of a rank at a snapshot and at the one before, since `fromMs`. */
  pointsStep(rank: number, atMs: number, fromMs: number): Step {
    const index = this.#all.findIndex((one) => one.atMs === atMs)
    const before = this.#all[index - 1]
    return {
      before: before !== undefined && before.atMs >= fromMs ? before.points.get(rank) : undefined,
      now: this.#all[index]?.points.get(rank),
    }
  }

  /** Returns the points per hour of a rank at a snapshot and at the one before, since `fromMs`. */
  speedStep(rank: number, atMs: number, fromMs: number): Step {
    const index = this.#all.findIndex((one) => one.atMs === atMs)
    return {
      before: this.#speedAt(rank, index - 1, fromMs),
      now: this.#speedAt(rank, index, fromMs),
    }
  }

  /** Returns the points gained in the last hour; `undefined` without a snapshot an hour ago. */
  #speedAt(rank: number, index: number, fromMs: number): number | undefined {
    const newest = this.#all[index]
    const oldest = this.#all.findLast(
      ({ atMs }) => newest !== undefined && atMs >= fromMs && atMs <= newest.atMs - HOUR_MS,
    )
    const [now, before] = [newest?.points.get(rank), oldest?.points.get(rank)]
    if (newest === undefined || oldest === undefined) return undefined
    if (now === undefined || before === undefined) return undefined
    return ((now - before) * HOUR_MS) / (newest.atMs - oldest.atMs)
  }
}

/** Returns whether a value was reached in a step. The first known value counts from 0. */
export function hasReached({ before = 0, now }: Step, value: number): boolean {
  return now !== undefined && before < value && now >= value
}
