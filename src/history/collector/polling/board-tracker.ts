import type { Board, BoardRow, Snapshot } from '../../../game/board.ts'
import type { Gap, GapReason, PollResult } from '../../history-store.ts'
import type { LiveEvent } from '../../live-entry.ts'
import { LATE_CADENCES, type MissedPollReason } from './missed-poll-detector.ts'

/** The result of one poll of a board. */
export type BoardReading =
  { readonly snapshot: Snapshot } | { readonly atMs: number; readonly reason: GapReason }

/** The circumstances of a poll. */
export interface PollContext {
  /**
   * Why polls were missed before this one; `undefined` if none were. The time of missed polls
   * becomes a gap, because changes in it are unknown.
   */
  readonly missedPolls?: MissedPollReason | undefined
  /** Wall time of the poll in Unix milliseconds. */
  readonly atMs: number
  /** Milliseconds of wall time between two polls. */
  readonly cadenceMs: number
  /** Start of the watch in Unix milliseconds. Earlier snapshots belong to an earlier watch. */
  readonly watchStartMs?: number | undefined
  /** Whether the board may lose its rows: its event has ended or another run has started. */
  readonly mayReset: boolean
}

/** The writes that follow from a poll. */
export interface Recording {
  /** Empty if the gateway repeats its last fetch and the next one is not overdue. */
  readonly results: readonly PollResult[]
  readonly liveEvents: readonly LiveEvent[]
}

/** The collector's state of one board. */
export interface TrackedBoard {
  /** The fetch time of the newest snapshot. */
  readonly lastSnapshotMs: number | undefined
  record(reading: BoardReading, context: PollContext): Recording
}

/** Smallest milestone; ranks would pass smaller ones within minutes of the start. */
const MILESTONE_MIN = 1_000

/**
 * Consecutive polls with most rows missing from which on the smaller board is accepted: the game
 * itself has emptied it.
 */
const PARTIAL_MAX = 3

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
  #partialPolls = 0
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
    const startsGap =
      missedPolls !== undefined && this.#gap === undefined && this.#last !== undefined
    const before = startsGap ? this.#fail(atMs, missedPolls, context) : NOTHING
    const now =
      'snapshot' in reading
        ? this.#compare(reading.snapshot, context)
        : this.#fail(reading.atMs, reading.reason, context)
    return joinRecordings({ results: [], liveEvents: earlier }, before, now)
  }

  /**
   * Ends a gap from before the watch. The store ends it as well, with the first result of the
   * watch.
   */
  #endEarlierGap({ atMs, watchStartMs = 0 }: PollContext): readonly LiveEvent[] {
    const gap = this.#gap
    if (gap === undefined || gap.fromMs >= watchStartMs || atMs < watchStartMs) return []
    this.#gap = undefined
    return [{ type: 'gap.ended', board: this.#board, ...gap, untilMs: watchStartMs }]
  }

  #compare(snapshot: Snapshot, context: PollContext): Recording {
    const { atMs, mayReset, cadenceMs, watchStartMs = 0 } = context
    const last = this.#last
    if (last === undefined) return this.#accept(snapshot)
    const lastMs = last.fetchedAtMs
    const isLate = (ms: number) => lastMs >= watchStartMs && ms - lastMs > cadenceMs * LATE_CADENCES
    if (snapshot.fetchedAtMs === lastMs) {
      this.#isRepeated = true
      return isLate(atMs) ? this.#fail(atMs, 'stale', context) : NOTHING
    }
    if (snapshot.fetchedAtMs < lastMs) return this.#fail(atMs, 'clock', context)
    if (!mayReset && losesRows(last, snapshot)) {
      this.#partialPolls += 1
      if (this.#partialPolls < PARTIAL_MAX) return this.#fail(atMs, 'partial', context)
    }
    const wasStale = this.#isRepeated && this.#gap === undefined && isLate(snapshot.fetchedAtMs)
    const stale = wasStale ? this.#fail(atMs, 'stale', context) : NOTHING
    return joinRecordings(stale, this.#accept(snapshot))
  }

  #accept(snapshot: Snapshot): Recording {
    const board = this.#board
    const { fetchedAtMs, rows } = snapshot
    const liveEvents: LiveEvent[] = []
    if (this.#gap !== undefined) {
      liveEvents.push({ type: 'gap.ended', board, ...this.#gap, untilMs: fetchedAtMs })
    }
    liveEvents.push({ type: 'snapshot', board, fetchedAtMs, rows: rows.map(withoutHolders) })
    for (const crossing of crossings(this.#last, rows)) {
      liveEvents.push({ type: 'crossed', board, fetchedAtMs, ...crossing })
    }
    this.#gap = undefined
    this.#last = snapshot
    this.#partialPolls = 0
    this.#isRepeated = false
    return { results: [{ snapshot }], liveEvents }
  }

  /** Opens or continues a gap. */
  #fail(atMs: number, reason: GapReason, { watchStartMs = 0 }: PollContext): Recording {
    const board = this.#board
    const results = [{ board, atMs, reason }]
    if (this.#gap !== undefined) return { results, liveEvents: [] }
    const lastMs = this.#last?.fetchedAtMs
    const fromMs = lastMs !== undefined && lastMs >= watchStartMs ? lastMs : atMs
    this.#gap = { fromMs, reason }
    return { results, liveEvents: [{ type: 'gap.began', board, fromMs, reason }] }
  }
}

const NOTHING: Recording = { results: [], liveEvents: [] }

function joinRecordings(...recordings: readonly Recording[]): Recording {
  return {
    results: recordings.flatMap(({ results }) => results),
    liveEvents: recordings.flatMap(({ liveEvents }) => liveEvents),
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
  const milestone = Math.floor(now / place) * place
  return before < milestone ? milestone : undefined
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
