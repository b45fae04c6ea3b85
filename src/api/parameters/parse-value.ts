import type { EnumKind, Kind, ListKind, ScalarKind, BoardKind, RunKind } from '../parameter-kind.ts'
import {
  parseDigits,
  parseInt32,
  parseInt64,
  parseSigned,
  parsePage,
  parseRank,
  parseTimeParameter,
  parseInteger,
} from './parse-integer.ts'
import type { ParseResult } from './parse-result.ts'
import { hasControl } from '../../platform/text/has-control.ts'

/** Parses one value by its declared kind. */
export function parseScalar(kind: ScalarKind, text: string): ParseResult<string | number> {
  switch (kind.kind) {
    case 'int64':
      return parseInt64(text)
    case 'signed':
      return parseSigned(text)
    case 'digits':
      return parseDigits(text)
    case 'rank':
      return parseRank(text)
    case 'page':
      return parsePage(text)
    case 'text':
      return parseText(text)
    case 'enum':
      return readEnum(kind, text)
    case 'choice':
      return kind.names.includes(text)
        ? { value: text }
        : { problem: `It must be one of ${kind.names.join(', ')}.` }
    case 'time':
      return parseTimeParameter(text)
    case 'run':
      return parseRun(kind, text)
    case 'board':
      return parseBoard(kind, text)
    case 'whole':
      return parseInteger(kind, text)
    case 'zone':
      return parseZone(text)
    case 'name':
      return parseName(text)
  }
}

/** Parses the items of a list. They are counted before duplicates collapse. */
export function parseList(
  kind: ListKind,
  items: readonly string[],
): ParseResult<readonly unknown[]> {
  if (items.length < kind.min) return { problem: 'It must have at least one item.' }
  if (items.length > kind.max) return { problem: `It must have at most ${kind.max} items.` }
  const values = new Set<string | number>()
  for (const [index, item] of items.entries()) {
    const reading = item === '' ? { problem: 'It is empty.' } : parseScalar(kind.item, item)
    if ('problem' in reading) return { problem: `Item ${index + 1}: ${reading.problem}` }
    values.add(reading.value)
  }
  return { value: kind.order === 'given' ? [...values] : [...values].sort(byNumber) }
}

/**
 * Parses a path value. Commas, encoded ones included, separate the items of a list, because no item
 * can contain a comma.
 */
export function parsePathValue(kind: Kind, text: string): ParseResult<unknown> {
  return kind.kind === 'list' ? parseList(kind, text.split(',')) : parseScalar(kind, text)
}

/** Parses a query value. A list repeats its parameter; other kinds occur once. */
export function parseQueryValue(kind: Kind, texts: readonly string[]): ParseResult<unknown> {
  if (kind.kind !== 'list') {
    return texts.length === 1
      ? parseScalar(kind, texts[0] ?? '')
      : { problem: 'It must be given only once.' }
  }
  if (kind.commas) {
    return parseList(
      kind,
      texts.flatMap((text) => text.split(',')),
    )
  }
  if (texts.some((text) => text.includes(','))) {
    return { problem: 'In a query, repeat the parameter; commas belong to the path form.' }
  }
  return parseList(kind, texts)
}

function readEnum(kind: EnumKind, text: string): ParseResult<string | number> {
  if (kind.names.includes(text)) return { value: text }
  const number = parseInt32(text)
  if ('problem' in number) {
    return { problem: `It must be one of ${kind.names.join(', ')}, or an int32.` }
  }
  return { value: kind.names[number.value] ?? number.value }
}

function byNumber(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [a, b] = [BigInt(left), BigInt(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Parses a board such as `event:2004` into its canonical text. */
function parseBoard({ boards }: BoardKind, text: string): ParseResult<string> {
  const [kind = '', id, ...more] = text.split(':')
  if (!boards.includes(kind) || id === undefined || more.length > 0) {
    return { problem: `It must be ${boards.join(', ')}, a colon and an id.` }
  }
  const read = parseInt64(id)
  return 'problem' in read ? read : { value: `${kind}:${read.value}` }
}

const RUN_SHAPE = /^([a-z]+):(-?[0-9]+)(?:@([0-9]+))?$/

/**
 * Parses a reference to a run of an event, such as `jp:2004` or `jp:2004@1795175460000`, into its
 * canonical text.
 */
function parseRun({ regions }: RunKind, text: string): ParseResult<string> {
  const [, region = '', id = '', start] = RUN_SHAPE.exec(text) ?? []
  if (!regions.includes(region)) {
    return {
      problem: `It must be a region (${regions.join(', ')}), a colon and an id, optionally followed by @ and a start.`,
    }
  }
  const event = parseInt64(id)
  if ('problem' in event) return event
  if (start === undefined) return { value: `${region}:${event.value}` }
  const startsAt = parseTimeParameter(start)
  if ('problem' in startsAt) return startsAt
  return { value: `${region}:${event.value}@${startsAt.value}` }
}

/** The longest text a parameter takes, in Unicode code points. */
const TEXT_CODE_POINTS_MAX = 256

/** Parses text in any script; returns it unchanged. */
function parseText(text: string): ParseResult<string> {
  if (text === '') return { problem: 'It must not be empty.' }
  if (hasControl(text)) return { problem: 'It must not hold control characters.' }
  // A code point is one or two UTF-16 units, so short texts need no counting.
  return text.length <= TEXT_CODE_POINTS_MAX || codePoints(text) <= TEXT_CODE_POINTS_MAX
    ? { value: text }
    : { problem: `It must have at most ${TEXT_CODE_POINTS_MAX} characters.` }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Parses a name in unreserved characters, which no client needs to escape. */
function parseName(text: string): ParseResult<string> {
  return /^[A-Za-z0-9._~-]{1,64}$/.test(text)
    ? { value: text }
    : { problem: 'It must be 1 to 64 letters, digits and the characters . _ ~ -.' }
}

/** Longer than any zone name. Excludes the offsets that `Intl` also accepts. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** Parses the name of a time zone (IANA) in any case into its canonical spelling. */
function parseZone(text: string): ParseResult<string> {
  const problem = 'It must be the name of a time zone, such as UTC or Asia/Tokyo.'
  if (!ZONE_NAME.test(text)) return { problem }
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return { value: timeZone }
  } catch {
    return { problem }
  }
}
