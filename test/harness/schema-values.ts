/** What of a JSON schema the values are made from. */
interface ValueSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly ValueSchema[]
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: ValueSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** An end of the bounds of a schema. */
export type Bound = 'minimum' | 'maximum'

type Fields = Readonly<Record<string, unknown>>

/** Texts that no pattern of the portal allows. */
const HOSTILE_TEXTS = ['\u0000', 'a\nb', '\u202e', ' x ']

/** Returns the value of an object schema of literals, choices, integers and lists at an end of its bounds. */
export function boundaryValue(schema: ValueSchema, bound: Bound): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum.at(bound === 'minimum' ? 0 : -1)
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties)
    return Object.fromEntries(entries.map(([name, one]) => [name, boundaryValue(one, bound)]))
  }
  if (schema.type === 'array') return bound === 'minimum' ? [] : [...(schema.items?.enum ?? [])]
  const value = schema[bound]
  if (value === undefined) throw new Error(`No ${bound} in ${JSON.stringify(schema)}.`)
  return value
}

/**
 * Returns variants of a valid value, each of which breaks one rule of its schema: a wrong type, a
 * bound that is exceeded, a field that is missing or unknown, an item twice.
 */
export function invalidValues(schema: ValueSchema, valid: unknown): readonly unknown[] {
  if (schema.anyOf !== undefined) return invalidOfUnion(schema.anyOf, valid)
  if (schema.properties !== undefined) return invalidObjects(schema, valid as Fields)
  if (schema.const !== undefined || schema.enum !== undefined) return ['no such value', 7, null, {}]
  if (schema.type === 'array') return invalidArrays(schema, valid as readonly unknown[])
  if (schema.type === 'integer') return invalidIntegers(schema)
  if (schema.type === 'string') return invalidTexts(schema)
  throw new Error(`No invalid values of ${JSON.stringify(schema)}.`)
}

function invalidOfUnion(options: readonly ValueSchema[], valid: unknown): readonly unknown[] {
  const { type } = valid as Fields
  const option = options.find(({ properties }) => properties?.['type']?.const === type)
  if (option === undefined) throw new Error(`No option of the type ${String(type)}.`)
  return invalidValues(option, valid)
}

function invalidObjects(schema: ValueSchema, valid: Fields): readonly unknown[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required.map((name) =>
    Object.fromEntries(Object.entries(valid).filter(([other]) => other !== name)),
  )
  const wrong = Object.entries(properties).flatMap(([name, one]) =>
    name in valid
      ? invalidValues(one, valid[name]).map((value) => ({ ...valid, [name]: value }))
      : [],
  )
  const unknown = additionalProperties === false ? [{ ...valid, unknown: 1 }] : []
  return ['text', [], ...missing, ...wrong, ...unknown]
}

function invalidArrays(schema: ValueSchema, valid: readonly unknown[]): readonly unknown[] {
  const { items = {}, minItems = 0, maxItems, uniqueItems = false } = schema
  const [first] = valid
  const repeated = (length: number) => Array<unknown>(length).fill(first)
  return [
    'text',
    {},
    null,
    ...(minItems > 0 ? [repeated(minItems - 1)] : []),
    ...(maxItems === undefined ? [] : [repeated(maxItems + 1)]),
    ...(uniqueItems && first !== undefined ? [[...valid, first]] : []),
    ...(first === undefined ? [] : invalidValues(items, first).map((item) => [item])),
  ]
}

function invalidIntegers({ minimum, maximum }: ValueSchema): readonly unknown[] {
  const outside = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]
  return [...outside, 1.5, '5', null, true, []]
}

function invalidTexts({ minLength = 0, maxLength, pattern }: ValueSchema): readonly unknown[] {
  return [
    7,
    null,
    {},
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(pattern === undefined ? [] : HOSTILE_TEXTS),
  ]
}
