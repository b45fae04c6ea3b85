import type { PublicMessage } from '../../contract/public/public-content.ts'
import { STEPS, type StepName } from '../../contract/public/steps.ts'
import type { Board } from '../../domain/board.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import { notFound } from '../../domain/service-error.ts'
import { assembleTimeline } from './assemble-timeline.ts'
import { freshForMs } from './fresh-for.ts'
import type { ReaderSettings } from './reader-settings.ts'
import { boardEndsAt, describeRun, usualRun } from './runs.ts'
import { viewBoard } from './view-board.ts'

/**
 * Values in one answer, over all ranks: up to 100 kB, made in some two milliseconds. Five times as many took fifteen, in one
 * piece, for which every other request of the process would wait.
 */
export const POINTS_MAX = 2_000

/** What is asked of the history of a board; a run gives the ends that are not named. */
export interface HistoryRequest {
  readonly ranks: readonly number[]
  readonly step: StepName
  readonly from: number | undefined
  readonly until: number | undefined
  readonly startsAt?: number | undefined
}

/** Makes what reads ranks of a board over time. Without a run and an end, it is the last day. */
export function createReadHistory({ store, clock }: ReaderSettings) {
  return async (board: Board, asked: HistoryRequest): Promise<PublicMessage<'History'>> => {
    const view = await viewBoard(store, board)
    const nowMs = clock.nowMs()
    const run = runStarting(view.runs, asked.startsAt, nowMs)
    const fromMs = asked.from ?? run?.startsAtMs ?? (asked.until ?? nowMs) - DAY_MS
    const untilMs = asked.until ?? (run && boardEndsAt(view.runs, run))
    const reply = await store.series({
      board,
      ranks: asked.ranks,
      fromMs,
      untilMs: untilMs ?? Math.max(fromMs, nowMs) + 1,
      stepMs: STEPS[asked.step],
      snapshotsMax: Math.floor(POINTS_MAX / asked.ranks.length),
    })
    return {
      type: 'message',
      message: {
        event: run === undefined ? {} : describeRun(run, view.runs, nowMs),
        step: asked.step,
        entries: assembleTimeline(reply),
        nextFrom: String(reply.nextFromMs ?? 0),
      },
      freshForMs: freshForMs(view, {
        untilMs: reply.nextFromMs ?? untilMs ?? Number.POSITIVE_INFINITY,
        nowMs,
      }),
    }
  }
}

/** The run that a request means: the one that began at a time (404 without such a one), else the usual one. */
export function runStarting(
  runs: readonly GameEvent[],
  startsAtMs: number | undefined,
  nowMs: number,
): GameEvent | undefined {
  if (startsAtMs === undefined) return usualRun(runs, nowMs)
  const run = runs.find((one) => one.startsAtMs === startsAtMs)
  if (run === undefined) throw notFound('No run of the event that is known began at this time.')
  return run
}
