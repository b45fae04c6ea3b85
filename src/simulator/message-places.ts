import type { TSchema } from '#libraries/typebox'
import type { MessageSchema } from '../contract/fields.ts'

/** An object of a message, by its field names. */
export type Fields = Record<string, unknown>

/** One place in a message where a value stands: a field of an object, an entry of a map or an element of a list. */
export interface Slot {
  readonly holder: Fields | unknown[]
  readonly key: string | number
  readonly value: unknown
  /** What may stand here by the shape, as JSON Schema names it; `undefined` where that says nothing. */
  readonly type: string | undefined
}

/** The places of a message. */
export interface Places {
  /** Every object that may have fields; maps, where a new entry would be a value, are not among them. */
  readonly objects: readonly Fields[]
  readonly slots: readonly Slot[]
}

/**
 * Lists the places of a message by its shape: what the shape does not know is not looked into. Without a shape, as in
 * an error, everything is. To set a slot changes the message, so give a copy.
 */
export function placesOf(message: unknown, shape: TSchema | undefined): Places {
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

/** Puts another value into a slot. */
export function setSlot({ holder, key }: Slot, value: unknown): void {
  ;(holder as Record<string | number, unknown>)[key] = value
}

/** The shape of the values of a map; `undefined` of anything else. */
function mapShape(shape: MessageSchema | undefined): MessageSchema | undefined {
  const { additionalProperties } = shape ?? {}
  return additionalProperties === false ? undefined : additionalProperties
}
