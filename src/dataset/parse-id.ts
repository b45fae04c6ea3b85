import { INT64_MAX } from '../platform/int64.ts'

const CANONICAL = /^(?:0|[1-9][0-9]{0,18})$/

/**
 * Parses the text of an id into the integer that a dataset uses, or returns `undefined` for a text
 * that cannot be an id: not canonical digits (`007` is not `7`), negative, or beyond int64. Never
 * throws.
 */
export function parseId(text: string): bigint | undefined {
  if (!CANONICAL.test(text)) return undefined
  const id = BigInt(text)
  return id <= INT64_MAX ? id : undefined
}
