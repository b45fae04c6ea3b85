import { isUtf8 } from 'node:buffer'

/** How deep a message may be nested. The deepest of the contract has 6 levels; the rest is room for unknown fields. */
const DEPTH_MAX = 64
/**
 * Values that a message may have. An arena window of 1,000 rows has about 100,000; parsing and closing so many takes
 * about as long as the event loop may be held up at all.
 */
const VALUES_MAX = 300_000
/** Integers of fewer digits are exact as JavaScript numbers (2⁵³ − 1 has 16). */
const LONG_DIGITS = 16

const [QUOTE, BACKSLASH, POINT, MINUS, PLUS, COMMA, COLON] = [
  0x22, 0x5c, 0x2e, 0x2d, 0x2b, 0x2c, 0x3a,
]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [ZERO, SMALL_E, LARGE_E] = [0x30, 0x65, 0x45]

/** A number token: where it begins, its sign included, and where it ends. */
interface Token {
  readonly start: number
  readonly end: number
}

/**
 * Parses the JSON of a gateway without losing digits: an integer that a JavaScript number cannot hold becomes a text of
 * its digits, everything else is what `JSON.parse` makes of it. Throws when the bytes are no UTF-8 or no JSON, are
 * nested deeper than 64 levels, or hold more than 300,000 values. Takes time in proportion to the bytes.
 */
export function parseMessage(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new Error('The message is not UTF-8.')
  const { depth, values, tokens } = survey(bytes)
  if (depth > DEPTH_MAX) throw new Error('The message is nested too deeply.')
  if (values > VALUES_MAX) throw new Error('The message has too many values.')
  // A reviver with the source of each number would take forty times as long.
  return JSON.parse(
    withQuotes(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      tokens.filter((token) => isLossy(bytes, token)),
    ),
  ) as unknown
}

/**
 * Looks over the bytes once, outside strings: how deep they nest, how many values there may be, and where the long
 * integers stand. Whether they are JSON at all is not its business.
 */
function survey(bytes: Uint8Array): {
  depth: number
  values: number
  tokens: readonly Token[]
} {
  let level = 0
  let depth = 0
  let values = 1
  const tokens: Token[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA) values += 1
    else if (isDigit(byte)) {
      const end = endOfDigits(bytes, at)
      if (end - at >= LONG_DIGITS && isInteger(bytes, at, end)) {
        tokens.push({ start: bytes[at - 1] === MINUS ? at - 1 : at, end })
      }
      // The digits behind a point belong to no integer.
      at = (bytes[end] === POINT ? endOfDigits(bytes, end + 1) : end) - 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      level += 1
      values += 1
      depth = Math.max(depth, level)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1
  }
  return { depth, values, tokens }
}

/** Whether a run of digits is a whole integer: no part of a fraction or a power, and not where a name belongs. */
function isInteger(bytes: Uint8Array, start: number, end: number): boolean {
  const before = bytes[start - 1] === MINUS ? bytes[start - 2] : bytes[start - 1]
  const behind = bytes[end]
  if (bytes[start] === ZERO || before === SMALL_E || before === LARGE_E || before === PLUS) {
    return false
  }
  if (behind === POINT || behind === SMALL_E || behind === LARGE_E) return false
  let next = end
  while (isSpace(bytes[next])) next += 1
  return bytes[next] !== COLON
}

/** Whether a number would lose digits. One that is infinite as a number stays so: it fits no field. */
function isLossy(bytes: Uint8Array, { start, end }: Token): boolean {
  const value = Number(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString())
  return !Number.isSafeInteger(value) && Number.isFinite(value)
}

/** The text with quotes around the tokens. */
function withQuotes(bytes: Buffer, tokens: readonly Token[]): string {
  if (tokens.length === 0) return bytes.toString('utf8')
  const parts: string[] = []
  let from = 0
  for (const { start, end } of tokens) {
    parts.push(bytes.toString('utf8', from, start), '"', bytes.toString('latin1', start, end), '"')
    from = end
  }
  parts.push(bytes.toString('utf8', from))
  return parts.join('')
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
  return byte >= ZERO && byte <= 0x39
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
