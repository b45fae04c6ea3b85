import type { PublicPart } from '../api/public-messages.ts'
import type { ObservedRun } from '../calendar/event-facts.ts'
import { textFor } from '../../game/localized-text.ts'
import type { Region } from '../../game/region.ts'
import type { Language } from '../../platform/language.ts'
import { FEED_TEXTS } from './feed-texts.ts'

/** A run of an event, as feeds and calendars show it. Times are Unix milliseconds. */
export interface FeedEvent {
  readonly region: Region
  readonly id: string
  /** 1 for the first run of the event. */
  readonly run: number
  /** Its name, or "Event 2004". */
  readonly name: string
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** When the game announced it; `undefined` if unknown. */
  readonly announcedAtMs: number | undefined
  /** When the final results were known; `undefined` before, or if unknown. */
  readonly resultsAtMs: number | undefined
  /** Number of changes of its period, and time of the last one in Unix milliseconds. */
  readonly changes: number
  readonly changedAtMs: number | undefined
}

/** Converts a run of the public interface for a feed in a language. */
export function toFeedEvent(
  { region, id = '0', run = 1, name, startsAt, endsAt, phases = [] }: PublicPart['Event'],
  language: Language,
  { changes = 0, changedAtMs }: Pick<ObservedRun, 'changes' | 'changedAtMs'> = {},
): FeedEvent {
  const startOf = (wanted: string) => {
    const found = phases.find(({ phase }) => phase === wanted)?.startsAt
    return found === undefined ? undefined : Number(found)
  }
  return {
    region: region as Region,
    id,
    run,
    name: textFor(name, language, region as Region)?.text ?? `${FEED_TEXTS[language].event} ${id}`,
    startsAtMs: Number(startsAt ?? 0),
    endsAtMs: Number(endsAt ?? 0),
    announcedAtMs: startOf('announced'),
    resultsAtMs: startOf('results'),
    changes,
    changedAtMs,
  }
}

/**
 * Returns the identifier of a run in feeds and calendars. It does not depend on the name and the
 * period of the run, which may change.
 */
export function feedEventId({ region, id, run }: FeedEvent): string {
  return `${region}-event-${id}-run-${run}`
}

/**
 * Returns the URL of the page of a run; `undefined` if the server's own address is not configured.
 */
export function feedEventUrl(
  { region, id, startsAtMs }: FeedEvent,
  publicUrl: string,
): string | undefined {
  if (publicUrl === '') return undefined
  return `${publicUrl}/?${new URLSearchParams({ region, event: id, startsAt: String(startsAtMs) })}`
}
