import type { ValueSchema } from './read-document.ts'

/** The bounds of a 64-bit integer. */
export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const

/**
 * Returns whether a raw text is a value of a schema other than a list. Integers may have any number
 * of decimal digits.
 */
export function fits(schema: ValueSchema, text: string): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => fits(one, text))
  return schema.type === 'integer' ? fitsInteger(schema, text) : fitsString(schema, text)
}

function fitsInteger({ minimum, maximum }: ValueSchema, text: string): boolean {
  if (!/^-?[0-9]+$/.test(text)) return false
  const value = BigInt(text)
  return (
    (minimum === undefined || value >= BigInt(minimum)) &&
    (maximum === undefined || value <= BigInt(maximum))
  )
}

function fitsString(schema: ValueSchema, text: string): boolean {
  const { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  // Code points, as JSON Schema counts.
  const { length } = Array.from(text)
  if (schema.enum !== undefined && !schema.enum.includes(text)) return false
  if (length < minLength || length > maxLength) return false
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false
  if (format === 'time-zone' && !isZone(text)) return false
  if (format !== 'int64') return true
  return /^-?[0-9]+$/.test(text) && BigInt(text) >= INT64.min && BigInt(text) <= INT64.max
}

/** Returns whether a text names a time zone, which no pattern can express. */
function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== ''
  } catch {
    return false
  }
}
