import type { MessageSchema } from '../../src/api/message-schema.ts'
import { FIELD_IDS } from '../../src/game/id-types.ts'
import { isMessage, messagesOf, type MessageSource } from './message-source.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'

/**
 * Returns a TypeScript interface for every message: what the client returns after it has filled in
 * defaults. A nested message, and a scalar whose absence has a meaning, may be `undefined`.
 */
export function messageTypes(source: MessageSource): string {
  const ids = new Set<string>()
  const interfaces = [...messagesOf(source)].map(([title, { description, properties = {} }]) => {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const id = FIELD_IDS[`${title}.${name}`]
      if (id !== undefined) ids.add(id)
      const type = id ?? typeOf(schema, source)
      const mayBeAbsent = isMessage(schema) || `${title}.${name}` in source.optionalFields
      const fieldDescription = source.fieldDescriptions[`${title}.${name}`]
      const comment = fieldDescription === undefined ? '' : `/** ${fieldDescription} */\n`
      return `${comment}readonly ${name}${mayBeAbsent ? '?' : ''}: ${type}${mayBeAbsent ? ' | undefined' : ''}`
    })
    return `/** ${description} */\nexport interface ${source.typeName(title)} {\n${fields.join('\n')}\n}`
  })
  const imports =
    ids.size === 0 ? [] : [`import type { ${[...ids].sort().join(', ')} } from './ids.ts'`]
  return [DO_NOT_EDIT, ...imports, ...interfaces].join('\n\n')
}

/** Returns constants with the shapes of nested messages, each before its first use. */
export function messageDefaults(source: MessageSource): string {
  return [...messagesOf(source)]
    .filter(([title]) => !Object.hasOwn(source.envelopes, title))
    .map(([title, schema]) => `const ${shapeName(title, source)} = ${shapeOf(schema, source)}`)
    .join('\n\n')
}

/**
 * Returns the shape of a message as an object literal, in the format of `read-message.ts`: the
 * default of every field that a client fills in, and the shape of every nested message.
 */
export function shapeOf({ title = '', properties = {} }: MessageSchema, source: MessageSource) {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const value = defaultOf(schema, source)
    const optional = source.optionalFields[`${title}.${name}`]
    if (optional?.unless !== undefined) return [`'${name}?${optional.unless}': ${value}`]
    // One of several names has no default.
    if (schema.enum !== undefined || optional !== undefined) return []
    return [value === name ? name : `${name}: ${value}`]
  })
  return `{ ${fields.join(', ')} }`
}

function shapeName(title: string, { typeName }: MessageSource): string {
  const name = typeName(title)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function typeOf(schema: MessageSchema, source: MessageSource): string {
  const { title, type, items, additionalProperties, anyOf, enum: names } = schema
  if (isMessage(schema)) return source.typeName(title ?? '')
  if (anyOf !== undefined) return [...(anyOf[0]?.enum ?? []).map(quoted), 'number'].join(' | ')
  if (names !== undefined) return names.map(quoted).join(' | ')
  if (items !== undefined) {
    const item = typeOf(items, source)
    return `readonly ${item.includes('|') ? `(${item})` : item}[]`
  }
  if (typeof additionalProperties === 'object') {
    return `Readonly<Record<string, ${typeOf(additionalProperties, source)}>>`
  }
  return type === 'integer' ? 'number' : type === 'boolean' ? 'boolean' : 'string'
}

/**
 * Returns a default in the format of `read-message.ts`: a list contains the shape of its items, a
 * map that of its values under ''.
 */
function defaultOf(schema: MessageSchema, source: MessageSource): string {
  const { title, type, format, items, additionalProperties, anyOf } = schema
  if (isMessage(schema)) return shapeName(title ?? '', source)
  if (anyOf !== undefined) return quoted(anyOf[0]?.enum?.[0] ?? '')
  if (items !== undefined) return `[${defaultOf(items, source)}]`
  if (typeof additionalProperties === 'object') {
    return `{ '': ${defaultOf(additionalProperties, source)} }`
  }
  if (type === 'integer') return '0'
  if (type === 'boolean') return 'false'
  return format === 'int64' ? "'0'" : "''"
}

function quoted(name: string): string {
  return `'${name}'`
}
