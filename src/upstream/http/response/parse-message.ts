import { isUtf8 } from 'node:buffer'

/**
 * Maximum nesting of a message. The deepest of the contract has 6 levels; the rest allows for
 * unknown fields.
 */
const DEPTH_MAX = 64
/**
 * Maximum digits of an integer: 2¹²⁸ has 39. No field exceeds 2⁶⁴, and parsing long ones takes
 * time.
 */
const INTEGER_DIGITS_MAX = 40
/** Integers with fewer digits are exact as JavaScript numbers (2⁵³ − 1 has 16). */
const LONG_DIGITS = 16

const [QUOTE, BACKSLASH, POINT, MINUS, PLUS, COMMA, COLON] = [
  0x22, 0x5c, 0x2e, 0x2d, 0x2b, 0x2c, 0x3a,
]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [ZERO, SMALL_E, LARGE_E] = [0x30, 0x65, 0x45]

/** A number token: its start, sign included, and its end. */
interface Token {
  readonly start: number
  readonly end: number
}

/** A message whose bounds were checked and that is not parsed yet. */
export interface ScannedMessage {
  /** An upper bound of its number of values. */
  readonly values: number
  /** Returns the message. Throws when the bytes are not JSON. */
  parse(): unknown
}

/**
 * Parses the JSON of a gateway without losing digits: an integer that a JavaScript number cannot
 * represent becomes a string of its digits; everything else is the result of `JSON.parse`. Throws
 * when the bytes are not UTF-8 or not JSON, are nested deeper than 64 levels, have an integer of
 * more than 40 digits, or have more than `valuesMax` values. Takes time proportional to the number
 * of bytes.
 */
export function parseMessage(bytes: Uint8Array, valuesMax: number): unknown {
  return scanMessage(bytes, valuesMax).parse()
}

/**
 * Checks all bounds of {@link parseMessage} without parsing, at a fraction of its cost where there
 * are many values.
 */
export function scanMessage(bytes: Uint8Array, valuesMax: number): ScannedMessage {
  if (!isUtf8(bytes)) throw new Error('The message is not UTF-8.')
  const { depth, values, tokens } = scan(bytes)
  if (depth > DEPTH_MAX) throw new Error('The message is nested too deeply.')
  if (values > valuesMax) throw new Error('The message has too many values.')
  return { values, parse: () => parseScanned(bytes, tokens) }
}

function parseScanned(bytes: Uint8Array, tokens: readonly Token[]): unknown {
  // A reviver that reads the source text of each number would take forty times as long.
  return JSON.parse(
    withQuotes(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      tokens.filter((token) => isLossy(bytes, token)),
    ),
  ) as unknown
}

/**
 * Scans the bytes once, outside strings: nesting depth, an upper bound of the number of values, and
 * the positions of long integers. Does not check that they are JSON.
 */
function scan(bytes: Uint8Array): {
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
      if (end - at > INTEGER_DIGITS_MAX) throw new Error('The message has too long a number.')
      if (end - at >= LONG_DIGITS && isInteger(bytes, at, end)) {
        tokens.push({ start: bytes[at - 1] === MINUS ? at - 1 : at, end })
      }
      // Digits after a decimal point are not part of an integer.
      at = (bytes[end] === POINT ? endOfDigits(bytes, end + 1) : end) - 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      level += 1
      values += 1
      depth = Math.max(depth, level)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1
  }
  return { depth, values, tokens }
}

/**
 * Returns whether a run of digits is a whole integer: not part of a fraction or an exponent, and
 * not in the position of a name.
 */
function isInteger(bytes: Uint8Array, start: number, end: number): boolean {
  const before = bytes[start - 1] === MINUS ? bytes[start - 2] : bytes[start - 1]
  const after = bytes[end]
  if (bytes[start] === ZERO || before === SMALL_E || before === LARGE_E || before === PLUS) {
    return false
  }
  if (after === POINT || after === SMALL_E || after === LARGE_E) return false
  let next = end
  while (isWhitespace(bytes[next])) next += 1
  return bytes[next] !== COLON
}

/**
 * Returns whether a number would lose digits. One that is infinite as a number stays unquoted: it
 * fits no field.
 */
function isLossy(bytes: Uint8Array, { start, end }: Token): boolean {
  const value = Number(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString())
  return !Number.isSafeInteger(value) && Number.isFinite(value)
}

/** Returns the text with quotes around the tokens. */
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

/**
 * Returns the position of the quote that ends the string starting at `start`, or the end of the
 * bytes.
 */
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

function isWhitespace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
