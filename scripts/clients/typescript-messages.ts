import type { MessageSchema } from '../../src/contract/fields.ts'
import { ENVELOPES } from '../../src/contract/messages.ts'
import { FIELD_WORDS, MESSAGE_WORDS } from '../../src/contract/openapi/message-words.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'

/** The TypeScript interface of every message, with every field in its place: what the client gives unless told. */
export function messageTypes(): string {
  const interfaces = [...allMessages()].map(([title, { properties = {} }]) => {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const words = FIELD_WORDS[`${title}.${name}`]
      return `${words === undefined ? '' : `/** ${words} */\n`}readonly ${name}: ${typeOf(schema)}`
    })
    return `/** ${MESSAGE_WORDS[title] ?? title} */\nexport interface ${typeName(title)} {\n${fields.join('\n')}\n}`
  })
  return [DO_NOT_EDIT, ...interfaces].join('\n\n')
}

/** The constants that hold the defaults of messages inside others, each before those that hold it. */
export function messageDefaults(): string {
  return [...allMessages()]
    .filter(([title]) => !Object.hasOwn(ENVELOPES, title))
    .map(([title, schema]) => `const ${defaultsName(title)} = ${fieldDefaults(schema)}`)
    .join('\n\n')
}

/** An object with the default of every field of a message. */
export function fieldDefaults({ properties = {} }: MessageSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = defaultOf(schema)
    return value === name ? name : `${name}: ${value}`
  })
  return `{ ${fields.join(', ')} }`
}

/** What the interface of a message is called: `event.GetDeckResponse` is `EventGetDeckResponse`. */
export function typeName(title: string): string {
  const [group = '', name] = title.split('.')
  if (name === undefined) return title
  const prefix = group.charAt(0).toUpperCase() + group.slice(1)
  return name.startsWith(prefix) ? name : `${prefix}${name}`
}

/** What the constant with the defaults of a message is called. */
function defaultsName(title: string): string {
  const name = typeName(title)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Every message by its name in the spec, those inside a message before it. */
function allMessages(): ReadonlyMap<string, MessageSchema> {
  const found = new Map<string, MessageSchema>()
  const collect = (schema: MessageSchema): void => {
    const { title, properties, items, additionalProperties } = schema
    for (const inner of Object.values(properties ?? {})) collect(inner)
    if (items !== undefined) collect(items)
    if (typeof additionalProperties === 'object') collect(additionalProperties)
    if (title !== undefined && properties !== undefined) found.set(title, schema)
  }
  for (const envelope of Object.values(ENVELOPES)) collect(envelope as MessageSchema)
  return found
}

function typeOf(schema: MessageSchema): string {
  const { title, type, items, additionalProperties, anyOf, properties } = schema
  if (title !== undefined && properties !== undefined) return typeName(title)
  if (anyOf !== undefined) {
    return [...(anyOf[0]?.enum ?? []).map((name) => `'${name}'`), 'number'].join(' | ')
  }
  if (items !== undefined) return `readonly ${typeOf(items)}[]`
  if (typeof additionalProperties === 'object') {
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  }
  return type === 'integer' ? 'number' : 'string'
}

/** A default as `fill-defaults.ts` reads it: a list holds the default of its items, a map holds that of its entries under ''. */
function defaultOf(schema: MessageSchema): string {
  const { title, type, format, items, additionalProperties, anyOf, properties } = schema
  if (title !== undefined && properties !== undefined) return defaultsName(title)
  if (anyOf !== undefined) return `'${anyOf[0]?.enum?.[0]}'`
  if (items !== undefined) return `[${defaultOf(items)}]`
  if (typeof additionalProperties === 'object') return `{ '': ${defaultOf(additionalProperties)} }`
  if (type === 'integer') return '0'
  return format === 'int64' ? "'0'" : "''"
}
