import { lastOf, type ApiSchema } from './api-document.ts'
import { html, type Html } from './html.ts'

/** Says in a few words what a value is; messages link to where they are shown. */
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
      return schema.pattern === '^[0-9]+$' ? html`digits as text` : html`text`
    case 'integer':
      return html`integer`
    default:
      return html`${schema.type ?? 'anything'}`
  }
}

/** The id of the part of the page where a message is shown. */
export function messageId(name: string): string {
  return `message-${name}`
}
