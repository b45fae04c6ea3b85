import type { TSchema } from '#libraries/typebox'
import type { MessageSchema } from './fields.ts'
import { ENVELOPES, type EnvelopeName } from './messages.ts'

/** A message does not fit its shape. The text names the field and what was wrong, never the value. */
export class MessageError extends Error {
  override readonly name = 'MessageError'
}

/**
 * Closes one message; the result is for JSON.stringify. `onDropped` hears how many fields were left out because the
 * contract does not know them, if there were any. Throws a {@link MessageError} when the message does not fit.
 */
export type CloseMessage = (message: unknown, onDropped?: (count: number) => void) => unknown

/** What is counted while one message is closed. */
interface Tally {
  dropped: number
}

/** Brings one value into its closed form, or throws a {@link Misfit}. */
type Close = (value: unknown) => unknown

/** What does not fit. Each level adds its own part to the path as it is left, so that a message that fits builds none. */
class Misfit extends Error {
  path = ''
}

/** One field of an object: how it is closed, and which closed value is its default and therefore left out. */
interface Field {
  readonly name: string
  readonly close: Close
  readonly isDefault: (closed: unknown) => boolean
}

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/**
 * Makes the function that does, in one pass, all that has to happen to a message from any gateway: checks types,
 * drops unknown fields, names known enum numbers, turns null into absent and whole numbers into int64 strings, and
 * leaves out fields that hold their default (map entries and list elements stay). Compiled once from the schema;
 * fields come out in the order of the schema, so equal messages give equal bytes. The result is for JSON.stringify.
 */
export function compileClose(schema: TSchema): CloseMessage {
  const tally: Tally = { dropped: 0 }
  const close = closeOf(schema, tally)
  return (message, onDropped) => {
    tally.dropped = 0
    try {
      const closed = close(message)
      if (tally.dropped > 0) onDropped?.(tally.dropped)
      return closed
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      throw new MessageError(`The field ${error.path || '(message)'} is not ${error.message}.`)
    }
  }
}

/** The compiled closers of all envelopes. */
export const CLOSE_ENVELOPE = Object.fromEntries(
  Object.entries(ENVELOPES).map(([name, schema]) => [name, compileClose(schema)]),
) as Readonly<Record<EnvelopeName, CloseMessage>>

function closeOf(schema: MessageSchema, tally: Tally): Close {
  if (schema.anyOf !== undefined) return closeEnum(schema.anyOf[0]?.enum ?? [])
  switch (schema.type) {
    case 'object':
      return schema.properties === undefined
        ? closeMap(schema.additionalProperties as MessageSchema, tally)
        : closeObject(schema.properties, tally)
    case 'array':
      return closeList(schema.items as MessageSchema, tally)
    case 'integer':
      return closeInteger
    case 'string':
      if (schema.format === 'int64') return closeInt64
      return schema.pattern === undefined ? closeText : closePattern(new RegExp(schema.pattern))
    default:
      throw new Error(`No closer for the schema ${JSON.stringify(schema)}.`)
  }
}

function closeObject(properties: Readonly<Record<string, MessageSchema>>, tally: Tally): Close {
  const fields: readonly Field[] = Object.entries(properties).map(([name, schema]) => ({
    name,
    close: closeOf(schema, tally),
    isDefault: isDefaultOf(schema),
  }))
  return (value) => {
    const source = objectOf(value)
    const closed: Record<string, unknown> = {}
    let at = ''
    let known = 0
    try {
      for (const { name, close, isDefault } of fields) {
        if (!Object.hasOwn(source, name)) continue
        known += 1
        const given = source[name]
        if (given === undefined || given === null) continue
        at = name
        const field = close(given)
        if (!isDefault(field)) closed[name] = field
      }
    } catch (error) {
      throw inside(`.${at}`, error)
    }
    tally.dropped += Object.keys(source).length - known
    return closed
  }
}

function closeMap(item: MessageSchema, tally: Tally): Close {
  const close = closeOf(item, tally)
  return (value) => {
    const source = objectOf(value)
    const closed: Record<string, unknown> = Object.create(null)
    try {
      for (const key of Object.keys(source)) closed[key] = close(source[key])
    } catch (error) {
      throw inside('{}', error)
    }
    return closed
  }
}

function closeList(item: MessageSchema, tally: Tally): Close {
  const close = closeOf(item, tally)
  return (value) => {
    if (!Array.isArray(value)) throw new Misfit('a list')
    try {
      return value.map((element) => close(element))
    } catch (error) {
      throw inside('[]', error)
    }
  }
}

function closeEnum(names: readonly string[]): Close {
  const known = new Set(names)
  return (value) => {
    if (typeof value === 'string' && known.has(value)) return value
    if (typeof value !== 'number' || (value | 0) !== value) {
      throw new Misfit('a listed name or an int32')
    }
    return names[value] ?? value
  }
}

function closeInteger(value: unknown): unknown {
  if (!Number.isSafeInteger(value)) throw new Misfit('an integer')
  return value
}

/** Half a surrogate pair is no character, and many JSON readers fail on one: it becomes U+FFFD. */
function closeText(value: unknown): unknown {
  if (typeof value !== 'string') throw new Misfit('a string')
  return value.isWellFormed() ? value : value.toWellFormed()
}

function closePattern(pattern: RegExp): Close {
  return (value) => {
    // The empty text is the default of every text, and is left out.
    if (value === '' || (typeof value === 'string' && pattern.test(value))) return value
    throw new Misfit(String(pattern))
  }
}

function closeInt64(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'string' && /^-?[0-9]{1,18}$/.test(value)) return value
  if (typeof value === 'string' && /^-?[0-9]{19}$/.test(value) && isInt64(BigInt(value))) {
    return value
  }
  if (typeof value === 'bigint' && isInt64(value)) return String(value)
  throw new Misfit('an int64')
}

function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX
}

function isDefaultOf(schema: MessageSchema): (closed: unknown) => boolean {
  if (schema.anyOf !== undefined) {
    const first = schema.anyOf[0]?.enum?.[0]
    return (closed) => closed === first
  }
  switch (schema.type) {
    case 'object':
      return (closed) => isEmpty(closed as object)
    case 'array':
      return (closed) => (closed as readonly unknown[]).length === 0
    case 'integer':
      return (closed) => closed === 0
    default:
      return schema.format === 'int64'
        ? (closed) => isZero(closed as string)
        : (closed) => closed === ''
  }
}

/** Whether an int64 is zero. Nearly all are told by their first digit. */
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
    throw new Misfit('an object')
  }
  return value as Record<string, unknown>
}

function inside(part: string, error: unknown): unknown {
  if (error instanceof Misfit) error.path = part + error.path
  return error
}
