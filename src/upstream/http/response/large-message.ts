import { longestList } from '../../message-lists.ts'
import { UNLIMITED, type ThreadBudget } from '../../thread-budget.ts'
import { nextTurn } from '../../../platform/concurrency/next-turn.ts'
import { parseMessage } from './parse-message.ts'

/** Size in bytes above which a message is parsed on another thread than the serving one. */
export const LARGE_BYTES = 262_144

/**
 * Number of values above which a message is parsed on another thread, too, however few bytes it
 * has. A message of 16 kB or less cannot have as many.
 */
export const LARGE_VALUES = 16_384

/**
 * Bytes of JSON parsed in one turn of the event loop. A part that cannot be split may have up to
 * the second limit.
 */
const CHUNK_BYTES = 65_536
const REST_BYTES_MAX = 1_048_576

/** A large message to parse, and its list fields in the contract. */
export interface LargeMessage {
  readonly bytes: Uint8Array
  readonly valuesMax: number
  /** Names of its list fields. */
  readonly lists: readonly string[]
}

/** A validated message in chunks of JSON, each of which is quick to parse. */
export interface SplitMessage {
  /** The message without its longest list. */
  readonly rest: string
  readonly list?: {
    readonly name: string
    /** Chunks of the list, in order. */
    readonly chunks: readonly string[]
  }
}

/**
 * Parses large messages on another thread. Rejects with a `SyntaxError` when the message is
 * malformed, and with another error when the parser is unavailable.
 */
export type SplitInWorker = (message: LargeMessage) => Promise<SplitMessage>

/**
 * Parses a message and splits its longest list. Throws as {@link parseMessage} does, and when an
 * indivisible part is too large. A message of at most {@link LARGE_BYTES} is here for its number of
 * values: it is parsed as on the serving thread, which does not limit its parts.
 */
export function splitMessage({ bytes, valuesMax, lists }: LargeMessage): SplitMessage {
  const message = parseMessage(bytes, valuesMax)
  const isLimited = bytes.length > LARGE_BYTES
  const restMax = isLimited ? REST_BYTES_MAX : Infinity
  const name = longestList(message, lists, 0)
  if (name === undefined) return { rest: toText(message, restMax) }
  const { [name]: list, ...rest } = message as Readonly<Record<string, unknown>>
  return {
    rest: toText(rest, restMax),
    list: {
      name,
      chunks: splitList(list as readonly unknown[], isLimited ? CHUNK_BYTES : Infinity),
    },
  }
}

/**
 * Reassembles a message, at most one chunk per turn of the event loop, within the budget of its
 * region. Rejects with the reason of `signal`.
 */
export async function joinMessage(
  { rest, list }: SplitMessage,
  signal: AbortSignal,
  budget: ThreadBudget = UNLIMITED,
): Promise<unknown> {
  const parse = (json: string) => budget.run(() => JSON.parse(json) as unknown, { signal })
  const message = await parse(rest)
  if (list === undefined) return message
  const elements: unknown[] = []
  for (const chunk of list.chunks) {
    await nextTurn(signal)
    for (const element of (await parse(chunk)) as readonly unknown[]) elements.push(element)
  }
  await nextTurn(signal)
  return { ...(message as object), [list.name]: elements }
}

function splitList(list: readonly unknown[], elementMax: number): readonly string[] {
  const chunks: string[] = []
  let texts: string[] = []
  let length = 0
  const endChunk = () => {
    chunks.push(`[${texts.join()}]`)
    texts = []
    length = 0
  }
  for (const element of list) {
    const text = toText(element, elementMax)
    texts.push(text)
    length += text.length
    if (length >= CHUNK_BYTES) endChunk()
  }
  if (texts.length > 0) endChunk()
  return chunks
}

/**
 * Returns the JSON of a value. Throws for a number that JSON cannot represent, such as 1e999: it
 * fits no field, and would become null.
 */
function toText(value: unknown, lengthMax: number): string {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) throw new SyntaxError('Too large.')
    return part
  })
  if (text.length > lengthMax) throw new SyntaxError('A part of the message is too large.')
  return text
}
