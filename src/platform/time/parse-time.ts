/** The valid times in Unix milliseconds: the years 2000 to 9999. */
export const TIME_BOUNDS = {
  minMs: Date.UTC(2000, 0, 1),
  maxMs: Date.UTC(10_000, 0, 1) - 1,
} as const

const ISO =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2})(?::([0-9]{2})(\.[0-9]{1,3})?)?Z)?$/
// Shorter numbers, such as seconds or a year, would be accepted as times in 1970.
const UNIX_MS = /^[0-9]{12,15}$/

/**
 * Parses a UTC time such as `2026-07-01T12:00Z` or `2026-07-01`, or Unix milliseconds, from the
 * year 2000 on. Returns Unix milliseconds; `undefined` for any other text.
 */
export function parseTime(text: string): number | undefined {
  const ms = UNIX_MS.test(text) ? Number(text) : parseIso(text)
  const isInBounds = ms !== undefined && ms >= TIME_BOUNDS.minMs && ms <= TIME_BOUNDS.maxMs
  return isInBounds ? ms : undefined
}

/** Returns the milliseconds of a valid calendar time; 30 February is invalid. */
function parseIso(text: string): number | undefined {
  const [, day, minute = '00:00', second = '00', fraction = '.0'] = ISO.exec(text) ?? []
  if (day === undefined) return undefined
  const whole = `${day}T${minute}:${second}${fraction.padEnd(4, '0')}Z`
  const ms = Date.parse(whole)
  return Number.isNaN(ms) || new Date(ms).toISOString() !== whole ? undefined : ms
}
