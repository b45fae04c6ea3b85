import { isPolled } from '../../../src/history/api/is-polled.ts'
import type { Region } from '../../shared/i18n/regions.ts'
import type { View } from '../view/view.ts'
import { presentRun, type RegionNow } from './load-region.ts'
import type { GameRun, Song } from './parse-message.ts'

/** The board that the page shows, and its run if it is the board of an event. */
export interface Subject {
  readonly region: Region
  readonly kind: 'event' | 'music' | 'challenge'
  readonly id: string
  readonly run: GameRun | undefined
  /** The song of the board, as far as it is known. */
  readonly song?: Song | undefined
  /** When the board switches to the next run, in Unix ms; `undefined` if none is known. */
  readonly boardEndsAtMs?: number | undefined
}

/** Returns whether a region has the event that a view names; true for a view that names none. */
export function hasEvent({ tab, event }: View, { runs, watches }: RegionNow): boolean {
  if (tab !== 'event' || event === undefined) return true
  return (
    runs.some(({ id }) => id === event) ||
    watches.some(({ kind, id }) => kind === 'event' && id === event)
  )
}

/**
 * Returns what a view shows at a time (Unix ms), or `undefined` if the region has no such board.
 * Instead of an unknown event it shows the current one.
 */
export function subjectOf(view: View, known: RegionNow, nowMs: number): Subject | undefined {
  const { region, tab: kind } = view
  if (kind !== 'event') {
    const id = view.board ?? defaultBoard(kind, known)
    return id === undefined
      ? undefined
      : { region, kind, id, run: undefined, song: songNamed(id, known) }
  }
  if (view.event === undefined || !hasEvent(view, known)) {
    const run = presentRun(known.runs, nowMs, view.lastEvent)
    return run && { region, kind, id: run.id, run, boardEndsAtMs: boardEndOf(run, known.runs) }
  }
  const runs = known.runs.filter(({ id }) => id === view.event)
  // An unknown start is a damaged link: ignore it, so that the page never mixes two runs.
  const run = runs.find(({ startsAtMs }) => startsAtMs === view.startsAt) ?? presentRun(runs, nowMs)
  return {
    region,
    kind,
    id: view.event,
    run,
    boardEndsAtMs: run && boardEndOf(run, known.runs),
  }
}

/** Returns the watched board that a link without one shows: one that is polled, if any. */
function defaultBoard(kind: Subject['kind'], { watches }: RegionNow): string | undefined {
  const boards = watches.filter((watch) => watch.kind === kind)
  return (boards.find(({ freshness }) => isPolled(freshness)) ?? boards[0])?.id
}

/** Returns a subject with what its board says about its song. */
export function withSong<Known extends Subject | undefined>(
  subject: Known,
  song: Song | undefined,
): Known {
  return subject === undefined || song === undefined ? subject : { ...subject, song }
}

/**
 * Returns the challenge song of an id, without its period: only the board knows which of several
 * periods its data belong to. `undefined` if no known run has the song.
 */
export function songNamed(id: string, { runs }: RegionNow): Song | undefined {
  const names = runs.find(({ songs }) => songs.has(id))?.songs.get(id)?.names
  return names && { names, period: undefined }
}

/** Returns when the board of a run switches to the event's next run, in Unix ms. */
function boardEndOf(run: GameRun, runs: readonly GameRun[]): number | undefined {
  const later = runs
    .filter(({ id, startsAtMs }) => id === run.id && startsAtMs > run.startsAtMs)
    .map(({ startsAtMs }) => startsAtMs)
  return later.length === 0 ? undefined : Math.min(...later)
}

/**
 * Returns whether the run of an event that a view names may be missing from these runs, so that the
 * event has to be asked for.
 */
export function needsRuns({ tab, event, startsAt }: View, runs: readonly GameRun[]): boolean {
  if (tab !== 'event' || event === undefined) return false
  return !runs.some(
    ({ id, startsAtMs }) => id === event && (startsAt === undefined || startsAtMs === startsAt),
  )
}

/**
 * Returns whether a run is over at a time (Unix ms): it has ended, or its board has gone to the
 * next one.
 */
export function hasRunEnded({ run, boardEndsAtMs = Infinity }: Subject, nowMs: number): boolean {
  return run !== undefined && (run.endsAtMs <= nowMs || boardEndsAtMs <= nowMs)
}

/** Returns the path of a board, relative to its region. */
export function boardPath({ kind, id }: Pick<Subject, 'kind' | 'id'>): string {
  return { event: `/events/${id}`, music: `/music/${id}`, challenge: `/challenges/${id}` }[kind]
}
