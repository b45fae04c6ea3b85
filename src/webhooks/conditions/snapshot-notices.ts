import type { GameEvent } from '../../game/game-event.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'
import type { Notice } from '../outbox.ts'
import { hasReached, type BoardPoints } from './board-points.ts'
import { createNotice, eventData, webhooksBy } from './create-notice.ts'
import type { Match } from './subscription-index.ts'

/** A new snapshot of the board of an event. */
export interface ObservedSnapshot {
  readonly run: GameEvent
  /** Fetch time in Unix milliseconds. */
  readonly atMs: number
  /** The points of the board, with this snapshot. */
  readonly points: BoardPoints
}

/** Creates the notices of cutoffs that reached a value with a snapshot. */
export function cutoffNotices(
  { run, atMs, points }: ObservedSnapshot,
  matches: readonly Match<'cutoff.passed'>[],
): readonly Notice[] {
  return [...Map.groupBy(matches, ({ condition }) => condition.rank)].flatMap(([rank, some]) => {
    const change = points.pointsChange(rank, atMs, run.startsAtMs)
    const byValue = webhooksBy(some, ({ condition }) => condition.points)
    return [...byValue]
      .filter(([value]) => hasReached(change, value))
      .map(([value, webhookIds]) =>
        createNotice({
          type: 'cutoff.passed',
          key: [run.region, run.id, run.startsAtMs, rank, value, atMs],
          atMs,
          data: { ...eventData(run), rank, value, points: change.now, fetchedAt: String(atMs) },
          webhookIds,
        }),
      )
  })
}

/** Creates the notices of ranks whose points per hour reached a value with a snapshot. */
export function speedNotices(
  { run, atMs, points }: ObservedSnapshot,
  matches: readonly Match<'speed.passed'>[],
): readonly Notice[] {
  return [...Map.groupBy(matches, ({ condition }) => condition.rank)].flatMap(([rank, some]) => {
    const change = points.speedChange(rank, atMs, run.startsAtMs)
    const byValue = webhooksBy(some, ({ condition }) => condition.pointsPerHour)
    return [...byValue]
      .filter(([value]) => hasReached(change, value))
      .map(([value, webhookIds]) =>
        createNotice({
          type: 'speed.passed',
          // At most once an hour: a speed can cross a value repeatedly.
          key: [run.region, run.id, run.startsAtMs, rank, value, Math.floor(atMs / HOUR_MS)],
          atMs,
          data: {
            ...eventData(run),
            rank,
            value,
            pointsPerHour: Math.round(change.now ?? 0),
            points: points.pointsChange(rank, atMs, run.startsAtMs).now,
            fetchedAt: String(atMs),
          },
          webhookIds,
        }),
      )
  })
}
