import type { Board } from '../../game/board.ts'
import type { Region } from '../../game/region.ts'
import type { Gap, WatchState } from '../../history/history-store.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'
import type { Notice } from '../outbox.ts'
import { isWithin, type Period } from './clock-notices.ts'
import { boardData, createNotice, webhooksBy } from './create-notice.ts'
import type { SubscriptionIndex } from './subscription-index.ts'

/** A board that has had no snapshot for some minutes. */
export interface StaleBoard {
  readonly board: Board
  readonly gap: Gap
  /** The number of minutes in the condition that it meets. */
  readonly minutes: number
}

/** A board that has a snapshot again. */
export interface RecoveredBoard {
  readonly board: Board
  readonly gap: { readonly fromMs: number; readonly untilMs: number }
}

/**
 * Returns the boards that became stale in a period, once for each number of minutes in a condition.
 */
export function findStaleBoards(
  watches: readonly WatchState[],
  period: Period,
  index: SubscriptionIndex,
): readonly StaleBoard[] {
  return watches.flatMap(({ watch: { board, untilMs, paused }, gap }) => {
    const isOver = untilMs !== undefined && untilMs <= period.untilMs
    if (gap === undefined || gap.untilMs !== undefined || paused || isOver) return []
    const matches = index.matches('data.stale', { region: board.region })
    const wanted = new Set(matches.map(({ condition }) => condition.minutes))
    return [...wanted]
      .filter((minutes) => isWithin(period, gap.fromMs + minutes * MINUTE_MS))
      .map((minutes) => ({ board, gap, minutes }))
  })
}

/** Creates one notice per number of minutes, with all stale boards of a region. */
export function staleNotices(
  region: Region,
  stale: readonly StaleBoard[],
  atMs: number,
  index: SubscriptionIndex,
): readonly Notice[] {
  const matches = index.matches('data.stale', { region })
  const byMinutes = webhooksBy(matches, ({ condition }) => condition.minutes)
  return [...Map.groupBy(stale, (one) => one.minutes)].map(([minutes, some]) =>
    createNotice({
      type: 'data.stale',
      key: [region, minutes, ...some.map(({ board, gap }) => keyOf(board, gap))],
      atMs,
      data: {
        region,
        minutes,
        reason: some[0]?.gap.reason,
        boards: some.map(({ board, gap }) => ({ ...boardData(board), since: String(gap.fromMs) })),
      },
      webhookIds: byMinutes.get(minutes) ?? [],
    }),
  )
}

/**
 * Creates one notice per number of minutes, with the boards of a region that were stale for at
 * least as long.
 */
export function recoveredNotices(
  region: Region,
  recovered: readonly RecoveredBoard[],
  index: SubscriptionIndex,
): readonly Notice[] {
  const atMs = Math.max(...recovered.map(({ gap }) => gap.untilMs))
  const matches = index.matches('data.recovered', { region, atMs })
  const byMinutes = webhooksBy(matches, ({ condition }) => condition.minutes)
  return [...byMinutes].flatMap(([minutes, webhookIds]) => {
    const boards = recovered.filter(({ gap: { fromMs, untilMs } }) => {
      return untilMs - fromMs >= minutes * MINUTE_MS
    })
    if (boards.length === 0) return []
    return createNotice({
      type: 'data.recovered',
      key: [region, minutes, ...boards.map(({ board, gap }) => keyOf(board, gap))],
      atMs,
      data: {
        region,
        minutes,
        boards: boards.map(({ board, gap }) => ({
          ...boardData(board),
          since: String(gap.fromMs),
          until: String(gap.untilMs),
        })),
      },
      webhookIds,
    })
  })
}

function keyOf({ kind, id }: Board, { fromMs }: Pick<Gap, 'fromMs'>): string {
  return `${kind} ${id} ${fromMs}`
}
