import type { PublicPart } from '../../contract/public/messages.ts'
import type { PublicMessage } from '../../contract/public/public-content.ts'
import { WINDOWS, type WindowName } from '../../contract/public/steps.ts'
import type { Board, Snapshot } from '../../domain/board.ts'
import type { Gap, Point, RankSeries } from '../../domain/history-store.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time-units.ts'
import { describeGap } from './describe-watch.ts'
import { freshForMs } from './fresh-for.ts'
import type { ReaderSettings } from './reader-settings.ts'
import { describeRun, runAt } from './runs.ts'
import { viewBoard } from './view-board.ts'

/** More gaps of one window are not named; one is enough for there to be no speed. */
const GAPS_MAX = 100

/** What a message can hold. No game comes near it, but what a gateway says may be anything. */
const PER_HOUR_MAX = Number.MAX_SAFE_INTEGER

/** What is asked of the speed of ranks. */
export interface SpeedRequest {
  readonly ranks: readonly number[]
  readonly window: WindowName
  /** The end of the window in Unix milliseconds; now without one. */
  readonly at: number | undefined
}

/** Makes what reads how fast ranks of a board grow: between the first and the last snapshot of a window that ends at a time. */
export function createReadSpeed({ store, clock }: ReaderSettings) {
  const gapsBetween = async (firstMs: number, last: Snapshot): Promise<readonly Gap[]> => {
    if (firstMs >= last.fetchedAtMs) return []
    const { gaps } = await store.series({
      board: last.board,
      ranks: [1],
      fromMs: firstMs,
      untilMs: last.fetchedAtMs,
      stepMs: DAY_MS,
      snapshotsMax: GAPS_MAX,
    })
    // What has ended when the first snapshot was taken is not between the two.
    return gaps.filter(({ untilMs = Number.POSITIVE_INFINITY }) => untilMs > firstMs)
  }
  return async (board: Board, asked: SpeedRequest): Promise<PublicMessage<'Speed'>> => {
    const view = await viewBoard(store, board)
    const nowMs = clock.nowMs()
    const atMs = asked.at ?? nowMs
    const run = runAt(view.runs, atMs)
    // Before its start a board belongs to the run before.
    const fromMs = Math.max(0, atMs - WINDOWS[asked.window], run?.startsAtMs ?? 0)
    const [{ series }, newest] = await Promise.all([
      store.series({
        board,
        ranks: asked.ranks,
        fromMs,
        untilMs: atMs + 1,
        stepMs: 0,
        snapshotsMax: 1,
      }),
      store.snapshot(board, atMs),
    ])
    const last = newest !== undefined && newest.fetchedAtMs >= fromMs ? newest : undefined
    const gaps = last === undefined ? [] : await gapsBetween(firstMsOf(series), last)
    return {
      type: 'message',
      message: {
        event: run === undefined ? {} : describeRun(run, view.runs, nowMs),
        ranks: asked.ranks.map((rank) => speedOf(rank, series, last, gaps)),
        gaps: gaps.map(describeGap),
      },
      freshForMs: freshForMs(view, {
        untilMs: asked.at === undefined ? Number.POSITIVE_INFINITY : atMs + 1,
        nowMs,
      }),
    }
  }
}

function firstMsOf(series: readonly RankSeries[]): number {
  return Math.min(...series.flatMap(({ points }) => points.map(({ atMs }) => atMs)))
}

/** The speed of one rank, with the two readings it was computed from, or why there is none. */
function speedOf(
  rank: number,
  series: readonly RankSeries[],
  snapshot: Snapshot | undefined,
  gaps: readonly Gap[],
): PublicPart['RankSpeed'] {
  const first = series.find((one) => one.rank === rank)?.points[0]
  const last = snapshot === undefined ? undefined : pointOf(rank, snapshot)
  if (first === undefined || last === undefined || first.atMs >= last.atMs) {
    return { rank, unknown: 'too_few_snapshots' }
  }
  if (first.points === undefined || last.points === undefined) return { rank, unknown: 'not_held' }
  const readings = {
    first: { fetchedAt: String(first.atMs), points: first.points },
    last: { fetchedAt: String(last.atMs), points: last.points },
  }
  if (gaps.length > 0) return { rank, ...readings, unknown: 'gap' }
  const grown = last.points - first.points
  const perHour = Math.round((grown * HOUR_MS) / (last.atMs - first.atMs))
  return { rank, ...readings, perHour: Math.max(-PER_HOUR_MAX, Math.min(perHour, PER_HOUR_MAX)) }
}

/** What a snapshot says of a rank; `undefined` when it was not asked for. */
function pointOf(rank: number, { fetchedAtMs, ranks, rows }: Snapshot): Point | undefined {
  const points = rows.find((row) => row.rank === rank)?.points
  if (points === undefined && ranks !== undefined && !ranks.includes(rank)) return undefined
  return { atMs: fetchedAtMs, points }
}
