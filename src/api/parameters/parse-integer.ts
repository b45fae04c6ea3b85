import { INT64_MAX, INT64_MIN } from '../../platform/int64.ts'
import type { IntegerKind } from '../parameter-kind.ts'
import type { ParseResult } from './parse-result.ts'

// No two parts match the same digits, so a long run of zeros cannot backtrack.
const INTEGER = /^(-?)0*(0|[1-9][0-9]*)$/
const DIGITS = /^0*(0|[1-9][0-9]*)$/
const INT64_DIGITS = 19
const INT32_MAX = 2_147_483_647
const INT32_MIN = -2_147_483_648
const TIME_DIGITS = 15

/**
 * Parses an int64 into its canonical text: no leading zeros, `-0` is `0`. Never through a JS
 * number.
 */
export function parseInt64(text: string): ParseResult<string> {
  const parsed = parseSigned(text)
  if ('problem' in parsed) return parsed
  const canonical = parsed.value
  const digits = canonical.length - (canonical.startsWith('-') ? 1 : 0)
  const fits = digits < INT64_DIGITS || (digits === INT64_DIGITS && isInt64(BigInt(canonical)))
  return fits ? { value: canonical } : { problem: 'It must fit 64 bits: -2^63 to 2^63 - 1.' }
}

/** Parses an integer of any length into its canonical text. */
export function parseSigned(text: string): ParseResult<string> {
  const canonical = canonicalInteger(text)
  return canonical === undefined
    ? { problem: 'It must be a whole number in decimal digits.' }
    : { value: canonical }
}

/** Parses an int32 into a number. */
export function parseInt32(text: string): ParseResult<number> {
  const canonical = canonicalInteger(text)
  if (canonical === undefined) return { problem: 'It must be a whole number in decimal digits.' }
  const value = canonical.length <= 11 ? Number(canonical) : Number.POSITIVE_INFINITY
  return value >= INT32_MIN && value <= INT32_MAX
    ? { value }
    : { problem: 'It must fit 32 bits: -2^31 to 2^31 - 1.' }
}

/** Parses digits of any length into the text without leading zeros. */
export function parseDigits(text: string): ParseResult<string> {
  const digits = DIGITS.exec(text)?.[1]
  return digits === undefined ? { problem: 'It must be decimal digits only.' } : { value: digits }
}

/** Parses a rank: 1 to 2³¹ − 1. */
export function parseRank(text: string): ParseResult<number> {
  const digits = DIGITS.exec(text)?.[1]
  const value = digits === undefined || digits.length > 10 ? 0 : Number(digits)
  return value >= 1 && value <= INT32_MAX
    ? { value }
    : { problem: 'It must be a rank: a whole number from 1 to 2147483647.' }
}

/** Parses an integer from `min` to `max`, neither of which is below 0. */
export function parseInteger({ min, max }: IntegerKind, text: string): ParseResult<number> {
  const digits = DIGITS.exec(text)?.[1]
  const value = digits === undefined || digits.length > TIME_DIGITS ? -1 : Number(digits)
  return value >= min && value <= max
    ? { value }
    : { problem: `It must be a whole number from ${min} to ${max}.` }
}

/**
 * Parses a page number: digits, at least 1, without upper bound, into the text without leading
 * zeros.
 */
export function parsePage(text: string): ParseResult<string> {
  const digits = DIGITS.exec(text)?.[1]
  return digits === undefined || digits === '0'
    ? { problem: 'It must be a page number: decimal digits, at least 1.' }
    : { value: digits }
}

/**
 * Parses a time or a duration: milliseconds of at most 15 digits, up to the year 33658 and exact in
 * a number.
 */
export function parseTimeParameter(text: string): ParseResult<number> {
  const digits = DIGITS.exec(text)?.[1]
  return digits === undefined || digits.length > TIME_DIGITS
    ? { problem: `It must be milliseconds: at most ${TIME_DIGITS} decimal digits.` }
    : { value: Number(digits) }
}

function canonicalInteger(text: string): string | undefined {
  const match = INTEGER.exec(text)
  if (match === null) return undefined
  const digits = match[2] ?? ''
  return digits === '0' ? '0' : `${match[1]}${digits}`
}

function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX
}
