import type { EnumKind, Kind, ListKind, ScalarKind } from '../parameter-kind.ts'
import { parseBoard } from './parse-board.ts'
import {
  parseDigits,
  parseInt32,
  parseInt64,
  parsePage,
  parseRank,
  parseTimeParameter,
  parseInteger,
} from './parse-integer.ts'
import { parseRun } from './parse-run.ts'
import { parseText } from './parse-text.ts'
import { parseZone } from './parse-zone.ts'
import type { ParseResult } from './parse-result.ts'

/** Parses one value by its declared kind. */
export function parseScalar(kind: ScalarKind, text: string): ParseResult<string | number> {
  switch (kind.kind) {
    case 'int64':
      return parseInt64(text)
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
