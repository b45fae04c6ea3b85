import type { TSchema } from '#libraries/typebox'
import type { MessageSchema } from '../message-schema.ts'
import { reference, type Node } from './document.ts'

/** The descriptions of fields, by `Message.field` as named in the document. */
export type FieldDescriptions = Readonly<Record<string, string>>

/**
 * Returns the component schemas of messages and of all messages nested in them, by their names in
 * the spec.
 */
export function messageComponents(
  messages: readonly TSchema[],
  descriptions: FieldDescriptions,
): Readonly<Record<string, Node>> {
  const components: Record<string, Node> = {}
  for (const message of messages) collect(message, components, descriptions)
  return Object.fromEntries(
    Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Returns the schema of one value; a named message becomes a component and a reference to it. */
function collect(
  schema: MessageSchema,
  components: Record<string, Node>,
  descriptions: FieldDescriptions,
): Node {
  const { title, description, properties, additionalProperties, items, anyOf } = schema
  if (title !== undefined && properties !== undefined) {
    components[title] ??= {
      type: 'object',
      description,
      properties: describeFields(title, properties, components, descriptions),
      additionalProperties: false,
    }
    return reference('schemas', title)
  }
  if (anyOf !== undefined)
    return { anyOf: anyOf.map((one) => collect(one, components, descriptions)) }
  if (items !== undefined) return { type: 'array', items: collect(items, components, descriptions) }
  if (typeof additionalProperties === 'object') {
    return {
      type: 'object',
      additionalProperties: collect(additionalProperties, components, descriptions),
    }
  }
  if (schema.enum !== undefined) return { type: 'string', enum: schema.enum }
  // TypeBox marks its schemas with symbols and hidden fields; copy the plain ones only.
  return { ...(schema as Node) }
}

function describeFields(
  title: string,
  properties: Readonly<Record<string, MessageSchema>>,
  components: Record<string, Node>,
  descriptions: FieldDescriptions,
): Node {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = descriptions[`${title}.${name}`]
      const collected = collect(schema, components, descriptions)
      return [name, description === undefined ? collected : { ...collected, description }]
    }),
  )
}
