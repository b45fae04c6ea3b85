import type { Board, BoardRow, Snapshot } from '../../domain/board.ts'
import type { Gap, GapReason, Round } from '../../domain/history-store.ts'
import type { LiveHappening } from '../../domain/live-entry.ts'
import { crossedValue } from './crossed-value.ts'
import { losesRows } from './loses-rows.ts'

/** What one reading of a board brought. */
export type Reading =
  { readonly snapshot: Snapshot } | { readonly atMs: number; readonly reason: GapReason }

/** What is known about the time of a reading. */
export interface ReadingContext {
  /** Why nothing was read for so long before this reading that it must not pass for a time without changes. */
  readonly silence?: 'not_collected' | 'clock' | undefined
  /** Wall time of the reading in Unix milliseconds. */
  readonly atMs: number
  /** When the watch begins, in Unix milliseconds: what a board showed before is of another time. */
  readonly beginsMs?: number | undefined
  /** Whether another run of its event has begun or it has ended, so that a board may be empty that was not. */
  readonly mayStartAnew: boolean
}

/** What has to be written of a reading. */
export interface Recording {
  /** None when the gateway gave the same fetch as before: there is nothing new, and nothing is missing. */
  readonly rounds: readonly Round[]
  readonly happenings: readonly LiveHappening[]
}

/** A board as the collector knows it. */
export interface FollowedBoard {
  /** The fetch time of its newest snapshot. */
  readonly lastSnapshotMs: number | undefined
  take(reading: Reading, context: ReadingContext): Recording
}

/** So many readings in a row that have lost most rows are believed: then the game says so, and not a stumbling gateway. */
const BELIEVED_AFTER = 3

/**
 * Follows one board, from where the store says it stands. What comes is judged against what came before: a fetch that is older
 * than the newest snapshot is a gap, for its time cannot be right; one that has lost most rows while its event runs is a
 * gap until it is said three times in a row, so that a gateway that stumbles is not taken for players who have gone, and
 * nothing true is refused for ever.
 */
export function followBoard(
  board: Board,
  start: { readonly last: Snapshot | undefined; readonly gap: Gap | undefined },
): FollowedBoard {
  let { last } = start
  let gap: Pick<Gap, 'fromMs' | 'reason'> | undefined = start.gap
  let doubts = 0

  const fail = (atMs: number, reason: GapReason, { beginsMs = 0 }: ReadingContext): Recording => {
    const rounds = [{ board, atMs, reason }]
    if (gap !== undefined) return { rounds, happenings: [] }
    const lastMs = last?.fetchedAtMs
    gap = { fromMs: lastMs !== undefined && lastMs >= beginsMs ? lastMs : atMs, reason }
    return { rounds, happenings: [{ type: 'gap.began', board, ...gap }] }
  }

  /** The store ends it as well, with the first round of the watch. */
  const endEarlier = ({ atMs, beginsMs = 0 }: ReadingContext): readonly LiveHappening[] => {
    if (gap === undefined || gap.fromMs >= beginsMs || atMs < beginsMs) return []
    const ended = { type: 'gap.ended', board, ...gap, untilMs: beginsMs } as const
    gap = undefined
    return [ended]
  }

  const keep = (snapshot: Snapshot): Recording => {
    const { fetchedAtMs, rows } = snapshot
    const happenings: LiveHappening[] = []
    if (gap !== undefined) {
      happenings.push({ type: 'gap.ended', board, ...gap, untilMs: fetchedAtMs })
    }
    happenings.push({ type: 'snapshot', board, fetchedAtMs, rows: rows.map(withoutHolders) })
    for (const crossing of crossings(last, rows)) {
      happenings.push({ type: 'crossed', board, fetchedAtMs, ...crossing })
    }
    gap = undefined
    last = snapshot
    doubts = 0
    return { rounds: [{ snapshot }], happenings }
  }

  const judge = (snapshot: Snapshot, context: ReadingContext): Recording => {
    const { atMs, mayStartAnew } = context
    if (last === undefined) return keep(snapshot)
    if (snapshot.fetchedAtMs === last.fetchedAtMs) return NOTHING
    if (snapshot.fetchedAtMs < last.fetchedAtMs) return fail(atMs, 'clock', context)
    if (!mayStartAnew && losesRows(last, snapshot)) {
      doubts += 1
      if (doubts < BELIEVED_AFTER) return fail(atMs, 'partial', context)
    }
    return keep(snapshot)
  }

  return {
    get lastSnapshotMs() {
      return last?.fetchedAtMs
    },
    take: (reading, context) => {
      const { silence, atMs } = context
      const earlier = endEarlier(context)
      const isSilent = silence !== undefined && gap === undefined && last !== undefined
      const before = isSilent ? fail(atMs, silence, context) : NOTHING
      const now =
        'snapshot' in reading
          ? judge(reading.snapshot, context)
          : fail(reading.atMs, reading.reason, context)
      return {
        rounds: [...before.rounds, ...now.rounds],
        happenings: [...earlier, ...before.happenings, ...now.happenings],
      }
    },
  }
}

const NOTHING: Recording = { rounds: [], happenings: [] }

function withoutHolders({ rank, points }: BoardRow) {
  return { rank, points }
}

/** The ranks whose points have come to a round number; those that nobody held before have come from nowhere. */
function crossings(last: Snapshot | undefined, rows: readonly BoardRow[]) {
  const before = new Map(last?.rows.map(({ rank, points }) => [rank, points]))
  return rows.flatMap(({ rank, points }) => {
    const old = before.get(rank)
    const value = old === undefined ? undefined : crossedValue(old, points)
    return value === undefined ? [] : [{ rank, value, points }]
  })
}
