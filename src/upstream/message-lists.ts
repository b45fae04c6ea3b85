import type { TSchema } from '#libraries/typebox'
import type { MessageSchema } from '../api/message-schema.ts'
import { ENVELOPES, type EnvelopeName } from '../game/envelopes.ts'
import type { OperationDeclaration } from '../game/game-operation.ts'
import { OPERATIONS, type OperationId } from '../game/operations.ts'

/** Names of the list fields of each envelope. */
const LISTS = Object.fromEntries(
  Object.entries(ENVELOPES).map(([name, schema]) => [name, listsIn(schema)]),
) as Readonly<Record<EnvelopeName, readonly string[]>>

/** Returns the names of the list fields in the reply to an operation; none for an image. */
export function listsOf(operation: OperationId): readonly string[] {
  const { response }: OperationDeclaration = OPERATIONS[operation]
  return response === 'image/png' ? [] : LISTS[response]
}

/**
 * Returns the name of the message's longest list that has more than `elementsMax` elements, if any.
 */
export function longestList(
  message: unknown,
  names: readonly string[],
  elementsMax: number,
): string | undefined {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  let longest: string | undefined
  let length = elementsMax
  for (const name of names) {
    const value = Object.hasOwn(message, name)
      ? (message as Readonly<Record<string, unknown>>)[name]
      : undefined
    if (!Array.isArray(value) || value.length <= length) continue
    longest = name
    length = value.length
  }
  return longest
}

function listsIn(schema: TSchema): readonly string[] {
  const { properties = {} }: MessageSchema = schema
  return Object.keys(properties).filter((name) => properties[name]?.type === 'array')
}
