import type { PublicMessage } from '../../public-content.ts'
import { splitRunReference, formatRunReference, type RunReference } from '../../run-reference.ts'
import { STEPS, type StepName } from '../../time-steps.ts'
import type { GameEvent } from '../../../../game/game-event.ts'
import { notFound } from '../../../../platform/http/errors/service-error.ts'
import { assembleTimeline } from './timeline.ts'
import { freshForMs } from './freshness.ts'
import { requireWatched, requireWatchedRank, unwatchedRanks } from './not-watched.ts'
import { hasPoints, POINTS_MAX, selectRun } from './history-handler.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'
import { describeRun } from '../describe/describe-event.ts'
import { boardEndsAt } from '../events/runs.ts'
import { readBoardView, type BoardView } from './board-view.ts'

/** The arguments of a comparison. */
export interface ComparisonQuery {
  readonly ranks: readonly number[]
  readonly step: StepName
  /** Offset of the first snapshot from the start of each run, in milliseconds. */
  readonly since: number
  /** The runs to compare with, as canonical references. */
  readonly with: readonly string[] | undefined
}

/** One run with its board. */
interface ComparedRun {
  readonly view: BoardView
  readonly run: GameEvent
  readonly untilMs: number | undefined
}

/**
 * Creates the handler that compares runs by the time since their start. Each run has snapshots at
 * its own times; they are not aligned. Rejects with `not_found` for an unknown run, and with
 * `not_watched` when no run has any of the ranks.
 */
export function createComparisonHandler({ store, clock }: PublicHandlerOptions) {
  const find = async ({ region, id, startsAtMs }: RunReference): Promise<ComparedRun> => {
    const view = await readBoardView(store, { region, kind: 'event', id })
    const run = selectRun(view.runs, startsAtMs, clock.nowMs())
    if (run === undefined) throw notFound('No run of this event is known.')
    return { view, run, untilMs: boardEndsAt(view.runs, run) }
  }
  return async (
    subject: RunReference,
    query: ComparisonQuery,
  ): Promise<PublicMessage<'Comparison'>> => {
    const references = new Set([formatRunReference(subject), ...(query.with ?? [])])
    const compared = distinct(await Promise.all([...references].map(splitRunReference).map(find)))
    const nowMs = clock.nowMs()
    const snapshotsMax = Math.floor(POINTS_MAX / query.ranks.length / compared.length)
    const runs = await Promise.all(
      compared.map(async ({ view, run, untilMs = Math.max(nowMs, run.startsAtMs) + 1 }) => {
        const { startsAtMs } = run
        const reply = await store.series({
          board: view.board,
          ranks: query.ranks,
          fromMs: Math.min(startsAtMs + query.since, untilMs),
          untilMs,
          stepMs: STEPS[query.step],
          snapshotsMax,
        })
        const nextMs = reply.nextFromMs ?? startsAtMs
        const notWatched = unwatchedRanks(view, query.ranks, hasPoints(reply.series))
        return {
          event: describeRun(run, view, nowMs),
          entries: assembleTimeline(reply, startsAtMs),
          nextSince: String(nextMs - startsAtMs),
          notWatched: [...notWatched],
        }
      }),
    )
    const [first] = compared
    if (first !== undefined && runs.every((one) => one.notWatched.length === query.ranks.length)) {
      requireWatched(first.view, nowMs)
      requireWatchedRank(first.view, query.ranks, query.ranks)
    }
    const freshMs = compared.map(({ view, untilMs = Number.POSITIVE_INFINITY }) =>
      freshForMs(view, { untilMs, nowMs }),
    )
    return {
      type: 'message',
      message: { step: query.step, runs },
      freshForMs: Math.min(...freshMs),
    }
  }
}

/** Removes duplicates: two references may name the same run. */
function distinct(compared: readonly ComparedRun[]): readonly ComparedRun[] {
  return [...new Map(compared.map((one) => [formatRunReference(one.run), one] as const)).values()]
}
