import { GAME_TIME_BOUNDS } from './game-clock.ts'

const ISO =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2})(?::([0-9]{2})(\.[0-9]{1,3})?)?Z)?$/
// Not shorter: seconds, or a year, would pass for a time in 1970.
const UNIX_MS = /^[0-9]{12,15}$/

/**
 * Reads a time in UTC, such as `2026-07-01T12:00Z` or `2026-07-01`, or Unix milliseconds, from the year 2000 on.
 * Returns Unix milliseconds; `undefined` for any other text.
 */
export function parseTime(text: string): number | undefined {
  const ms = UNIX_MS.test(text) ? Number(text) : parseIso(text)
  const isInBounds =
    ms !== undefined && ms >= GAME_TIME_BOUNDS.minMs && ms <= GAME_TIME_BOUNDS.maxMs
  return isInBounds ? ms : undefined
}

/** The milliseconds of a time that is on the calendar: 30 February is not. */
function parseIso(text: string): number | undefined {
  const [, day, minute = '00:00', second = '00', fraction = '.0'] = ISO.exec(text) ?? []
  if (day === undefined) return undefined
  const whole = `${day}T${minute}:${second}${fraction.padEnd(4, '0')}Z`
  const ms = Date.parse(whole)
  return Number.isNaN(ms) || new Date(ms).toISOString() !== whole ? undefined : ms
}
