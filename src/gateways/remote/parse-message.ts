import { isUtf8 } from 'node:buffer'

/** How deep a message may be nested. The deepest of the contract has 6 levels; the rest is room for unknown fields. */
const DEPTH_MAX = 64
/** Integers of fewer digits are exact as JavaScript numbers (2⁵³ − 1 has 16). */
const LONG_DIGITS = 16

const [QUOTE, BACKSLASH, POINT] = [0x22, 0x5c, 0x2e]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Parses the JSON of a gateway without losing digits: an integer that a JavaScript number cannot hold becomes a bigint,
 * everything else is what `JSON.parse` makes of it. Throws when the bytes are no UTF-8 or no JSON, or are nested deeper
 * than 64 levels. Takes time in proportion to the bytes.
 */
export function parseMessage(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new Error('The message is not UTF-8.')
  const { depth, hasLongInteger } = survey(bytes)
  if (depth > DEPTH_MAX) throw new Error('The message is nested too deeply.')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return hasLongInteger ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

/**
 * Looks over the bytes once, outside strings: how deep they nest, and whether an integer is so long that the slow way
 * of parsing is needed. Whether they are JSON at all is not its business.
 */
function survey(bytes: Uint8Array): { depth: number; hasLongInteger: boolean } {
  let level = 0
  let depth = 0
  let hasLongInteger = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (isDigit(byte)) {
      const end = endOfDigits(bytes, at)
      hasLongInteger ||= end - at >= LONG_DIGITS
      // The digits behind a point belong to no integer.
      at = (bytes[end] === POINT ? endOfDigits(bytes, end + 1) : end) - 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      level += 1
      depth = Math.max(depth, level)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1
  }
  return { depth, hasLongInteger }
}

/** Where the quote stands that ends the string begun at `start`; the end of the bytes where none does. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start
  while (isDigit(bytes[at] ?? 0)) at += 1
  return at
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** A reviver. An integer so long that it is infinite as a number stays so: it fits no field, and BigInt would take long. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const lossy = typeof value === 'number' && !Number.isSafeInteger(value) && Number.isFinite(value)
  const source = context?.source ?? ''
  return lossy && /^-?[0-9]+$/.test(source) ? BigInt(source) : value
}
