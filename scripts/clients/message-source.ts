import type { MessageSchema } from '../../src/api/message-schema.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { FIELD_DESCRIPTIONS } from '../../src/game/openapi/field-descriptions.ts'
import { PUBLIC_ENVELOPES } from '../../src/history/api/public-messages.ts'
import { OPTIONAL_PUBLIC_FIELDS } from '../../src/history/openapi/optional-public-fields.ts'
import { PUBLIC_FIELD_DESCRIPTIONS } from '../../src/history/openapi/public-message-descriptions.ts'

/** The messages of one interface, as the generators of clients read them. */
export interface MessageSource {
  readonly envelopes: Readonly<Record<string, MessageSchema>>
  /** Descriptions of fields, by `Message.field`. */
  readonly fieldDescriptions: Readonly<Record<string, string>>
  /** Returns the name of the type of a message. */
  readonly typeName: (title: string) => string
  /**
   * The scalar fields whose absence has a meaning, by `Message.field`. With `unless`, the field has
   * its default if that other field is absent.
   */
  readonly optionalFields: Readonly<Record<string, { readonly unless?: string }>>
}

/** The messages of the keyed interface: an absent scalar has its default. */
export const KEYED_MESSAGES: MessageSource = {
  envelopes: ENVELOPES as Readonly<Record<string, MessageSchema>>,
  fieldDescriptions: FIELD_DESCRIPTIONS,
  typeName,
  optionalFields: {},
}

/** The messages of the public interface. Their types are named `Public…`. */
export const PUBLIC_MESSAGES: MessageSource = {
  envelopes: PUBLIC_ENVELOPES as Readonly<Record<string, MessageSchema>>,
  fieldDescriptions: PUBLIC_FIELD_DESCRIPTIONS,
  typeName: (title) => `Public${title}`,
  optionalFields: OPTIONAL_PUBLIC_FIELDS,
}

/** Returns every message of an interface by its title, nested messages first. */
export function messagesOf({ envelopes }: MessageSource): ReadonlyMap<string, MessageSchema> {
  const found = new Map<string, MessageSchema>()
  const collect = (schema: MessageSchema): void => {
    const { title, properties, items, additionalProperties } = schema
    for (const inner of Object.values(properties ?? {})) collect(inner)
    if (items !== undefined) collect(items)
    if (typeof additionalProperties === 'object') collect(additionalProperties)
    if (title !== undefined && properties !== undefined) found.set(title, schema)
  }
  for (const envelope of Object.values(envelopes)) collect(envelope)
  return found
}

/** Returns whether a schema is that of a message: an object with named fields. */
export function isMessage({ title, properties }: MessageSchema): boolean {
  return title !== undefined && properties !== undefined
}

/** Returns the type name of a keyed message: `EventGetDeckResponse` for `event.GetDeckResponse`. */
export function typeName(title: string): string {
  const [group = '', name] = title.split('.')
  if (name === undefined) return title
  const prefix = group.charAt(0).toUpperCase() + group.slice(1)
  return name.startsWith(prefix) ? name : `${prefix}${name}`
}
