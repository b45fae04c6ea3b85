import type { SharedFacts } from './request-record-layout.ts'

/** Bits per distinct value, and bits set for it: about 1 % false positives. */
const BITS_PER_VALUE = 10
const HASHES = 6

/** Maximum bytes of a filter. A block with more values has more false positives. */
const FILTER_BYTES_MAX = 4_096

const FIELDS = ['developerId', 'keyId', 'operation', 'region', 'status', 'code'] as const

/** The values that a block is searched for; an absent one matches every record. */
export type SharedFilter = {
  readonly [Field in (typeof FIELDS)[number]]?: SharedFacts[Field] | undefined
}

/**
 * Returns a Bloom filter over the values of a block's rows, so that a search skips the blocks that
 * cannot have a match without decompressing them.
 */
export function createBlockFilter(shared: readonly SharedFacts[]): Uint8Array {
  const values = FIELDS.flatMap((field) =>
    [...new Set(shared.map((facts) => facts[field]))].map((value) => tokenOf(field, value)),
  )
  const bytes = Math.ceil((values.length * BITS_PER_VALUE) / 8)
  const filter = new Uint8Array(Math.min(FILTER_BYTES_MAX, Math.max(8, bytes)))
  for (const value of values) {
    for (const bit of bitsOf(value, filter)) filter[bit >>> 3]! |= 1 << (bit & 7)
  }
  return filter
}

/** Returns whether a block may have a record with all of these values. */
export function mayMatch(filter: Uint8Array, wanted: SharedFilter): boolean {
  return FIELDS.every((field) => {
    if (wanted[field] === undefined) return true
    const bits = bitsOf(tokenOf(field, wanted[field]), filter)
    return bits.every((bit) => (filter[bit >>> 3]! & (1 << (bit & 7))) !== 0)
  })
}

/** Returns whether the facts of a row have all of these values. */
export function hasFacts(shared: SharedFacts, wanted: SharedFilter): boolean {
  return FIELDS.every((field) => wanted[field] === undefined || wanted[field] === shared[field])
}

function tokenOf(field: string, value: string | number | undefined): string {
  return `${field}=${value ?? ''}`
}

/** Returns the bits of a value by double hashing: two halves of FNV-1a with different offsets. */
function bitsOf(value: string, filter: Uint8Array): readonly number[] {
  const size = filter.byteLength * 8
  const [one, other] = [fnv1a(value, 0x811c9dc5), fnv1a(value, 0x050c5d1f) | 1]
  return Array.from({ length: HASHES }, (_, nth) => ((one + nth * other) >>> 0) % size)
}

function fnv1a(text: string, offset: number): number {
  let hash = offset
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}
