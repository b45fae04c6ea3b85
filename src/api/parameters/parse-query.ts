import { hasControl } from '../../platform/text/has-control.ts'
import type { ParseResult } from './parse-result.ts'

/** The values of each name of a query, in the order given. */
export type Query = ReadonlyMap<string, readonly string[]>

const EMPTY: Query = new Map()

/** More pairs than any request needs: a list has at most 100 items. */
const PAIRS_MAX = 128

/**
 * Parses a raw query: pairs are separated by `&` only, `+` is a space (as form encoders write it),
 * percent escapes are UTF-8. Returns one problem of the whole query for too many pairs, malformed
 * escapes, invalid UTF-8 and control characters.
 */
export function parseQuery(raw: string): ParseResult<Query> {
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
    // decodeURIComponent throws for malformed escapes and invalid UTF-8.
    return undefined
  }
}
