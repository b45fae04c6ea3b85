import type { PublicMessage } from '../../public-content.ts'
import type { PublicPart } from '../../public-messages.ts'
import { STEPS, type StepName } from '../../time-steps.ts'
import type { Board } from '../../../../game/board.ts'
import type { Anomaly } from '../../../anomaly.ts'
import type { GameEvent } from '../../../../game/game-event.ts'
import type { HistoryStore, RankSeries } from '../../../history-store.ts'
import { DAY_MS } from '../../../../platform/time/time-units.ts'
import { notFound } from '../../../../platform/http/errors/service-error.ts'
import { assembleTimeline } from './timeline.ts'
import { freshForMs } from './freshness.ts'
import { lastSnapshotOf } from './last-snapshot.ts'
import { requireWatched, requireWatchedRank, runNotWatched, unwatchedRanks } from './not-watched.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'
import { describeRun } from '../describe/describe-event.ts'
import { describeChallenge, describeSong } from '../describe/describe-song.ts'
import { boardEndsAt, runStateAt, defaultRun } from '../events/runs.ts'
import { readBoardView, type BoardView } from './board-view.ts'

/**
 * Values per answer over all ranks: up to 100 kB, rendered in about 2 ms. Five times as many took
 * 15 ms in one synchronous step, which blocks all other requests of the process.
 */
export const POINTS_MAX = 2_000

/** Anomalies per answer. */
const ANOMALIES_MAX = 100

/** The arguments of a history; the run supplies an omitted start or end. */
export interface HistoryArguments {
  readonly ranks: readonly number[]
  readonly step: StepName
  readonly from: number | undefined
  readonly until: number | undefined
  readonly startsAt?: number | undefined
}

/**
 * Creates the handler that returns ranks of a board over time; without a run and a time range, of
 * the last 24 hours. Rejects with `not_watched` when the board, or every requested rank of it, is
 * neither watched nor in the stored series.
 */
export function createHistoryHandler({ store, clock }: PublicHandlerOptions) {
  return async (board: Board, query: HistoryArguments): Promise<PublicMessage<'History'>> => {
    const view = await readBoardView(store, board)
    const nowMs = clock.nowMs()
    requireWatched(view, nowMs)
    const run = selectRun(view.runs, query.startsAt, nowMs)
    const fromMs = query.from ?? run?.startsAtMs ?? (query.until ?? nowMs) - DAY_MS
    const untilMs = query.until ?? (run && boardEndsAt(view.runs, run))
    const endMs = untilMs ?? Math.max(fromMs, nowMs) + 1
    const reply = await store.series({
      board,
      ranks: query.ranks,
      fromMs,
      untilMs: endMs,
      stepMs: STEPS[query.step],
      snapshotsMax: Math.floor(POINTS_MAX / query.ranks.length),
    })
    const { series, gaps } = reply
    const isEmpty = gaps.length === 0 && series.every(({ points }) => points.length === 0)
    const isWholeRun = query.from === undefined && query.until === undefined
    const hasEnded = run !== undefined && runStateAt(run, view.runs, nowMs) === 'ended'
    if (isEmpty && isWholeRun && hasEnded && !(await hasSnapshot(store, view, run))) {
      throw runNotWatched(view, nowMs)
    }
    const notWatched = unwatchedRanks(view, query.ranks, hasPoints(series))
    requireWatchedRank(view, query.ranks, notWatched)
    const { anomalies, omitted } = await store.anomalies({
      board,
      ranks: query.ranks,
      fromMs,
      untilMs: reply.nextFromMs ?? endMs,
      max: ANOMALIES_MAX,
    })
    return {
      type: 'message',
      message: {
        event: run === undefined ? {} : describeRun(run, view, nowMs),
        song: describeSong(view.song),
        challenge: describeChallenge(view.song, run),
        step: query.step,
        entries: assembleTimeline(reply),
        nextFrom: String(reply.nextFromMs ?? 0),
        notWatched: [...notWatched],
        anomalies: anomalies.map(describeAnomaly),
        anomaliesOmitted: omitted,
      },
      freshForMs: freshForMs(view, {
        untilMs: reply.nextFromMs ?? untilMs ?? Number.POSITIVE_INFINITY,
        nowMs,
      }),
    }
  }
}

/**
 * Returns a predicate: whether a rank has a point in the series, including points without a player.
 */
export function hasPoints(series: readonly RankSeries[]): (rank: number) => boolean {
  const read = new Set(series.filter(({ points }) => points.length > 0).map(({ rank }) => rank))
  return (rank) => read.has(rank)
}

function describeAnomaly({ atMs, kind, rank, before = 0, after }: Anomaly): PublicPart['Anomaly'] {
  return { at: String(atMs), kind, rank, before, after }
}

async function hasSnapshot(store: HistoryStore, view: BoardView, run: GameEvent): Promise<boolean> {
  return (await lastSnapshotOf(store, view, run)) !== undefined
}

/**
 * Returns the run that starts at `startsAtMs`, or the default run without one. Throws `not_found`
 * for an unknown start.
 */
export function selectRun(
  runs: readonly GameEvent[],
  startsAtMs: number | undefined,
  nowMs: number,
): GameEvent | undefined {
  if (startsAtMs === undefined) return defaultRun(runs, nowMs)
  const run = runs.find((one) => one.startsAtMs === startsAtMs)
  if (run === undefined) throw notFound('No run of this event starts at this time.')
  return run
}
