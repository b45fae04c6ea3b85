import { joinResults, type JoinedMessage } from './join-results.ts'
import { linkSignal } from './link-signal.ts'
import type { BatchEntry } from './operation-entry.ts'
import type { Result } from './result.ts'
import type { Parameters, ParameterValue } from './write-target.ts'

/** Sends one request of an operation. */
export type Ask = (
  parameters: Parameters,
  signal: AbortSignal | undefined,
) => Promise<Result<unknown>>

type Row = Readonly<Record<string, unknown>>

/**
 * Requests any number of items in as few requests as possible and joins the responses. Adds a map
 * from every requested item to its rows. When one request fails, the others are aborted.
 */
export async function callInBatches(
  { parameter, max, ascending, rows, field }: BatchEntry,
  given: Parameters,
  ask: Ask,
  signal: AbortSignal | undefined,
): Promise<Result<unknown>> {
  const items = [...new Set([given[parameter] ?? []].flat())] as ParameterValue[]
  const sent = ascending ? [...items].sort((one, other) => Number(one) - Number(other)) : items
  const joined = await askAll(
    chunks(sent, max).map((part) => ({ ...given, [parameter]: part })),
    rows,
    ask,
    signal,
  )
  const by = new Map<ParameterValue | undefined, Row[]>(items.map((item) => [item, []]))
  const itemsByText = new Map(items.map((item) => [canonical(item), item]))
  for (const row of (joined.data[rows] ?? []) as Row[]) {
    by.get(itemsByText.get(canonical(row[field])))?.push(row)
  }
  return { ...joined, [`by${field.charAt(0).toUpperCase()}${field.slice(1)}`]: by }
}

/** Sends several requests and joins the responses. When one fails, the others are aborted. */
export async function askAll(
  parts: readonly Parameters[],
  rows: string,
  ask: Ask,
  signal: AbortSignal | undefined,
): Promise<Result<JoinedMessage>> {
  const { controller, unlink } = linkSignal(signal)
  try {
    const results = await Promise.all(parts.map((part) => ask(part, controller.signal)))
    return joinResults(results as Result<JoinedMessage>[], rows)
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    unlink()
  }
}

/** Returns at least one chunk: for no items, the server's error says what is missing. */
function chunks<Item>(items: readonly Item[], max: number): readonly (readonly Item[])[] {
  const count = Math.max(1, Math.ceil(items.length / max))
  return Array.from({ length: count }, (_, at) => items.slice(at * max, (at + 1) * max))
}

/** Returns one text for all notations of an integer. */
function canonical(value: unknown): string {
  const text = String(value)
  return /^-?\d+$/.test(text) ? String(BigInt(text)) : text
}
