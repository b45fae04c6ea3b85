import type { TSchema } from '#libraries/typebox'
import type { MessageSchema } from '../api/message-schema.ts'

/** An object of a message, by its field names. */
export type Fields = Record<string, unknown>

/** One value in a message: a field of an object, an entry of a map or an element of a list. */
export interface Slot {
  readonly holder: Fields | unknown[]
  readonly key: string | number
  readonly value: unknown
  /** Schema type of the value; `undefined` where the schema does not define one. */
  readonly type: string | undefined
}

/** Values of a message. */
export interface MessageValues {
  /** Every object with fields; maps, where a new entry would be a value, are excluded. */
  readonly objects: readonly Fields[]
  readonly slots: readonly Slot[]
}

/**
 * Lists the values of a message by its schema; unknown fields are skipped. Without a schema, as for
 * an error, lists everything. Setting a slot changes the message, so pass a copy.
 */
export function valuesOf(message: unknown, shape: TSchema | undefined): MessageValues {
  const objects: Fields[] = []
  const slots: Slot[] = []

  const enter = (value: unknown, at: MessageSchema | undefined) => {
    if (Array.isArray(value)) {
      for (const [key, item] of value.entries()) {
        slots.push({ holder: value, key, value: item, type: at?.items?.type })
        enter(item, at?.items)
      }
    } else if (typeof value === 'object' && value !== null) {
      const holder = value as Fields
      const entries = mapShape(at)
      if (entries === undefined) objects.push(holder)
      for (const [key, item] of Object.entries(holder)) {
        const itemShape = entries ?? at?.properties?.[key]
        if (at !== undefined && itemShape === undefined) continue
        slots.push({ holder, key, value: item, type: itemShape?.type })
        enter(item, itemShape)
      }
    }
  }

  enter(message, shape)
  return { objects, slots }
}

/** Sets the value of a slot. */
export function setSlot({ holder, key }: Slot, value: unknown): void {
  ;(holder as Record<string | number, unknown>)[key] = value
}

/** Returns the schema of the values of a map; `undefined` for anything else. */
function mapShape(shape: MessageSchema | undefined): MessageSchema | undefined {
  const { additionalProperties } = shape ?? {}
  return additionalProperties === false ? undefined : additionalProperties
}
