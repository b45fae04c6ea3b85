import type { Region } from '../../../domain/region.ts'
import { reachedShare } from '../event-period.ts'
import { FULL_SHARE, type Curve, type Share } from '../growth.ts'
import { prepareFindBoard } from './find-board.ts'
import type { ReaderOptions } from './create-readers.ts'

/** The board of an event as it stands now. */
export interface EventBoard {
  readonly board: number
  /** The share of its final points that it shows; `undefined` before the start, when it shows nothing at all. */
  readonly share: Share | undefined
}

interface PeriodRow {
  readonly starts_at_ms: number
  readonly ends_at_ms: number
  readonly repeats_ms: number | null
  readonly curve: string
}

/** Prepares the search for the boards of events. One that has no period shows what it holds at any time. */
export function prepareFindEvent({
  database,
  gameNowMs,
}: ReaderOptions): (region: Region, eventId: string) => EventBoard | undefined {
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
