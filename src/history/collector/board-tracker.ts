import type { Board, BoardRow, Snapshot } from '../../game/board.ts'
import type { Gap, GapReason, PollResult } from '../history-store.ts'
import type { LiveHappening } from '../live-entry.ts'
import { LATE_CADENCES, type SilenceReason } from './missed-poll-detector.ts'

/** The result of one poll of a board. */
export type BoardReading =
  { readonly snapshot: Snapshot } | { readonly atMs: number; readonly reason: GapReason }

/** The circumstances of a poll. */
export interface PollContext {
  /**
   * Why polls were missed before this one; `undefined` if none were. Such a time is a gap, not a
   * time without changes.
   */
  readonly missedPolls?: SilenceReason | undefined
  /** Wall time of the poll in Unix milliseconds. */
  readonly atMs: number
  /** Milliseconds of wall time between two polls. */
  readonly cadenceMs: number
  /** The start of the watch in Unix milliseconds. Earlier snapshots belong to another time. */
  readonly beginsMs?: number | undefined
  /**
   * Whether the event has ended or another run has started, so that a filled board may be empty.
   */
  readonly mayStartAnew: boolean
}

/** The writes that follow from a poll. */
export interface Recording {
  /**
   * Empty if the gateway repeats its last fetch and that is not late: nothing is new or missing.
   */
  readonly rounds: readonly PollResult[]
  readonly happenings: readonly LiveHappening[]
}

/** The collector's state of one board. */
export interface TrackedBoard {
  /** The fetch time of the newest snapshot. */
  readonly lastSnapshotMs: number | undefined
  record(reading: BoardReading, context: PollContext): Recording
}

/** Points below this value would cross milestones constantly. */
const MILESTONE_MIN = 1_000

/**
 * Consecutive polls with most rows missing after which the game itself is believed to have emptied
 * the board.
 */
const BELIEVED_AFTER = 3

/** The state of a board in the store. */
export interface TrackingStart {
  readonly last: Snapshot | undefined
  readonly gap: Gap | undefined
}

/**
 * Tracks one board, starting from its state in the store, and compares each snapshot with the last:
 * - Older than the last one: a gap (`clock`).
 * - Most rows lost while the event runs: a gap (`partial`), accepted at the third consecutive time.
 *   A faulty gateway thus does not erase players, and a true change is not refused forever.
 * - The same fetch for two and a half cadences: a gap (`stale`).
 */
export function trackBoard(board: Board, start: TrackingStart): TrackedBoard {
  return new BoardTracker(board, start)
}

class BoardTracker implements TrackedBoard {
  readonly #board: Board
  #last: Snapshot | undefined
  /** The open gap. */
  #gap: Pick<Gap, 'fromMs' | 'reason'> | undefined
  /** Consecutive polls with most rows missing. */
  #doubts = 0
  /** Whether the gateway has repeated the last fetch. */
  #isRepeated = false

  constructor(board: Board, { last, gap }: TrackingStart) {
    this.#board = board
    this.#last = last
    this.#gap = gap
  }

  get lastSnapshotMs(): number | undefined {
    return this.#last?.fetchedAtMs
  }

  record(reading: BoardReading, context: PollContext): Recording {
    const { missedPolls, atMs } = context
    const earlier = this.#endEarlierGap(context)
    const isSilent =
      missedPolls !== undefined && this.#gap === undefined && this.#last !== undefined
    const before = isSilent ? this.#fail(atMs, missedPolls, context) : NOTHING
    const now =
      'snapshot' in reading
        ? this.#compare(reading.snapshot, context)
        : this.#fail(reading.atMs, reading.reason, context)
    return joined({ rounds: [], happenings: earlier }, before, now)
  }

  /**
   * Ends a gap from before the watch. The store ends it as well, with the first result of the
   * watch.
   */
  #endEarlierGap({ atMs, beginsMs = 0 }: PollContext): readonly LiveHappening[] {
    const gap = this.#gap
    if (gap === undefined || gap.fromMs >= beginsMs || atMs < beginsMs) return []
    this.#gap = undefined
    return [{ type: 'gap.ended', board: this.#board, ...gap, untilMs: beginsMs }]
  }

  #compare(snapshot: Snapshot, context: PollContext): Recording {
    const { atMs, mayStartAnew, cadenceMs, beginsMs = 0 } = context
    const last = this.#last
    if (last === undefined) return this.#accept(snapshot)
    const lastMs = last.fetchedAtMs
    const isLate = (ms: number) => lastMs >= beginsMs && ms - lastMs > cadenceMs * LATE_CADENCES
    if (snapshot.fetchedAtMs === lastMs) {
      this.#isRepeated = true
      return isLate(atMs) ? this.#fail(atMs, 'stale', context) : NOTHING
    }
    if (snapshot.fetchedAtMs < lastMs) return this.#fail(atMs, 'clock', context)
    if (!mayStartAnew && losesRows(last, snapshot)) {
      this.#doubts += 1
      if (this.#doubts < BELIEVED_AFTER) return this.#fail(atMs, 'partial', context)
    }
    const hasHole = this.#isRepeated && this.#gap === undefined && isLate(snapshot.fetchedAtMs)
    const hole = hasHole ? this.#fail(atMs, 'stale', context) : NOTHING
    return joined(hole, this.#accept(snapshot))
  }

  #accept(snapshot: Snapshot): Recording {
    const board = this.#board
    const { fetchedAtMs, rows } = snapshot
    const happenings: LiveHappening[] = []
    if (this.#gap !== undefined) {
      happenings.push({ type: 'gap.ended', board, ...this.#gap, untilMs: fetchedAtMs })
    }
    happenings.push({ type: 'snapshot', board, fetchedAtMs, rows: rows.map(withoutHolders) })
    for (const crossing of crossings(this.#last, rows)) {
      happenings.push({ type: 'crossed', board, fetchedAtMs, ...crossing })
    }
    this.#gap = undefined
    this.#last = snapshot
    this.#doubts = 0
    this.#isRepeated = false
    return { rounds: [{ snapshot }], happenings }
  }

  /** Opens or continues a gap. */
  #fail(atMs: number, reason: GapReason, { beginsMs = 0 }: PollContext): Recording {
    const board = this.#board
    const rounds = [{ board, atMs, reason }]
    if (this.#gap !== undefined) return { rounds, happenings: [] }
    const lastMs = this.#last?.fetchedAtMs
    const fromMs = lastMs !== undefined && lastMs >= beginsMs ? lastMs : atMs
    this.#gap = { fromMs, reason }
    return { rounds, happenings: [{ type: 'gap.began', board, fromMs, reason }] }
  }
}

const NOTHING: Recording = { rounds: [], happenings: [] }

function joined(...recordings: readonly Recording[]): Recording {
  return {
    rounds: recordings.flatMap(({ rounds }) => rounds),
    happenings: recordings.flatMap(({ happenings }) => happenings),
  }
}

function withoutHolders({ rank, points }: BoardRow) {
  return { rank, points }
}

/**
 * Returns the ranks whose points reached a milestone. A rank without an earlier holder has none.
 */
function crossings(last: Snapshot | undefined, rows: readonly BoardRow[]) {
  const before = new Map(last?.rows.map(({ rank, points }) => [rank, points]))
  return rows.flatMap(({ rank, points }) => {
    const old = before.get(rank)
    const value = old === undefined ? undefined : milestoneReached(old, points)
    return value === undefined ? [] : [{ rank, value, points }]
  })
}

/**
 * Returns the greatest milestone above `before` and at most `now`, or `undefined`. Milestones are
 * numbers from 1,000 on with zeros after the first digit: 1,000, 2,000 … 9,000, 10,000, 20,000.
 */
export function milestoneReached(before: number, now: number): number | undefined {
  if (now < MILESTONE_MIN) return undefined
  const place = 10 ** (String(now).length - 1)
  const round = Math.floor(now / place) * place
  return before < round ? round : undefined
}

/**
 * Returns whether more than half of the held ranks that are still watched have no holder in a later
 * snapshot. Players move, but a running event's or a song's board does not shrink that much.
 */
function losesRows(before: Snapshot, now: Snapshot): boolean {
  const watched = now.ranks === undefined ? undefined : new Set(now.ranks)
  const held = before.rows.filter(({ rank }) => watched?.has(rank) ?? true).length
  return now.rows.filter(({ rank }) => before.ranks?.includes(rank) ?? true).length * 2 < held
}
