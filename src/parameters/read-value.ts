import type { EnumKind, Kind, ListKind, ScalarKind } from '../contract/kind.ts'
import { readBoard } from './read-board.ts'
import {
  readDigits,
  readInt32,
  readInt64,
  readPage,
  readRank,
  readTime,
  readWhole,
} from './read-integer.ts'
import { readRun } from './read-run.ts'
import { readText } from './read-text.ts'
import { readZone } from './read-zone.ts'
import type { Reading } from './reading.ts'

/** Reads the raw text of one value by its declared kind. */
export function readScalar(kind: ScalarKind, text: string): Reading<string | number> {
  switch (kind.kind) {
    case 'int64':
      return readInt64(text)
    case 'digits':
      return readDigits(text)
    case 'rank':
      return readRank(text)
    case 'page':
      return readPage(text)
    case 'text':
      return readText(text)
    case 'enum':
      return readEnum(kind, text)
    case 'choice':
      return kind.names.includes(text)
        ? { value: text }
        : { problem: `It must be one of ${kind.names.join(', ')}.` }
    case 'time':
      return readTime(text)
    case 'run':
      return readRun(text)
    case 'board':
      return readBoard(text)
    case 'whole':
      return readWhole(kind, text)
    case 'zone':
      return readZone(text)
  }
}

/** Reads the items of a list. They are counted before duplicates collapse. */
export function readList(kind: ListKind, items: readonly string[]): Reading<readonly unknown[]> {
  if (items.length < kind.min) return { problem: 'It must have at least one item.' }
  if (items.length > kind.max) return { problem: `It must have at most ${kind.max} items.` }
  const values = new Set<string | number>()
  for (const [index, item] of items.entries()) {
    const reading = item === '' ? { problem: 'It is empty.' } : readScalar(kind.item, item)
    if ('problem' in reading) return { problem: `Item ${index + 1}: ${reading.problem}` }
    values.add(reading.value)
  }
  return { value: kind.order === 'given' ? [...values] : [...values].sort(byNumber) }
}

/**
 * Reads a parameter from a path, where the items of a list stand between commas; an encoded comma is one too, for
 * no item can hold a comma.
 */
export function readPathValue(kind: Kind, text: string): Reading<unknown> {
  return kind.kind === 'list' ? readList(kind, text.split(',')) : readScalar(kind, text)
}

/** Reads a parameter from a query, where a list is the parameter repeated and anything else stands once. */
export function readQueryValue(kind: Kind, texts: readonly string[]): Reading<unknown> {
  if (kind.kind !== 'list') {
    return texts.length === 1
      ? readScalar(kind, texts[0] ?? '')
      : { problem: 'It must be given only once.' }
  }
  if (texts.some((text) => text.includes(','))) {
    return { problem: 'In a query the parameter is repeated; commas belong to the path form.' }
  }
  return readList(kind, texts)
}

function readEnum(kind: EnumKind, text: string): Reading<string | number> {
  if (kind.names.includes(text)) return { value: text }
  const number = readInt32(text)
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
