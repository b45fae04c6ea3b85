import type { TSchema } from '#libraries/typebox'
import type { MessageSchema } from '../fields.ts'
import { reference, type Node } from './document.ts'

/** What is said of messages and of their fields, by their names in the document. */
export interface MessageWords {
  readonly messages: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
}

/** The component schemas of messages and of all messages inside them, by their names in the spec. */
export function messageComponents(
  messages: readonly TSchema[],
  words: MessageWords,
): Readonly<Record<string, Node>> {
  const components: Record<string, Node> = {}
  for (const message of messages) collect(message, components, words)
  return Object.fromEntries(
    Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Makes the schema of one value; a named message becomes a component and a reference to it. */
function collect(
  schema: MessageSchema,
  components: Record<string, Node>,
  words: MessageWords,
): Node {
  const { title, properties, additionalProperties, items, anyOf } = schema
  if (title !== undefined && properties !== undefined) {
    components[title] ??= describe(title, properties, components, words)
    return reference('schemas', title)
  }
  if (anyOf !== undefined) return { anyOf: anyOf.map((one) => collect(one, components, words)) }
  if (items !== undefined) return { type: 'array', items: collect(items, components, words) }
  if (typeof additionalProperties === 'object') {
    return {
      type: 'object',
      additionalProperties: collect(additionalProperties, components, words),
    }
  }
  if (schema.enum !== undefined) return { type: 'string', enum: schema.enum }
  // TypeBox marks its schemas with symbols and hidden fields; the document takes the plain ones.
  return { ...(schema as Node) }
}

function describe(
  title: string,
  properties: Readonly<Record<string, MessageSchema>>,
  components: Record<string, Node>,
  words: MessageWords,
): Node {
  return {
    type: 'object',
    description: words.messages[title],
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const description = words.fields[`${title}.${name}`]
        const made = collect(schema, components, words)
        return [name, description === undefined ? made : { ...made, description }]
      }),
    ),
    additionalProperties: false,
  }
}
