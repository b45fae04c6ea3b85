import { HOUR_MS } from '../../../src/platform/time/time-units.ts'

/** A rank with its points and how fast they grow. */
export interface RankPace {
  readonly rank: number
  readonly points: number
  /** Points per hour; `undefined` if unknown. */
  readonly perHour: number | undefined
}

/** What the reader has. */
export interface OwnPace {
  readonly points: number
  /** Points per hour; `undefined` if not given. */
  readonly perHour: number | undefined
}

/** A rank as a goal of the reader. */
export interface Goal {
  readonly rank: number
  /** Points of the rank less the own points: negative if the reader is above it. */
  readonly missing: number
  /** Points of the rank at the end, if it grows as now; `undefined` if its growth is unknown. */
  readonly final: number | undefined
  /**
   * Points per hour that reach or hold the rank at the end, if it grows as now; 0 if the own points
   * are enough already.
   */
  readonly neededPerHour: number | undefined
  /**
   * Time until the own points reach those of the rank, if both grow as now; 0 if they have;
   * `undefined` if that is never or not before the end.
   */
  readonly reachedInMs: number | undefined
}

/** Returns each rank as a goal, with a time left until the end in ms. */
export function goalsOf(ranks: readonly RankPace[], own: OwnPace, leftMs: number): readonly Goal[] {
  const hours = Math.max(0, leftMs) / HOUR_MS
  return ranks.map(({ rank, points, perHour }) => {
    const final = perHour === undefined ? undefined : points + perHour * hours
    return {
      rank,
      missing: points - own.points,
      final,
      neededPerHour:
        final === undefined || hours === 0
          ? undefined
          : Math.max(0, Math.ceil((final - own.points) / hours)),
      reachedInMs: reachedIn(points - own.points, perHour, own.perHour, leftMs),
    }
  })
}

function reachedIn(
  missing: number,
  theirs: number | undefined,
  own: number | undefined,
  leftMs: number,
): number | undefined {
  if (missing <= 0) return 0
  if (theirs === undefined || own === undefined || own <= theirs) return undefined
  const ms = (missing / (own - theirs)) * HOUR_MS
  return ms <= leftMs ? ms : undefined
}

/**
 * Returns the known ranks around own points: the worst one with more points, and the best one with
 * no more. Of tied ranks the best.
 */
export function ranksAround(
  ranks: readonly RankPace[],
  points: number,
): { readonly above: RankPace | undefined; readonly below: RankPace | undefined } {
  const sorted = ranks.toSorted((one, other) => one.rank - other.rank)
  return {
    above: sorted.findLast((one) => one.points > points),
    below: sorted.find((one) => one.points <= points),
  }
}

/** Parses a number with or without separators; `undefined` if the text is none. */
export function parsePoints(text: string): number | undefined {
  // People paste full-width digits of Japanese keyboards, and separators of any language.
  const digits = text.normalize('NFKC').replaceAll(/[\s,.'’_]/g, '')
  return /^[0-9]{1,12}$/.test(digits) ? Number(digits) : undefined
}
