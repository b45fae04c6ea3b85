import type { Clock } from '../../domain/clock.ts'
import type { AnswerHeaders } from './exchange.ts'

/** The header names under which gateways say when they fetched, in Unix milliseconds; the first that is well-formed holds. */
const FETCHED_AT = ['x-fetched-at', 'x-moenotes-fetched-at'] as const
/** Seconds until another try, where a gateway says nothing, and the bounds of what it may say. */
const RETRY_AFTER_S = { usual: 5, min: 1, max: 3_600 } as const

/** The one value of a header; empty when it is missing, or given more than once. */
export function headerOf(headers: AnswerHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** When the gateway says that it fetched, in Unix milliseconds; `undefined` when it does not say so in digits. */
export function readFetchedAt(headers: AnswerHeaders): number | undefined {
  return FETCHED_AT.map((name) => headerOf(headers, name))
    .filter((text) => /^[0-9]{1,16}$/.test(text))
    .map(Number)
    .find((atMs) => atMs > 0 && Number.isSafeInteger(atMs))
}

/**
 * Whole seconds to wait by `Retry-After` (RFC 9110, 10.2.3: seconds, or a date), 1 to 3,600; 5 when it is missing or
 * neither.
 */
export function readRetryAfter(headers: AnswerHeaders, clock: Clock): number {
  const { usual, min, max } = RETRY_AFTER_S
  const text = headerOf(headers, 'retry-after')
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : secondsUntil(text, clock)
  return Number.isNaN(seconds) ? usual : Math.min(max, Math.max(min, seconds))
}

/** Only the one form of date that senders may use; what else `Date.parse` takes differs from place to place. */
function secondsUntil(text: string, clock: Clock): number {
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  return isDate ? Math.ceil((Date.parse(text) - clock.nowMs()) / 1_000) : Number.NaN
}
