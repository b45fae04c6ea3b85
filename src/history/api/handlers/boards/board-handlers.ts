import type { PublicMessage } from '../../public-content.ts'
import type { PublicPart } from '../../public-messages.ts'
import type { Board, Snapshot } from '../../../../game/board.ts'
import type { GameEvent } from '../../../../game/game-event.ts'
import type { Gap, HistoryStore } from '../../../history-store.ts'
import { describeGap, describeWatch } from '../describe/describe-watch.ts'
import { freshForMs, isPast } from './freshness.ts'
import { isFinalResult, lastSnapshotOf } from './last-snapshot.ts'
import { requireWatched, runNotWatched } from './not-watched.ts'
import { selectRun } from './history-handler.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'
import { describeRun } from '../describe/describe-event.ts'
import { describeChallenge, describeSong } from '../describe/describe-song.ts'
import { describeHolder, readCards } from '../describe/describe-holder.ts'
import type { MasterItem } from '../events/read-master-items.ts'
import { boardEndsAt, runAt, runStateAt, defaultRun } from '../events/runs.ts'
import { readBoardView, type BoardView } from './board-view.ts'

/** The parts of a response about a board. */
interface BoardAnswer {
  readonly run: GameEvent | undefined
  readonly snapshot: Snapshot | undefined
  readonly isFinal: boolean
  readonly gap: Gap | undefined
  /** End of the requested time range, in Unix milliseconds. */
  readonly untilMs: number
}

/**
 * Creates the handlers that return a board now, at the end of a run, or at a time. They throw
 * `not_watched` for an unwatched board.
 */
export function createBoardHandlers(options: PublicHandlerOptions) {
  return {
    /**
     * Returns the newest snapshot of a board, or the last one of the run that starts at
     * `startsAtMs` (404 if unknown).
     */
    newest: (board: Board, startsAtMs?: number): Promise<PublicMessage<'Board'>> =>
      startsAtMs === undefined
        ? readNewest(options, board)
        : readNewestOfRun(options, board, startsAtMs),
    at: (board: Board, atMs: number): Promise<PublicMessage<'Board'>> =>
      readAt(options, board, atMs),
  }
}

async function readNewest(
  options: PublicHandlerOptions,
  board: Board,
): Promise<PublicMessage<'Board'>> {
  const [found, snapshot] = await Promise.all([
    readWatchedView(options, board),
    options.store.snapshot(board),
  ])
  const { runs, watch } = found
  const nowMs = options.clock.nowMs()
  const run = snapshot === undefined ? defaultRun(runs, nowMs) : runAt(runs, snapshot.fetchedAtMs)
  const answer = {
    run,
    snapshot,
    isFinal:
      snapshot !== undefined && run !== undefined && isFinalResult(snapshot, run, found, nowMs),
    gap: watch?.gap,
    untilMs: Number.POSITIVE_INFINITY,
  }
  return describeBoard(options, found, answer)
}

async function readNewestOfRun(
  options: PublicHandlerOptions,
  board: Board,
  startsAtMs: number,
): Promise<PublicMessage<'Board'>> {
  const { store, clock } = options
  const found = await readWatchedView(options, board)
  const nowMs = clock.nowMs()
  const run = selectRun(found.runs, startsAtMs, nowMs)
  if (run === undefined) return readNewest(options, board)
  const snapshot = await lastSnapshotOf(store, found, run)
  const endMs = boardEndsAt(found.runs, run)
  const isCurrent = endMs === undefined || nowMs < endMs
  const isReadToEnd = snapshot !== undefined && snapshot.fetchedAtMs >= run.endsAtMs
  const gapAtEnd = isReadToEnd ? undefined : await gapAt(store, board, run.endsAtMs)
  const gap = isCurrent ? found.watch?.gap : gapAtEnd
  const hasEnded = runStateAt(run, found.runs, nowMs) === 'ended'
  if (snapshot === undefined && gap === undefined && hasEnded) throw runNotWatched(found, nowMs)
  const answer = {
    run,
    snapshot,
    isFinal: snapshot !== undefined && isFinalResult(snapshot, run, found, nowMs),
    gap,
    untilMs: isCurrent ? Number.POSITIVE_INFINITY : (endMs ?? Number.POSITIVE_INFINITY),
  }
  return describeBoard(options, found, answer)
}

async function readAt(
  options: PublicHandlerOptions,
  board: Board,
  atMs: number,
): Promise<PublicMessage<'Board'>> {
  const { store, clock } = options
  const [found, snapshot, gap] = await Promise.all([
    readWatchedView(options, board),
    store.snapshot(board, atMs),
    gapAt(store, board, atMs),
  ])
  const nowMs = clock.nowMs()
  const run =
    snapshot === undefined ? defaultRun(found.runs, nowMs) : runAt(found.runs, snapshot.fetchedAtMs)
  const last =
    snapshot !== undefined && run !== undefined && snapshot.fetchedAtMs >= run.endsAtMs
      ? await lastSnapshotOf(store, found, run)
      : undefined
  const answer = {
    run,
    snapshot,
    isFinal:
      last !== undefined &&
      run !== undefined &&
      last.fetchedAtMs === snapshot?.fetchedAtMs &&
      isFinalResult(last, run, found, nowMs),
    // A gap may start at the time of a snapshot, but that time itself has data.
    gap: snapshot?.fetchedAtMs === atMs ? undefined : gap,
    untilMs: atMs + 1,
  }
  return describeBoard(options, found, answer)
}

async function readWatchedView(
  { store, clock }: PublicHandlerOptions,
  board: Board,
): Promise<BoardView> {
  const found = await readBoardView(store, board)
  requireWatched(found, clock.nowMs())
  return found
}

async function gapAt(store: HistoryStore, board: Board, atMs: number): Promise<Gap | undefined> {
  const range = { fromMs: atMs, untilMs: atMs + 1, stepMs: 0, snapshotsMax: 1 }
  return (await store.series({ board, ranks: [1], ...range })).gaps[0]
}

async function describeBoard(
  { store, clock }: PublicHandlerOptions,
  view: BoardView,
  { run, snapshot, isFinal, gap, untilMs }: BoardAnswer,
): Promise<PublicMessage<'Board'>> {
  const nowMs = clock.nowMs()
  const cards = await readCards(store, snapshot)
  return {
    type: 'message',
    message: {
      event: run === undefined ? {} : describeRun(run, view, nowMs),
      song: describeSong(view.song),
      challenge: describeChallenge(view.song, run),
      snapshot: snapshot === undefined ? {} : describeSnapshot(snapshot, isFinal, cards),
      gap: gap === undefined ? {} : describeGap(gap),
      // A response about the past is cached for a day, so it omits the current state of the watch.
      watch: isPast(view, untilMs) ? {} : describeWatch(view.watch, nowMs),
    },
    fetchedAtMs: snapshot?.fetchedAtMs,
    freshForMs: freshForMs(view, { untilMs, nowMs }),
  }
}

/** Returns a snapshot as a message. */
export function describeSnapshot(
  { fetchedAtMs, ranks, rows }: Snapshot,
  isFinal: boolean,
  cards: ReadonlyMap<string, MasterItem>,
): PublicPart['Snapshot'] {
  const held = new Set(rows.map(({ rank }) => rank))
  return {
    fetchedAt: String(fetchedAtMs),
    rows: rows.map(({ rank, points, holders }) => ({
      rank,
      points,
      holders: holders.map((holder) => describeHolder(holder, cards)),
    })),
    unheld: (ranks ?? []).filter((rank) => !held.has(rank)),
    final: isFinal,
  }
}
