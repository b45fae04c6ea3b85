import { Type, type Static, type TProperties, type TSchema } from '#libraries/typebox'

/** The parts of JSON Schema that messages are declared with here: what reads a declaration has to know no others. */
export interface MessageSchema {
  readonly title?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, MessageSchema>>
  readonly additionalProperties?: MessageSchema | false
  readonly items?: MessageSchema
  readonly anyOf?: readonly MessageSchema[]
  readonly enum?: readonly string[]
}

/** A 64-bit integer carried as a decimal string (the spec's int64-string). */
export const int64String = Type.String({ pattern: '^-?[0-9]+$', format: 'int64' })

/** An identifier made of digits only; never a number in JSON. */
export const digitsString = Type.String({ pattern: '^[0-9]+$' })

/** Any text, the empty one included. */
export const text = Type.String()

/** A whole number that fits a JSON number. */
export const integer = Type.Integer()

/** The spec's enum-or-int: a listed name, or an int32 that no name is listed for. */
export function enumOrInt<const Names extends readonly string[]>(names: Names) {
  return Type.Unsafe<Names[number] | number>(
    Type.Union([
      Type.Enum([...names]),
      Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }),
    ]),
  )
}

/** One of the listed names; none of them is a default. */
export function oneOf<const Names extends readonly string[]>(names: Names) {
  return Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] })
}

/** A list of `item`. */
export function list<Item extends TSchema>(item: Item) {
  return Type.Array(item)
}

/**
 * An object with free keys and values of one shape. Declared with `additionalProperties` rather than with patterns,
 * which OpenAPI 3.0.3 cannot say.
 */
export function map<Item extends TSchema>(item: Item) {
  return Type.Unsafe<Record<string, Static<Item>>>({ type: 'object', additionalProperties: item })
}

/**
 * A closed object of the spec: no field but the listed ones, and each of them may be absent, because a field that
 * holds its default value is left out. `name` is its name in the spec and in the OpenAPI document.
 */
export function message<Fields extends TProperties>(name: string, fields: Fields) {
  return Type.Partial(Type.Object(fields), { title: name, additionalProperties: false })
}
