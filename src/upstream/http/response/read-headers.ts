import type { Clock } from '../../../platform/time/clock.ts'
import type { ResponseHeaders } from '../upstream-request.ts'

/** Headers with the fetch time in Unix milliseconds. The first well-formed one applies. */
const FETCHED_AT = ['x-fetched-at', 'x-moenotes-fetched-at'] as const
/** Default and limits of `Retry-After` in seconds. */
const RETRY_AFTER_S = { fallback: 5, min: 1, max: 3_600 } as const

/** Returns the value of a header; empty when it is missing or repeated. */
export function headerOf(headers: ResponseHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * Returns the gateway's fetch time in Unix milliseconds; `undefined` when no header has it in
 * digits.
 */
export function readFetchedAt(headers: ResponseHeaders): number | undefined {
  return FETCHED_AT.map((name) => headerOf(headers, name))
    .filter((text) => /^[0-9]{1,16}$/.test(text))
    .map(Number)
    .find((atMs) => atMs > 0 && Number.isSafeInteger(atMs))
}

/**
 * Returns `Retry-After` (RFC 9110, 10.2.3: seconds or a date) in whole seconds, 1 to 3,600; 5 when
 * it is missing or malformed.
 */
export function readRetryAfter(headers: ResponseHeaders, clock: Clock): number {
  const { fallback, min, max } = RETRY_AFTER_S
  const text = headerOf(headers, 'retry-after')
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : secondsUntil(text, clock)
  return Number.isNaN(seconds) ? fallback : Math.min(max, Math.max(min, seconds))
}

/**
 * Accepts only the date format that senders must generate. `Date.parse` accepts other formats,
 * which differ between engines.
 */
function secondsUntil(text: string, clock: Clock): number {
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  return isDate ? Math.ceil((Date.parse(text) - clock.nowMs()) / 1_000) : Number.NaN
}
