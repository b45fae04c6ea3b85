import { DAY_MS } from '../../../platform/time/time-units.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Board } from '../../../game/board.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import type { AnnouncedEvent } from '../../calendar/run-challenges.ts'
import { RUNS_MAX, type CollectorLease, type HistoryStore } from '../../history-store.ts'
import { REGIONS } from '../../../game/region.ts'
import { findMovedRuns } from './find-moved-runs.ts'
import type { CollectorOptions } from '../collector-options.ts'
import type { RegionLiveEvent } from '../recording/poll-recorder.ts'

/** Time for which the calendar retains a run after its end, in milliseconds. */
const KNOWN_MS = DAY_MS

/** The event runs that the collector has to know. */
export interface EventCalendar {
  /**
   * The runs that ended within the last day, after `sinceMs`, or not yet, at most 1,000 per region;
   * and the latest run of each watched board.
   */
  readonly events: readonly GameEvent[]
  /**
   * The announced runs, whether or not they are in the store; `undefined` before the first read.
   */
  readonly announced: readonly AnnouncedEvent[] | undefined
  /** Reads the announced events and writes new and changed ones into the store. */
  renew(): Promise<void>
  /**
   * Returns whether a board may have fewer rows at `nowMs` than at `thenMs` (Unix ms), because its
   * run has ended or another one has started between.
   */
  mayReset(board: Board, thenMs: number, nowMs: number): boolean
}

/** Options of {@link openEventCalendar}. */
export interface EventCalendarOptions {
  readonly store: Pick<HistoryStore, 'runs' | 'putEvents'>
  readonly readEvents: CollectorOptions['readEvents']
  readonly lease: CollectorLease
  readonly clock: Pick<Clock, 'nowMs'>
  /** Time up to which starts and ends of runs were reported, in Unix milliseconds. */
  readonly sinceMs: number
}

/** Opens the calendar with the runs in the store. Rejects as the store does. */
export async function openEventCalendar({
  store,
  readEvents,
  lease,
  clock,
  sinceMs,
}: EventCalendarOptions): Promise<EventCalendar> {
  const own = new Map<string, GameEvent>()
  const readKnown = async () => {
    const endsAfterMs = Math.floor(Math.min(sinceMs, clock.nowMs() - KNOWN_MS))
    const runs: GameEvent[] = []
    for (const region of REGIONS) {
      for (const query of [{ endsAfterMs }, { isLatestOfWatched: true }]) {
        const read = await store.runs({ region, ...query, max: RUNS_MAX })
        for (const { number: _, nextStartsAtMs: __, ...run } of read) runs.push(run)
      }
    }
    return new Map(runs.map((run) => [keyOf(run), run]))
  }
  let known = await readKnown()
  let announced: readonly AnnouncedEvent[] | undefined
  return {
    get events() {
      return [...known.values()]
    },
    get announced() {
      return announced
    },
    renew: async () => {
      const events = await readEvents()
      const given = events.map(runOf)
      // A concurrent import may have added events, or changed the end of an announced one.
      const stored = await readKnown()
      const isPut = (event: GameEvent) => {
        const now = stored.get(keyOf(event))
        return isSame(event, own.get(keyOf(event))) && (now === undefined || isSame(event, now))
      }
      const moved = findMovedRuns(given, [...stored.values()], clock.nowMs())
      const changed = given
        .filter((event) => !isPut(event))
        .map((event) => ({ ...event, ...movedFrom(moved.get(event)) }))
      if (changed.length > 0) await store.putEvents(changed, lease)
      for (const before of moved.values()) stored.delete(keyOf(before))
      own.clear()
      for (const event of given) own.set(keyOf(event), event)
      for (const event of changed) stored.set(keyOf(event), runOf(event))
      known = stored
      announced = events
    },
    mayReset: (board, thenMs, nowMs) => {
      const runs = runsOfBoard(board, known.values(), announced)
      const isContinued = runs.some(
        ({ startsAtMs, endsAtMs }) => startsAtMs <= thenMs && nowMs < endsAtMs,
      )
      return runs.length > 0 && !isContinued
    },
  }
}

/** Returns the periods in which a board is open; none for the board of a song. */
function runsOfBoard(
  board: Board,
  known: Iterable<GameEvent>,
  announced: readonly AnnouncedEvent[] = [],
): readonly Pick<GameEvent, 'startsAtMs' | 'endsAtMs'>[] {
  const { region, kind, id } = board
  if (kind === 'challenge') {
    return announced
      .filter((event) => event.region === region)
      .flatMap(({ challenges = [] }) => challenges)
      .filter(({ challengeMusicId }) => challengeMusicId === id)
  }
  return kind === 'event' ? [...known].filter((run) => run.region === region && run.id === id) : []
}

/**
 * Returns the starts and ends of events up to a time (Unix ms) that were not yet returned, in
 * order.
 */
export type EventTransitions = (
  nowMs: number,
  events: readonly GameEvent[],
) => readonly RegionLiveEvent[]

/**
 * Creates the tracker of event transitions. `announcedUntilMs` is the time up to which transitions
 * are already written: that of the newest live entry, since each write includes all transitions
 * until then. A clock that is set back returns nothing twice.
 */
export function createEventTransitions(announcedUntilMs: number): EventTransitions {
  return (nowMs, events) => {
    const fromMs = announcedUntilMs
    if (nowMs <= fromMs) return []
    announcedUntilMs = nowMs
    const turns = events.flatMap((event) => [
      { atMs: event.startsAtMs, type: 'event.started' as const, event },
      { atMs: event.endsAtMs, type: 'event.ended' as const, event },
    ])
    return turns
      .filter(({ atMs }) => fromMs < atMs && atMs <= nowMs)
      .toSorted((one, other) => one.atMs - other.atMs)
      .map(({ type, event }) => ({ region: event.region, liveEvent: { type, event } }))
  }
}

function runOf({ region, id, name, startsAtMs, endsAtMs }: AnnouncedEvent): GameEvent {
  return { region, id, name, startsAtMs, endsAtMs }
}

function keyOf({ region, id, startsAtMs }: GameEvent): string {
  return `${region}/${id}/${startsAtMs}`
}

function isSame(one: GameEvent, other: GameEvent | undefined): boolean {
  return one.endsAtMs === other?.endsAtMs && one.name === other.name
}

function movedFrom(before: GameEvent | undefined): { readonly movedFromMs?: number } {
  return before === undefined ? {} : { movedFromMs: before.startsAtMs }
}
