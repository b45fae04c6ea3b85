import { ENCODINGS, type Encoding } from '../content/content-encoding.ts'

/** Parsed headers: a client repeats one header, and few distinct ones occur. */
const cache = new Map<string, { readonly encoding: Encoding | undefined }>()

/** Maximum cached headers. When full, the cache is cleared. */
const CACHED_MAX = 256

/** Maximum length of a cached header, which bounds the memory. */
const CACHED_LENGTH_MAX = 256

/** Codings that clients name. */
const CODINGS = new Set([...ENCODINGS, 'x-gzip', 'deflate', 'compress', 'identity', '*'])

/**
 * Parses `Accept-Encoding` (RFC 9110 section 12.5.3): returns the encoding with the greatest
 * weight, among equals the one with the smallest result, or `undefined` for none. A client that
 * forbids every encoding, identity included, gets the plain body, as the standard allows. Skips
 * malformed parts.
 */
export function preferredEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  const cached = cache.get(header)
  if (cached !== undefined) return cached.encoding
  const encoding = parseEncoding(header)
  if (isCacheable(header)) {
    if (cache.size >= CACHED_MAX) cache.clear()
    cache.set(header, { encoding })
  }
  return encoding
}

/** Whether a header names cache codings only: a secret misplaced there must not stay in memory. */
function isCacheable(header: string): boolean {
  if (header.length > CACHED_LENGTH_MAX) return false
  const parts = header.toLowerCase().split(',')
  return parts.every((part) => CODINGS.has(PART.exec(part)?.[1] ?? ''))
}

function parseEncoding(header: string): Encoding | undefined {
  const weights = parseWeights(header)
  const others = weights.get('*') ?? 0
  let best: Encoding | undefined
  // The plain body is acceptable unless forbidden; it is preferred only over lower weights.
  let bestWeight = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? others
    if (weight > bestWeight || (weight === bestWeight && weight > 0 && best === undefined)) {
      best = encoding
      bestWeight = weight
    }
  }
  return best
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [, name, weight = '1'] = PART.exec(part) ?? []
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight))
  }
  return weights
}

/** A token with an optional weight from 0 to 1, three decimals at most. */
const PART =
  /^[ \t]*([!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*(?:;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/
