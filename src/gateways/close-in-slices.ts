import { nextTurn } from './next-turn.ts'

/** Elements of a list that are closed in one go: the richest, rows with decks, take about a millisecond. */
export const SLICE_ELEMENTS = 128

type Message = Readonly<Record<string, unknown>>
type Close = (message: unknown) => unknown

/** The name of a message's list that is too long to be closed in one go; `undefined` when none is. */
export function longListOf(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  return Object.keys(message).find((name) => {
    const value = (message as Message)[name]
    return Array.isArray(value) && value.length > SLICE_ELEMENTS
  })
}

/**
 * Closes a message as `close` does, but its list `name` slice by slice, others having their turn between: the list is
 * cut, and each slice closed in a message of its own. The last turn is given away too, so that whoever makes text of
 * the message begins anew. Rejects with what `close` throws, or with the reason of `signal`.
 */
export async function closeInSlices(
  close: Close,
  message: unknown,
  name: string,
  signal: AbortSignal,
): Promise<unknown> {
  const whole = message as Message
  const elements = whole[name] as readonly unknown[]
  const closed: unknown[] = []
  let first: Message | undefined
  for (let start = 0; start < elements.length; start += SLICE_ELEMENTS) {
    const slice = elements.slice(start, start + SLICE_ELEMENTS)
    // What stands beside the list is closed once, with the first slice.
    const part = close(first === undefined ? { ...whole, [name]: slice } : { [name]: slice })
    first ??= part as Message
    // A list that the contract does not know is gone with the first slice.
    if (!Object.hasOwn(first, name)) return first
    closed.push(...((part as Message)[name] as readonly unknown[]))
    await nextTurn(signal)
  }
  return { ...first, [name]: closed }
}
