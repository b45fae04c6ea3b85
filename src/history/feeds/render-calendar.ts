import { HOUR_MS } from '../../platform/time/time-units.ts'
import type { Language } from '../../platform/language.ts'
import { feedEventId, feedEventUrl, type FeedEvent } from './feed-event.ts'
import { FEED_TEXTS, fillText } from './feed-texts.ts'

/** Hours before the end of an event at which a calendar can remind its reader. */
export const ALARM_HOURS = { '1h': 1, '3h': 3, '12h': 12, '24h': 24 } as const

/** Names of {@link ALARM_HOURS}, and `none`. */
export const ALARMS = ['none', '1h', '3h', '12h', '24h'] as const

/** Options of a calendar. */
export interface CalendarOptions {
  readonly region: string
  readonly language: Language
  /** When to remind the reader. */
  readonly alarm: (typeof ALARMS)[number]
  /** Origin of the server's pages; empty if unknown. */
  readonly publicUrl: string
}

/** Octets of a line without its break (RFC 5545, 3.1). */
const LINE_OCTETS = 75

/**
 * Renders events as an iCalendar file (RFC 5545) with times in UTC. Events keep their UID when
 * their name or period changes. The same events give the same bytes.
 */
export function renderCalendar(events: readonly FeedEvent[], options: CalendarOptions): string {
  const { region, language } = options
  const title = fillText(FEED_TEXTS[language].title, { region: region.toUpperCase() })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Backline//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(title)}`,
    // The refresh interval twice: as RFC 7986, 5.7, and for older programs.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, options)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function eventLines(
  event: FeedEvent,
  { language, alarm, publicUrl }: CalendarOptions,
): readonly string[] {
  const { name, startsAtMs, endsAtMs, announcedAtMs = startsAtMs, changes, changedAtMs } = event
  const changedAt = dateTime(changedAtMs ?? announcedAtMs)
  const url = feedEventUrl(event, publicUrl)
  return [
    'BEGIN:VEVENT',
    `UID:${feedEventId(event)}@backline`,
    // Required. Must not change while the event is unchanged, because caches compare the bytes.
    `DTSTAMP:${changedAt}`,
    // A higher sequence replaces the stored event (RFC 5545, 3.8.7.4).
    `LAST-MODIFIED:${changedAt}`,
    `SEQUENCE:${changes}`,
    `DTSTART:${dateTime(startsAtMs)}`,
    `DTEND:${dateTime(endsAtMs)}`,
    `SUMMARY;LANGUAGE=${language}:${escapeText(name)}`,
    ...(url === undefined ? [] : [`URL:${url}`]),
    // Does not mark the user as busy.
    'TRANSP:TRANSPARENT',
    ...alarmLines(event, language, alarm),
    'END:VEVENT',
  ]
}

function alarmLines(
  { name, startsAtMs, endsAtMs }: FeedEvent,
  language: Language,
  alarm: CalendarOptions['alarm'],
): readonly string[] {
  if (alarm === 'none' || endsAtMs - startsAtMs <= ALARM_HOURS[alarm] * HOUR_MS) return []
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER;RELATED=END:-PT${ALARM_HOURS[alarm]}H`,
    `DESCRIPTION;LANGUAGE=${language}:${escapeText(name)}`,
    'END:VALARM',
  ]
}

/** Formats a time as `20261123T060000Z`. */
function dateTime(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Escapes a text (RFC 5545, 3.3.11). Other control characters are not allowed in it. */
function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\r\n|\r|\n/g, '\\n')
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
  )
}

/** Folds a line into parts of at most 75 octets, never within a character. */
function foldLine(line: string): string {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      parts.push(part)
      // The space that continues a line counts.
      ;[part, octets] = ['', 1]
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
