import { nextTurn } from '../platform/concurrency/next-turn.ts'
import { UNLIMITED, type ThreadBudget } from './thread-budget.ts'

/**
 * Elements normalized in one turn of the event loop: the largest, rows with decks, take about a
 * millisecond.
 */
export const CHUNK_ELEMENTS = 128

type Message = Readonly<Record<string, unknown>>
type Normalize = (message: unknown) => unknown

/**
 * Normalizes a message like `normalize`, but its list `name` in chunks, yielding to the event loop
 * between them. Each chunk is normalized in a message of its own. Yields after the last chunk too,
 * so that serialization starts in a new turn. Chunks wait while the `budget` of the region is used
 * up. Rejects with the error of `normalize`, or with the reason of `signal`.
 */
export async function normalizeInChunks(
  normalize: Normalize,
  rawMessage: unknown,
  name: string,
  signal: AbortSignal,
  budget: ThreadBudget = UNLIMITED,
): Promise<unknown> {
  const whole = rawMessage as Message
  const elements = whole[name] as readonly unknown[]
  const normalized: unknown[] = []
  let first: Message | undefined
  for (let start = 0; start < elements.length; start += CHUNK_ELEMENTS) {
    const chunk = elements.slice(start, start + CHUNK_ELEMENTS)
    // The other fields are normalized once, with the first chunk.
    const message = first === undefined ? { ...whole, [name]: chunk } : { [name]: chunk }
    const part = await budget.run(() => normalize(message), { signal })
    first ??= part as Message
    normalized.push(...((part as Message)[name] as readonly unknown[]))
    await nextTurn(signal)
  }
  return { ...first, [name]: normalized }
}
