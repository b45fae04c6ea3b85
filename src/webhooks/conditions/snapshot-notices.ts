import type { GameEvent } from '../../game/game-event.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'
import type { Notice } from '../outbox.ts'
import { hasReached, type BoardPoints } from './board-points.ts'
import { createNotice, eventData, webhooksBy } from './create-notice.ts'
import type { Match } from './subscription-index.ts'

/** A new snapshot of the board of an event. */
export interface SnapshotSeen {
  readonly run: GameEvent
  /** Fetch time in Unix milliseconds. */
  readonly atMs: number
  /** The points of the board, with this snapshot. */
  readonly points: BoardPoints
}

/** Returns the notices of cutoffs that a snapshot shows to have reached a value. */
export function cutoffNotices(
  { run, atMs, points }: SnapshotSeen,
  matches: readonly Match<'cutoff.passed'>[],
): readonly Notice[] {
  return [...Map.groupBy(matches, ({ condition }) => condition.rank)].flatMap(([rank, some]) => {
    const step = points.pointsStep(rank, atMs, run.startsAtMs)
    const byValue = webhooksBy(some, ({ condition }) => condition.points)
    return [...byValue]
      .filter(([value]) => hasReached(step, value))
      .map(([value, webhookIds]) =>
        createNotice({
          type: 'cutoff.passed',
          key: [run.region, run.id, run.startsAtMs, rank, value, atMs],
          atMs,
          data: { ...eventData(run), rank, value, points: step.now, fetchedAt: String(atMs) },
          webhookIds,
        }),
      )
  })
}

/** Returns the notices of ranks whose points per hour a snapshot shows to have reached a value. */
export function speedNotices(
  { run, atMs, points }: SnapshotSeen,
  matches: readonly Match<'speed.passed'>[],
): readonly Notice[] {
  return [...Map.groupBy(matches, ({ condition }) => condition.rank)].flatMap(([rank, some]) => {
    const step = points.speedStep(rank, atMs, run.startsAtMs)
    const byValue = webhooksBy(some, ({ condition }) => condition.pointsPerHour)
    return [...byValue]
      .filter(([value]) => hasReached(step, value))
      .map(([value, webhookIds]) =>
        createNotice({
          type: 'speed.passed',
          // Once an hour, because a speed may go back and forth.
          key: [run.region, run.id, run.startsAtMs, rank, value, Math.floor(atMs / HOUR_MS)],
          atMs,
          data: {
            ...eventData(run),
            rank,
            value,
            pointsPerHour: Math.round(step.now ?? 0),
            points: points.pointsStep(rank, atMs, run.startsAtMs).now,
            fetchedAt: String(atMs),
          },
          webhookIds,
        }),
      )
  })
}
