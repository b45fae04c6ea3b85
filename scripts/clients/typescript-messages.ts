import type { MessageSchema } from '../../src/api/message-schema.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { FIELD_DESCRIPTIONS } from '../../src/game/openapi/field-descriptions.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'

/**
 * Returns a TypeScript interface for every message, with all fields: the default results of the
 * client.
 */
export function messageTypes(): string {
  const interfaces = [...allMessages()].map(([title, { description, properties = {} }]) => {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const fieldDescription = FIELD_DESCRIPTIONS[`${title}.${name}`]
      return `${fieldDescription === undefined ? '' : `/** ${fieldDescription} */\n`}readonly ${name}: ${typeOf(schema)}`
    })
    return `/** ${description} */\nexport interface ${typeName(title)} {\n${fields.join('\n')}\n}`
  })
  return [DO_NOT_EDIT, ...interfaces].join('\n\n')
}

/** Returns constants with the defaults of nested messages, each before its first use. */
export function messageDefaults(): string {
  return [...allMessages()]
    .filter(([title]) => !Object.hasOwn(ENVELOPES, title))
    .map(([title, schema]) => `const ${defaultsName(title)} = ${fieldDefaults(schema)}`)
    .join('\n\n')
}

/** Returns an object literal with the default of every field of a message. */
export function fieldDefaults({ properties = {} }: MessageSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = defaultOf(schema)
    return value === name ? name : `${name}: ${value}`
  })
  return `{ ${fields.join(', ')} }`
}

/** Returns the interface name of a message: `EventGetDeckResponse` for `event.GetDeckResponse`. */
export function typeName(title: string): string {
  const [group = '', name] = title.split('.')
  if (name === undefined) return title
  const prefix = group.charAt(0).toUpperCase() + group.slice(1)
  return name.startsWith(prefix) ? name : `${prefix}${name}`
}

/** Returns the name of the constant with the defaults of a message. */
function defaultsName(title: string): string {
  const name = typeName(title)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Returns every message by its name in the spec, nested messages first. */
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

/**
 * Returns a default in the format of `fill-defaults.ts`: a list contains the default of its items,
 * a map that of its values under ''.
 */
function defaultOf(schema: MessageSchema): string {
  const { title, type, format, items, additionalProperties, anyOf, properties } = schema
  if (title !== undefined && properties !== undefined) return defaultsName(title)
  if (anyOf !== undefined) return `'${anyOf[0]?.enum?.[0]}'`
  if (items !== undefined) return `[${defaultOf(items)}]`
  if (typeof additionalProperties === 'object') return `{ '': ${defaultOf(additionalProperties)} }`
  if (type === 'integer') return '0'
  return format === 'int64' ? "'0'" : "''"
}
