import { INT64_MAX, INT64_MIN } from '../platform/int64.ts'
import type { TSchema } from '#libraries/typebox'
import type { MessageSchema } from '../api/message-schema.ts'
import { ENVELOPES, type EnvelopeName } from '../game/envelopes.ts'

/**
 * A message does not match its schema. The text names the field and the expected type, never the
 * value.
 */
export class MessageError extends Error {
  override readonly name = 'MessageError'
}

/**
 * Normalizes one message; the result is for JSON.stringify. Tells `onDropped` how many unknown
 * fields it dropped, if any. Throws a {@link MessageError} when the message does not match its
 * schema.
 */
export type NormalizeMessage = (message: unknown, onDropped?: (count: number) => void) => unknown

/** Counts of one normalization. */
interface Counts {
  dropped: number
}

/** Returns the normalized value, or throws a {@link Mismatch}. */
type Normalize = (value: unknown) => unknown

/**
 * A value that does not match its schema. Each level adds its part to the path while the error
 * propagates, so valid messages build no path.
 */
class Mismatch extends Error {
  path = ''
}

/** One field of an object: its normalizer, and the test for its default value, which is omitted. */
interface Field {
  readonly name: string
  readonly normalize: Normalize
  readonly isDefault: (normalized: unknown) => boolean
}

/**
 * Compiles the normalizer of a schema. In one pass it checks types, drops unknown fields, names
 * known enum numbers, turns null into absent and integers into int64 strings, and omits fields that
 * have their default (map entries and list elements stay). Fields are in the order of the schema,
 * so equal messages give equal bytes. The result is for JSON.stringify.
 */
export function compileNormalizer(schema: TSchema): NormalizeMessage {
  const counts: Counts = { dropped: 0 }
  const normalize = normalizerOf(schema, counts)
  return (message, onDropped) => {
    counts.dropped = 0
    try {
      const normalized = normalize(message)
      if (counts.dropped > 0) onDropped?.(counts.dropped)
      return normalized
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      throw new MessageError(`The field ${error.path || '(message)'} is not ${error.message}.`)
    }
  }
}

/** The compiled normalizers of all envelopes. */
export const NORMALIZE_ENVELOPE = Object.fromEntries(
  Object.entries(ENVELOPES).map(([name, schema]) => [name, compileNormalizer(schema)]),
) as Readonly<Record<EnvelopeName, NormalizeMessage>>

function normalizerOf(schema: MessageSchema, counts: Counts): Normalize {
  if (schema.anyOf !== undefined) return normalizeEnum(schema.anyOf[0]?.enum ?? [])
  switch (schema.type) {
    case 'object':
      return schema.properties === undefined
        ? normalizeMap(schema.additionalProperties as MessageSchema, counts)
        : normalizeObject(schema.properties, counts)
    case 'array':
      return normalizeList(schema.items as MessageSchema, counts)
    case 'integer':
      return normalizeInteger
    case 'boolean':
      return normalizeBoolean
    case 'string':
      if (schema.format === 'int64') return normalizeInt64
      return schema.pattern === undefined
        ? normalizeText
        : normalizePattern(new RegExp(schema.pattern))
    default:
      throw new Error(`No normalizer for the schema ${JSON.stringify(schema)}.`)
  }
}

function normalizeObject(
  properties: Readonly<Record<string, MessageSchema>>,
  counts: Counts,
): Normalize {
  const fields: readonly Field[] = Object.entries(properties).map(([name, schema]) => ({
    name,
    normalize: normalizerOf(schema, counts),
    isDefault: isDefaultOf(schema),
  }))
  return (value) => {
    const source = objectOf(value)
    const normalized: Record<string, unknown> = {}
    let at = ''
    let known = 0
    try {
      for (const { name, normalize, isDefault } of fields) {
        if (!Object.hasOwn(source, name)) continue
        known += 1
        const given = source[name]
        if (given === undefined || given === null) continue
        at = name
        const field = normalize(given)
        if (!isDefault(field)) normalized[name] = field
      }
    } catch (error) {
      throw withPath(`.${at}`, error)
    }
    counts.dropped += Object.keys(source).length - known
    return normalized
  }
}

function normalizeMap(item: MessageSchema, counts: Counts): Normalize {
  const normalize = normalizerOf(item, counts)
  return (value) => {
    const source = objectOf(value)
    const normalized: Record<string, unknown> = Object.create(null)
    try {
      for (const key of Object.keys(source)) normalized[key] = normalize(source[key])
    } catch (error) {
      throw withPath('{}', error)
    }
    return normalized
  }
}

function normalizeList(item: MessageSchema, counts: Counts): Normalize {
  const normalize = normalizerOf(item, counts)
  return (value) => {
    if (!Array.isArray(value)) throw new Mismatch('a list')
    try {
      return value.map((element) => normalize(element))
    } catch (error) {
      throw withPath('[]', error)
    }
  }
}

function normalizeEnum(names: readonly string[]): Normalize {
  const known = new Set(names)
  return (value) => {
    if (typeof value === 'string' && known.has(value)) return value
    if (typeof value !== 'number' || (value | 0) !== value) {
      throw new Mismatch('a listed name or an int32')
    }
    return names[value] ?? value
  }
}

function normalizeInteger(value: unknown): unknown {
  if (!Number.isSafeInteger(value)) throw new Mismatch('an integer')
  return value
}

function normalizeBoolean(value: unknown): unknown {
  if (typeof value !== 'boolean') throw new Mismatch('true or false')
  return value
}

/** A lone surrogate is no character, and many JSON parsers fail on one: it becomes U+FFFD. */
function normalizeText(value: unknown): unknown {
  if (typeof value !== 'string') throw new Mismatch('a string')
  return value.isWellFormed() ? value : value.toWellFormed()
}

function normalizePattern(pattern: RegExp): Normalize {
  return (value) => {
    // The empty string is the default of every string, and is omitted.
    if (value === '' || (typeof value === 'string' && pattern.test(value))) return value
    throw new Mismatch(String(pattern))
  }
}

function normalizeInt64(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'string' && /^-?[0-9]{1,18}$/.test(value)) return value
  if (typeof value === 'string' && /^-?[0-9]{19}$/.test(value) && isInt64(BigInt(value))) {
    return value
  }
  if (typeof value === 'bigint' && isInt64(value)) return String(value)
  throw new Mismatch('an int64')
}

function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX
}

function isDefaultOf(schema: MessageSchema): (normalized: unknown) => boolean {
  if (schema.anyOf !== undefined) {
    const first = schema.anyOf[0]?.enum?.[0]
    return (normalized) => normalized === first
  }
  switch (schema.type) {
    case 'object':
      return (normalized) => isEmpty(normalized as object)
    case 'array':
      return (normalized) => (normalized as readonly unknown[]).length === 0
    case 'integer':
      return (normalized) => normalized === 0
    case 'boolean':
      return (normalized) => normalized === false
    default:
      return schema.format === 'int64'
        ? (normalized) => isZero(normalized as string)
        : (normalized) => normalized === ''
  }
}

/** Returns whether an int64 is zero. The first digit decides for nearly all. */
function isZero(int64: string): boolean {
  const first = int64.charCodeAt(0)
  return (first === 0x30 || first === 0x2d) && /^-?0+$/.test(int64)
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Mismatch('an object')
  }
  return value as Record<string, unknown>
}

function withPath(part: string, error: unknown): unknown {
  if (error instanceof Mismatch) error.path = part + error.path
  return error
}
