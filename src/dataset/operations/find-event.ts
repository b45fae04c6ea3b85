import type { Region } from '../../game/region.ts'
import { reachedShare } from '../event-period.ts'
import { FULL_SHARE, type Curve, type Share } from '../growth.ts'
import { prepareFindBoard } from './find-board.ts'
import type { HandlerOptions } from './handlers.ts'

/** Current state of an event board. */
export interface EventBoard {
  readonly board: number
  /**
   * Share of the final points that it shows; `undefined` before the start, when it shows no rows.
   */
  readonly share: Share | undefined
}

interface PeriodRow {
  readonly starts_at_ms: number
  readonly ends_at_ms: number
  readonly repeats_ms: number | null
  readonly curve: string
}

/** Prepares the lookup of event boards. A board without a period always shows all its points. */
export function prepareFindEvent({
  database,
  gameNowMs,
}: HandlerOptions): (region: Region, eventId: string) => EventBoard | undefined {
  const findBoard = prepareFindBoard(database, 'event')
  const findPeriod = database.prepare(
    'SELECT starts_at_ms, ends_at_ms, repeats_ms, curve FROM events WHERE board_key = ?',
  )
  return (region, eventId) => {
    const board = findBoard(region, eventId)
    if (board === undefined) return undefined
    const row = findPeriod.get(board) as unknown as PeriodRow | undefined
    return { board, share: row === undefined ? FULL_SHARE : shareNow(row, gameNowMs()) }
  }
}

function shareNow(row: PeriodRow, gameNowMs: number): Share | undefined {
  const period = {
    startsAtMs: row.starts_at_ms,
    endsAtMs: row.ends_at_ms,
    repeatsMs: row.repeats_ms ?? undefined,
    curve: JSON.parse(row.curve) as Curve,
  }
  return reachedShare(period, gameNowMs)
}
