import { ENCODINGS, type Encoding } from '../domain/content-encoding.ts'

/** A client sends the same header with every request, and few others send another one. */
const known = new Map<string, { readonly encoding: Encoding | undefined }>()

/** Headers that are known at one time. When there are more, all are read anew. */
const KNOWN_MAX = 256

/** A longer header is read each time it comes: nobody fills the memory with them. */
const KNOWN_LENGTH_MAX = 256

/** The codings that clients name. */
const CODINGS = new Set([...ENCODINGS, 'x-gzip', 'deflate', 'compress', 'identity', '*'])

/**
 * Reads `Accept-Encoding` (RFC 9110 section 12.5.3): the encoding with the greatest weight, the one that makes the
 * smallest body among equals, or `undefined` for none. Whoever forbids everything, the plain body too, gets the plain
 * body, as the standard allows. What cannot be read in the header is passed over.
 */
export function preferredEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  const read = known.get(header)
  if (read !== undefined) return read.encoding
  const encoding = readEncoding(header)
  if (isUsual(header)) {
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(header, { encoding })
  }
  return encoding
}

/** Whether a header names codings and nothing else: a key that somebody put there does not stay in memory. */
function isUsual(header: string): boolean {
  if (header.length > KNOWN_LENGTH_MAX) return false
  const parts = header.toLowerCase().split(',')
  return parts.every((part) => CODINGS.has(PART.exec(part)?.[1] ?? ''))
}

function readEncoding(header: string): Encoding | undefined {
  const weights = readWeights(header)
  const others = weights.get('*') ?? 0
  let best: Encoding | undefined
  // The plain body is acceptable unless it is named; it is preferred only over what weighs less.
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

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [, name, weight = '1'] = PART.exec(part) ?? []
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight))
  }
  return weights
}

/** A token, and perhaps a weight from 0 to 1 with three digits at most. */
const PART =
  /^[ \t]*([!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*(?:;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/
