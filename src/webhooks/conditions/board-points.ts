import { HOUR_MS } from '../../platform/time/time-units.ts'

/** Milliseconds for which points are retained: an hour, and a tolerance for gaps. */
export const WINDOW_MS = 1.5 * HOUR_MS

/** Points of a board at one time, by rank. */
export interface PointsAt {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly points: ReadonlyMap<number, number>
}

/** A value before and after a snapshot; `undefined` when unknown. */
export interface ValueChange {
  readonly before: number | undefined
  readonly now: number | undefined
}

/** The points of one board within the last 90 minutes, ascending by time. */
export class BoardPoints {
  #all: readonly PointsAt[]

  constructor(known: readonly PointsAt[] = []) {
    this.#all = known
  }

  /** Adds a snapshot and removes points older than {@link WINDOW_MS}. Idempotent. */
  add(added: PointsAt): void {
    const rest = this.#all.filter(
      ({ atMs }) => atMs !== added.atMs && atMs > added.atMs - WINDOW_MS,
    )
    this.#all = [...rest, added].toSorted((one, other) => one.atMs - other.atMs)
  }

  /**
   * Returns the points of a rank at the snapshot of `atMs` and at the one before it. Ignores
   * snapshots before `fromMs`.
   */
  pointsChange(rank: number, atMs: number, fromMs: number): ValueChange {
    const index = this.#all.findIndex((one) => one.atMs === atMs)
    const before = this.#all[index - 1]
    return {
      before: before !== undefined && before.atMs >= fromMs ? before.points.get(rank) : undefined,
      now: this.#all[index]?.points.get(rank),
    }
  }

  /**
   * Returns the points per hour of a rank at the snapshot of `atMs` and at the one before it.
   * Ignores snapshots before `fromMs`.
   */
  speedChange(rank: number, atMs: number, fromMs: number): ValueChange {
    const index = this.#all.findIndex((one) => one.atMs === atMs)
    return {
      before: this.#speedAt(rank, index - 1, fromMs),
      now: this.#speedAt(rank, index, fromMs),
    }
  }

  /**
   * Returns the points per hour since the newest snapshot that is at least an hour older;
   * `undefined` without one.
   */
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

/** Returns whether a change reached a value. Without a value before, it counts from 0. */
export function hasReached({ before = 0, now }: ValueChange, value: number): boolean {
  return now !== undefined && before < value && now >= value
}
