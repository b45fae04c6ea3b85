import type { TSchema } from 'typebox'
import type { MessageSchema } from '../fields.ts'
import { reference, type Node } from './document.ts'
import { FIELD_WORDS, MESSAGE_WORDS } from './message-words.ts'

/** The component schemas of messages and of all messages inside them, by their names in the spec. */
export function messageComponents(messages: readonly TSchema[]): Readonly<Record<string, Node>> {
  const components: Record<string, Node> = {}
  for (const message of messages) collect(message, components)
  return Object.fromEntries(
    Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Makes the schema of one value; a named message becomes a component and a reference to it. */
function collect(schema: MessageSchema, components: Record<string, Node>): Node {
  const { title, properties, additionalProperties, items, anyOf } = schema
  if (title !== undefined && properties !== undefined) {
    components[title] ??= describe(title, properties, components)
    return reference('schemas', title)
  }
  if (anyOf !== undefined) return { anyOf: anyOf.map((one) => collect(one, components)) }
  if (items !== undefined) return { type: 'array', items: collect(items, components) }
  if (typeof additionalProperties === 'object') {
    return { type: 'object', additionalProperties: collect(additionalProperties, components) }
  }
  if (schema.enum !== undefined) return { type: 'string', enum: schema.enum }
  // TypeBox marks its schemas with symbols and hidden fields; the document takes the plain ones.
  return { ...(schema as Node) }
}

function describe(
  title: string,
  properties: Readonly<Record<string, MessageSchema>>,
  components: Record<string, Node>,
): Node {
  return {
    type: 'object',
    description: MESSAGE_WORDS[title],
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const words = FIELD_WORDS[`${title}.${name}`]
        const made = collect(schema, components)
        return [name, words === undefined ? made : { ...made, description: words }]
      }),
    ),
    additionalProperties: false,
  }
}
