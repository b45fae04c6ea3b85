import { hasControl } from '../domain/has-control.ts'
import type { Reading } from './reading.ts'

/** The values of each name of a query, in the order given. */
export type Query = ReadonlyMap<string, readonly string[]>

const EMPTY: Query = new Map()

/** More pairs than any request needs: a list has at most 100 items. */
const PAIRS_MAX = 128

/**
 * Parses a raw query: pairs between `&`, `+` is a space (as every form encoder writes it), percent escapes are
 * UTF-8. A `;` separates nothing. Too many pairs, bad escapes, invalid UTF-8 and control characters are a problem of
 * the whole query.
 */
export function parseQuery(raw: string): Reading<Query> {
  if (raw === '') return { value: EMPTY }
  const query = new Map<string, string[]>()
  let pairs = 0
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    pairs += 1
    if (pairs > PAIRS_MAX) return { problem: `It has more than ${PAIRS_MAX} parts.` }
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined) {
      return { problem: 'It holds a percent escape that is malformed or not UTF-8.' }
    }
    if (hasControl(name) || hasControl(value)) return { problem: 'It holds a control character.' }
    const values = query.get(name)
    if (values === undefined) query.set(name, [value])
    else values.push(value)
  }
  return { value: query }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Malformed or not UTF-8: decodeURIComponent has no other way to say it.
    return undefined
  }
}
