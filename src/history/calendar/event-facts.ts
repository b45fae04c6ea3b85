import type { LocalizedText } from '../../game/localized-text.ts'
import type { Fact } from './fact.ts'
import type { MasterChallenge } from './master-items.ts'

/** A run of an event in the operator's data. Times are Unix milliseconds. */
export interface MasterRun {
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly announcedAtMs?: number | undefined
  readonly resultsAtMs?: number | undefined
}

/** An event in the operator's data: the content of a fact of the source `data`. */
export interface MasterEvent {
  readonly name?: LocalizedText
  readonly bannerUrl?: string
  /** The kind as the game's data names it. */
  readonly kind?: string
  readonly runs?: readonly MasterRun[]
  readonly challenges?: readonly MasterChallenge[]
}

/** The announcement of a run: the content of a fact of the source `announcement`. */
export interface RunAnnouncement {
  /** The id of the announcement. */
  readonly announcementId: string
  /** Its title, in the language of the region. */
  readonly title: string
  readonly bannerUrl?: string
  /** Time from which the game shows it, in Unix milliseconds. */
  readonly shownFromMs: number
}

/**
 * The observations of the collector about a run: the content of a fact of the source `observed`.
 */
export interface ObservedRun {
  /** When the collector first knew of the run, in Unix milliseconds. */
  readonly seenAtMs?: number
  /** Fetch time of the final result, in Unix milliseconds. */
  readonly resultsAtMs?: number
  /** Last known period of the run, in Unix milliseconds. */
  readonly startsAtMs?: number
  readonly endsAtMs?: number
  /** Number of changes of its period, and time of the last one in Unix milliseconds. */
  readonly changes?: number
  readonly changedAtMs?: number
}

/** Everything known about an event besides the periods of its runs. */
export interface EventFacts {
  readonly data: MasterEvent
  /** By the start of the run. */
  readonly announcements: ReadonlyMap<number, RunAnnouncement>
  /** By the start of the run. */
  readonly observed: ReadonlyMap<number, ObservedRun>
  /** The names of its challenge songs, by the id of the song. */
  readonly songs: ReadonlyMap<string, LocalizedText>
}

/** The facts of an unknown event. */
export const NO_EVENT_FACTS: EventFacts = {
  data: {},
  announcements: new Map(),
  observed: new Map(),
  songs: new Map(),
}

/** Groups the facts of one event by source and run. */
export function eventFactsOf(facts: readonly Fact[]): EventFacts {
  const announcements = new Map<number, RunAnnouncement>()
  const observed = new Map<number, ObservedRun>()
  let data: MasterEvent = {}
  for (const { source, startsAtMs, content } of facts) {
    if (source === 'data') data = content
    else if (source === 'observed') observed.set(startsAtMs, content)
    else announcements.set(startsAtMs, content as unknown as RunAnnouncement)
  }
  return { data, announcements, observed, songs: new Map() }
}
