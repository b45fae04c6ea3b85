import type { PublicMessage } from '../../contract/public/public-content.ts'
import { splitRun, writeRun, type RunReference } from '../../contract/public/run-reference.ts'
import { STEPS, type StepName } from '../../contract/public/steps.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import { notFound } from '../../domain/service-error.ts'
import { assembleTimeline } from './assemble-timeline.ts'
import { freshForMs } from './fresh-for.ts'
import { POINTS_MAX, runStarting } from './read-history.ts'
import type { ReaderSettings } from './reader-settings.ts'
import { boardEndsAt, describeRun } from './runs.ts'
import { viewBoard, type BoardView } from './view-board.ts'

/** What is compared. */
export interface ComparisonRequest {
  readonly ranks: readonly number[]
  readonly step: StepName
  /** Milliseconds since the start of each run at which to begin. */
  readonly since: number
  /** The other runs, as canonical references. */
  readonly with: readonly string[] | undefined
}

/** One run with its board. */
interface Compared {
  readonly view: BoardView
  readonly run: GameEvent
  readonly untilMs: number | undefined
}

/**
 * Makes what puts runs beside each other on one axis, the time since the start of each. Each has its own snapshots at their own
 * times; none is moved to fit another.
 */
export function createReadComparison({ store, clock }: ReaderSettings) {
  const find = async ({ region, id, startsAtMs }: RunReference): Promise<Compared> => {
    const view = await viewBoard(store, { region, kind: 'event', id })
    const run = runStarting(view.runs, startsAtMs, clock.nowMs())
    if (run === undefined) throw notFound('The event has no run that is known.')
    return { view, run, untilMs: boardEndsAt(view.runs, run) }
  }
  return async (
    subject: RunReference,
    asked: ComparisonRequest,
  ): Promise<PublicMessage<'Comparison'>> => {
    const references = new Set([writeRun(subject), ...(asked.with ?? [])])
    const compared = distinct(await Promise.all([...references].map(splitRun).map(find)))
    const nowMs = clock.nowMs()
    const snapshotsMax = Math.floor(POINTS_MAX / asked.ranks.length / compared.length)
    const runs = await Promise.all(
      compared.map(async ({ view, run, untilMs = Math.max(nowMs, run.startsAtMs) + 1 }) => {
        const { startsAtMs } = run
        const reply = await store.series({
          board: view.board,
          ranks: asked.ranks,
          fromMs: Math.min(startsAtMs + asked.since, untilMs),
          untilMs,
          stepMs: STEPS[asked.step],
          snapshotsMax,
        })
        const nextMs = reply.nextFromMs ?? startsAtMs
        return {
          event: describeRun(run, view.runs, nowMs),
          entries: assembleTimeline(reply, startsAtMs),
          nextSince: String(nextMs - startsAtMs),
        }
      }),
    )
    const freshMs = compared.map(({ view, untilMs = Number.POSITIVE_INFINITY }) =>
      freshForMs(view, { untilMs, nowMs }),
    )
    return {
      type: 'message',
      message: { step: asked.step, runs },
      freshForMs: Math.min(...freshMs),
    }
  }
}

/** Two references may name one run. */
function distinct(compared: readonly Compared[]): readonly Compared[] {
  return [...new Map(compared.map((one) => [writeRun(one.run), one] as const)).values()]
}
