import type { Language } from '../../platform/language.ts'
import { feedEventId, feedEventUrl, type FeedEvent } from './feed-event.ts'
import { FEED_TEXTS, fillText, utcMinute } from './feed-texts.ts'

/** Maximum entries of a feed. */
export const ENTRIES_MAX = 50

/** An entry of a feed. */
export interface FeedEntry {
  /** A URI that never changes. */
  readonly id: string
  /** When it happened, in Unix milliseconds. */
  readonly atMs: number
  /** Time of the last change of its text, in Unix milliseconds; at or after `atMs`. */
  readonly updatedMs: number
  /** The language of title and text, if it is not that of the feed. */
  readonly language?: Language | undefined
  readonly title: string
  readonly text: string
  /** Its page; `undefined` if the server's own address is not configured. */
  readonly url: string | undefined
}

/** A feed in one language, newest entry first. */
export interface Feed {
  readonly id: string
  readonly title: string
  readonly language: Language
  /** Origin of the server's pages; empty if unknown. */
  readonly publicUrl: string
  /** Path of the feed, and of the page that it describes, from the origin. */
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

/** The kinds of entries, each with the time of the event that it is about. */
const ENTRY_KINDS = [
  ['announced', 'announcedAtMs'],
  ['started', 'startsAtMs'],
  ['ended', 'endsAtMs'],
  ['results', 'resultsAtMs'],
] as const

/** Creates the feed of event transitions: announced, started, ended, final results. */
export function createEventFeed(
  events: readonly FeedEvent[],
  { region, language, publicUrl, path, nowMs }: FeedOptions,
): Feed {
  const texts = FEED_TEXTS[language]
  const entries = events.flatMap((event) =>
    ENTRY_KINDS.flatMap(([kind, field]) => {
      const atMs = event[field]
      if (atMs === undefined || atMs > nowMs) return []
      const [start, end] = [event.startsAtMs, event.endsAtMs].map(utcMinute)
      return [
        {
          id: `urn:backline:${feedEventId(event)}:${kind}`,
          atMs,
          // The period is part of the text.
          updatedMs: Math.max(atMs, event.changedAtMs ?? 0),
          title: fillText(texts[kind], { name: event.name }),
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
