import type { PublicPart } from '../../public-messages.ts'
import type { PublicMessage } from '../../public-content.ts'
import { WINDOWS, type WindowName } from '../../time-steps.ts'
import type { Board, Snapshot } from '../../../../game/board.ts'
import type { Gap, HistoryStore, Point } from '../../../history-store.ts'
import { DAY_MS, HOUR_MS } from '../../../../platform/time/time-units.ts'
import { describeGap } from '../describe/describe-watch.ts'
import { freshForMs } from './freshness.ts'
import { requireWatched, requireWatchedRank, unwatchedRanks } from './not-watched.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'
import { describeRun } from '../describe/describe-event.ts'
import { runAt } from '../events/runs.ts'
import { readBoardView } from './board-view.ts'

/** Gaps listed per window. */
const GAPS_MAX = 100

/** The windows that two readings span at least, and at most if a gap lies between them. */
const SPAN = { min: 0.5, max: 1.5 } as const

/** Limit of the speed in a message, because a gateway can send any points. */
const PER_HOUR_MAX = Number.MAX_SAFE_INTEGER

/** The arguments of a speed. */
export interface SpeedQuery {
  readonly ranks: readonly number[]
  readonly window: WindowName
  /** End of the window in Unix milliseconds; `undefined`: now. */
  readonly at: number | undefined
}

/**
 * Creates the handler that returns points per hour at ranks of a board within a time window: from
 * the newest snapshot at or before its start to the newest one at or before its end. Rejects with
 * `not_watched` when the board, or every requested rank of it, is not watched.
 */
export function createSpeedHandler({ store, clock }: PublicHandlerOptions) {
  return async (board: Board, query: SpeedQuery): Promise<PublicMessage<'Speed'>> => {
    const view = await readBoardView(store, board)
    const nowMs = clock.nowMs()
    requireWatched(view, nowMs)
    const atMs = query.at ?? nowMs
    const windowMs = WINDOWS[query.window]
    const run = runAt(view.runs, atMs)
    // Before the start of a run, its board shows the previous run.
    const startMs = run?.startsAtMs ?? 0
    const newestAt = async (ms: number): Promise<Snapshot | undefined> => {
      const snapshot = ms < startMs ? undefined : await store.snapshot(board, ms)
      return snapshot !== undefined && snapshot.fetchedAtMs >= startMs ? snapshot : undefined
    }
    const [first, last, gaps] = await Promise.all([
      newestAt(atMs - windowMs),
      newestAt(atMs),
      gapsIn(store, board, Math.max(startMs, atMs - windowMs), atMs),
    ])
    const isRead = (rank: number) => [first, last].some((one) => one && pointOf(rank, one))
    const unwatched = unwatchedRanks(view, query.ranks, isRead)
    requireWatchedRank(view, query.ranks, unwatched)
    const ends = { first, last, windowMs, gaps }
    return {
      type: 'message',
      message: {
        event: run === undefined ? {} : describeRun(run, view, nowMs),
        ranks: query.ranks.map((rank) =>
          unwatched.includes(rank) ? { rank, unknown: 'not_watched' } : speedOf(rank, ends),
        ),
        gaps: gaps.map(describeGap),
      },
      freshForMs: freshForMs(view, {
        untilMs: query.at === undefined ? Number.POSITIVE_INFINITY : atMs + 1,
        nowMs,
      }),
    }
  }
}

/** Returns the gaps that overlap a window; adjacent ones do not. */
async function gapsIn(
  store: HistoryStore,
  board: Board,
  fromMs: number,
  untilMs: number,
): Promise<readonly Gap[]> {
  if (fromMs >= untilMs) return []
  const range = { fromMs, untilMs, stepMs: DAY_MS, snapshotsMax: GAPS_MAX }
  return (await store.series({ board, ranks: [1], ...range })).gaps
}

/** The snapshots between which a speed is computed. */
interface SpeedEnds {
  readonly first: Snapshot | undefined
  readonly last: Snapshot | undefined
  readonly windowMs: number
  /** The gaps that overlap the window. */
  readonly gaps: readonly Gap[]
}

/**
 * Returns the speed of one rank with the two readings behind it, or the reason why it is unknown.
 */
function speedOf(
  rank: number,
  { first: from, last: to, windowMs, gaps }: SpeedEnds,
): PublicPart['RankSpeed'] {
  const hasGap = gaps.length > 0
  const first = from && pointOf(rank, from)
  const last = to && pointOf(rank, to)
  const unknown = hasGap ? 'gap' : 'too_few_snapshots'
  if (first === undefined || last === undefined) return { rank, unknown }
  if (first.points === undefined || last.points === undefined) return { rank, unknown: 'not_held' }
  const spanMs = last.atMs - first.atMs
  if (spanMs <= 0) return { rank, unknown }
  const readings = {
    first: { fetchedAt: String(first.atMs), points: first.points },
    last: { fetchedAt: String(last.atMs), points: last.points },
    spanMs,
  }
  // A gap that lasts may be a maintenance, in which nobody gains points.
  const isLasting = gaps.some(({ untilMs = Infinity }) => untilMs > last.atMs)
  const isOff = spanMs < SPAN.min * windowMs || (hasGap && spanMs > SPAN.max * windowMs)
  if (isLasting || isOff) return { rank, ...readings, unknown }
  const perHour = Math.round(((last.points - first.points) * HOUR_MS) / spanMs)
  return { rank, ...readings, perHour: Math.max(-PER_HOUR_MAX, Math.min(perHour, PER_HOUR_MAX)) }
}

/**
 * Returns the point of a rank in a snapshot; `undefined` if the snapshot does not cover the rank.
 */
function pointOf(rank: number, { fetchedAtMs, ranks, rows }: Snapshot): Point | undefined {
  const points = rows.find((row) => row.rank === rank)?.points
  if (points === undefined && ranks !== undefined && !ranks.includes(rank)) return undefined
  return { atMs: fetchedAtMs, points }
}
