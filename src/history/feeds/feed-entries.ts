import type { Language } from '../../platform/language.ts'
import { feedEventId, feedEventUrl, type FeedEvent } from './feed-event.ts'
import { FEED_TEXTS, fillText } from './feed-texts.ts'

/** Entries of a feed at most. */
const ENTRIES_MAX = 50

/** An entry of a feed. */
export interface FeedEntry {
  /** A URI that never changes. */
  readonly id: string
  /** Unix milliseconds. */
  readonly atMs: number
  readonly title: string
  readonly text: string
  /** Its page; `undefined` where the server does not know its own address. */
  readonly url: string | undefined
}

/** A feed in one language, newest entry first. */
export interface Feed {
  readonly id: string
  readonly title: string
  readonly language: Language
  /** Origin of the server's pages; empty if unknown. */
  readonly publicUrl: string
  /** The address of the feed itself, from the origin. */
  readonly path: string
  readonly entries: readonly FeedEntry[]
}

/** Options of {@link createEventFeed}. */
export interface EventFeedOptions {
  readonly region: string
  readonly language: Language
  readonly publicUrl: string
  readonly path: string
  readonly nowMs: number
}

/** The happenings that have an entry each. */
const HAPPENINGS = [
  ['announced', 'announcedAtMs'],
  ['started', 'startsAtMs'],
  ['ended', 'endsAtMs'],
  ['results', 'resultsAtMs'],
] as const

/** Creates the feed of what has happened with events: announced, started, ended, final results. */
export function createEventFeed(
  events: readonly FeedEvent[],
  { region, language, publicUrl, path, nowMs }: EventFeedOptions,
): Feed {
  const texts = FEED_TEXTS[language]
  const entries = events.flatMap((event) =>
    HAPPENINGS.flatMap(([happening, field]) => {
      const atMs = event[field]
      if (atMs === undefined || atMs > nowMs) return []
      const [start, end] = [event.startsAtMs, event.endsAtMs].map(minuteOf)
      return [
        {
          id: `urn:backline:${feedEventId(event)}:${happening}`,
          atMs,
          title: fillText(texts[happening], { name: event.name }),
          text: fillText(texts.period, { start: start ?? '', end: end ?? '' }),
          url: feedEventUrl(event, publicUrl),
        },
      ]
    }),
  )
  return {
    id: `urn:backline:${region}-events`,
    title: fillText(texts.title, { region: region.toUpperCase() }),
    language,
    publicUrl,
    path,
    entries: entries
      .toSorted((one, other) => other.atMs - one.atMs || (one.id < other.id ? -1 : 1))
      .slice(0, ENTRIES_MAX),
  }
}

/** Formats a time as `2026-11-23 06:00`. */
function minuteOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
