import type { Language } from '../../platform/language.ts'
import { feedEventId, feedEventUrl, type FeedEvent } from './feed-event.ts'
import { FEED_TEXTS, fillText, utcMinute } from './feed-texts.ts'

/** Entries of a feed at most. */
export const ENTRIES_MAX = 50

/** An entry of a feed. */
export interface FeedEntry {
  /** A URI that never changes. */
  readonly id: string
  /** When it happened, in Unix milliseconds. */
  readonly atMs: number
  /** When what it says last changed, in Unix milliseconds; at or after `atMs`. */
  readonly updatedMs: number
  /** The language of title and text, if it is not that of the feed. */
  readonly language?: Language | undefined
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
  /** The address of the feed itself, and of the page that it is about, from the origin. */
  readonly path: string
  readonly pagePath: string
  readonly entries: readonly FeedEntry[]
}

/** Options of a feed of a region. */
export interface FeedOptions {
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
  { region, language, publicUrl, path, nowMs }: FeedOptions,
): Feed {
  const texts = FEED_TEXTS[language]
  const entries = events.flatMap((event) =>
    HAPPENINGS.flatMap(([happening, field]) => {
      const atMs = event[field]
      if (atMs === undefined || atMs > nowMs) return []
      const [start, end] = [event.startsAtMs, event.endsAtMs].map(utcMinute)
      return [
        {
          id: `urn:backline:${feedEventId(event)}:${happening}`,
          atMs,
          // The period is part of the text.
          updatedMs: Math.max(atMs, event.changedAtMs ?? 0),
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
    pagePath: pagePathOf(region),
    entries: newestEntries(entries),
  }
}

/** Returns the newest entries in the order of a feed. */
export function newestEntries(entries: readonly FeedEntry[]): readonly FeedEntry[] {
  return entries
    .toSorted((one, other) => other.atMs - one.atMs || (one.id < other.id ? -1 : 1))
    .slice(0, ENTRIES_MAX)
}

/** Returns the page of a region, from the origin. */
export function pagePathOf(region: string): string {
  return `/?region=${region}`
}
