const CANONICAL = /^(?:0|[1-9][0-9]{0,18})$/
const INT64_MAX = 2n ** 63n - 1n

/**
 * Turns the text of an id into the integer that a dataset knows it by, or `undefined` for a text that no id can
 * have: other than canonical digits (`007` is not `7`), negative, or over int64. Never throws, whatever the text.
 */
export function parseId(text: string): bigint | undefined {
  if (!CANONICAL.test(text)) return undefined
  const id = BigInt(text)
  return id <= INT64_MAX ? id : undefined
}
