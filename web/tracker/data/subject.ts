import type { Region } from '../../words/regions.ts'
import type { View } from '../view/view.ts'
import { presentRun, type RegionNow } from './load-region.ts'
import type { GameRun } from './read-message.ts'

/** What the page shows: one board, and the run of it where it is one of an event. */
export interface Subject {
  readonly region: Region
  readonly kind: 'event' | 'music' | 'challenge'
  readonly id: string
  readonly run: GameRun | undefined
}

/** What a view shows at a time (Unix ms); `undefined` where there is nothing of the kind. */
export function subjectOf(view: View, known: RegionNow, nowMs: number): Subject | undefined {
  const { region, tab: kind } = view
  if (kind !== 'event') {
    const id = view.board ?? known.watches.find((watch) => watch.kind === kind)?.id
    return id === undefined ? undefined : { region, kind, id, run: undefined }
  }
  if (view.event === undefined) {
    const run = presentRun(known.runs, nowMs)
    return run && { region, kind, id: run.id, run }
  }
  const runs = known.runs.filter(({ id }) => id === view.event)
  const run =
    view.startsAt === undefined
      ? presentRun(runs, nowMs)
      : runs.find(({ startsAtMs }) => startsAtMs === view.startsAt)
  return { region, kind, id: view.event, run }
}

/** The path of a board behind its region. */
export function boardPath({ kind, id }: Pick<Subject, 'kind' | 'id'>): string {
  return { event: `/events/${id}`, music: `/music/${id}`, challenge: `/challenges/${id}` }[kind]
}

/** The name of a run for comparisons: region, id and start. */
export function runName({ region, id, startsAtMs }: GameRun): string {
  return `${region}:${id}@${startsAtMs}`
}
