import { lastOf, type ApiSchema } from '../../api-document.ts'
import { html, type Html } from '../../layout/html.ts'

/** Describes the type of a value in a few words, with links to messages. */
export function describeSchema(schema: ApiSchema): Html {
  if (schema.$ref !== undefined) {
    const name = lastOf(schema.$ref)
    return html`<a href="#${messageId(name)}">${name}</a>`
  }
  if (schema.anyOf !== undefined) {
    const names = schema.anyOf.flatMap(({ enum: listed }) => listed ?? [])
    return html`${names.map((name, index) => [index > 0 && ', ', html`<code>${name}</code>`])}, or
    an integer`
  }
  switch (schema.type) {
    case 'array':
      return html`list of ${describeSchema(schema.items ?? {})}`
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? html`map of ${describeSchema(schema.additionalProperties)}`
        : html`object`
    case 'string':
      if (schema.enum !== undefined) {
        return html`${schema.enum.map((name, index) => [index > 0 && ', ', html`<code>${name}</code>`])}`
      }
      if (schema.format === 'int64') return html`int64 as text`
      return schema.pattern === '^[0-9]+$' ? html`string of digits` : html`string`
    case 'integer':
      return html`integer`
    default:
      return html`${schema.type ?? 'anything'}`
  }
}

/** Returns the element id of a message on the page. */
export function messageId(name: string): string {
  return `message-${name}`
}
