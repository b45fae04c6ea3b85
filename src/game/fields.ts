import { Type, type Static, type TProperties, type TSchema } from '#libraries/typebox'

/** A 64-bit integer carried as a decimal string (the spec's int64-string). */
export const int64String = Type.String({ pattern: '^-?[0-9]+$', format: 'int64' })

/** An identifier made of digits only; never a number in JSON. */
export const digitsString = Type.String({ pattern: '^[0-9]+$' })

/** Any text, the empty one included. */
export const text = Type.String()

/** A whole number that fits a JSON number. */
export const integer = Type.Integer()

/** True or false; false is the default. */
export const boolean = Type.Boolean()

/** The spec's enum-or-int: a listed name, or an unlisted int32. */
export function enumOrInt<const Names extends readonly string[]>(names: Names) {
  return Type.Unsafe<Names[number] | number>(
    Type.Union([
      Type.Enum([...names]),
      Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }),
    ]),
  )
}

/** One of the listed names; there is no default. */
export function oneOf<const Names extends readonly string[]>(names: Names) {
  return Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] })
}

/** A list of `item`. */
export function list<Item extends TSchema>(item: Item) {
  return Type.Array(item)
}

/**
 * An object with free keys and values of one shape. Declared with `additionalProperties`, because
 * OpenAPI 3.0.3 does not support patterns for keys.
 */
export function map<Item extends TSchema>(item: Item) {
  return Type.Unsafe<Record<string, Static<Item>>>({ type: 'object', additionalProperties: item })
}

/**
 * A closed object of the spec. It has only the listed fields, and each may be absent, because a
 * field with its default value is omitted. `name` is its name in the spec and in the OpenAPI
 * document, `description` its description in the documents and the clients.
 */
export function message<const Name extends string, Fields extends TProperties>(
  name: Name,
  description: string,
  fields: Fields,
) {
  const options = { title: name, description, additionalProperties: false } as const
  const schema = Type.Partial(Type.Object(fields), options)
  return schema as typeof schema & { readonly title: Name }
}
