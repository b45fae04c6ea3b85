import { TIME_BOUNDS } from '../../../platform/time/parse-time.ts'

const CALENDAR =
  /^([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})(?:[T ]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?)? ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})?$/i
const UNIX_SECONDS = /^([0-9]{9,10})(?:\.([0-9]{1,9}))?$/
const UNIX_MS = /^([0-9]{12,13})(?:\.0+)?$/

/** A time in Unix milliseconds, or the problem of an invalid text. */
export type CsvTime = number | { readonly problem: string }

/**
 * Parses a time as trackers write it: ISO 8601 (with a space instead of `T`, or slashes), with an
 * offset or in `zone`, an IANA name such as `Asia/Tokyo`; or Unix seconds or milliseconds, which
 * their number of digits tells apart. Cuts to whole milliseconds.
 */
export function parseCsvTime(text: string, zone: string | undefined): CsvTime {
  const time = parseUnix(text) ?? parseCalendar(text, zone)
  if (typeof time !== 'number') return time
  return time >= TIME_BOUNDS.minMs && time <= TIME_BOUNDS.maxMs
    ? time
    : { problem: `the time "${text}" is not between the years 2000 and 9999` }
}

/** Returns whether this system knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

function parseUnix(text: string): number | undefined {
  const ms = UNIX_MS.exec(text)?.[1]
  if (ms !== undefined) return Number(ms)
  const [, seconds, fraction = ''] = UNIX_SECONDS.exec(text) ?? []
  return seconds === undefined ? undefined : Number(seconds + fraction.padEnd(3, '0').slice(0, 3))
}

function parseCalendar(text: string, zone: string | undefined): CsvTime {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = '', offset] =
    CALENDAR.exec(text) ?? []
  if (year === undefined) {
    return { problem: `the time "${text}" is neither ISO 8601 nor Unix seconds or milliseconds` }
  }
  let local: Temporal.PlainDateTime
  try {
    local = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: Number(second),
        millisecond: Number(fraction.padEnd(3, '0').slice(0, 3)),
      },
      { overflow: 'reject' },
    )
  } catch {
    return { problem: `the time "${text}" does not exist` }
  }
  const named = offset === undefined ? zone : zoneOf(offset)
  if (named === undefined) {
    return { problem: `the time "${text}" has no time zone: name it with --zone` }
  }
  try {
    return local.toZonedDateTime(named, { disambiguation: 'reject' }).epochMilliseconds
  } catch {
    return {
      problem: `the time "${text}" does not exist or exists twice in ${named}, where clocks change`,
    }
  }
}

/** Returns an offset as {@link Temporal} names it: `+09:00`. */
function zoneOf(offset: string): string {
  if (/^[a-z]/i.test(offset)) return 'UTC'
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`
}
