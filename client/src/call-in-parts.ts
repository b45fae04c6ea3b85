import { linkSignal } from './link-signal.ts'
import type { BatchEntry } from './operation-entry.ts'
import { joinFreshness } from './read-freshness.ts'
import type { Result } from './result.ts'
import type { Given, GivenParameters } from './write-target.ts'

type Message = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>
type Parts = readonly [Result<Message>, ...Result<Message>[]]

/**
 * Asks for any number of items, as many requests as that takes, and joins what comes: rows as one
 * request would have brought them, the age of the oldest, and beside them what was asked against
 * what came. When one part fails, nobody waits for the others, and so they are aborted.
 */
export async function callInParts(
  { parameter, max, ascending, rows, field }: BatchEntry,
  given: GivenParameters,
  ask: (given: GivenParameters, signal: AbortSignal) => Promise<Result<unknown>>,
  signal: AbortSignal | undefined,
): Promise<Result<unknown>> {
  const items: readonly Given[] = [...new Set([given[parameter] ?? []].flat())]
  const sent = ascending ? [...items].sort((one, other) => Number(one) - Number(other)) : items
  const { controller, unlink } = linkSignal(signal)
  try {
    const parts = (await Promise.all(
      chunks(sent, max).map((part) => ask({ ...given, [parameter]: part }, controller.signal)),
    )) as unknown as Parts
    const joined = parts.length === 1 ? parts[0] : join(parts, rows)
    const by = new Map<Given | undefined, Row[]>(items.map((item) => [item, []]))
    const itemsByText = new Map(items.map((item) => [canonical(item), item]))
    for (const row of (joined.data[rows] ?? []) as Row[]) {
      by.get(itemsByText.get(canonical(row[field])))?.push(row)
    }
    return { ...joined, [`by${field.charAt(0).toUpperCase()}${field.slice(1)}`]: by }
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    unlink()
  }
}

function join(parts: Parts, rows: string) {
  const all = parts.flatMap(({ data }) => (data[rows] ?? []) as Row[])
  return {
    data: { ...parts[0].data, ...(all.length > 0 && { [rows]: all }) },
    ...joinFreshness(parts),
    joined: true,
    requestIds: parts.flatMap(({ requestIds }) => requestIds),
  }
}

/** Also of nothing there is one part: the server says what is missing. */
function chunks<Item>(items: readonly Item[], max: number): readonly (readonly Item[])[] {
  const count = Math.max(1, Math.ceil(items.length / max))
  return Array.from({ length: count }, (_, at) => items.slice(at * max, (at + 1) * max))
}

/** One text for all spellings of a whole number. */
function canonical(value: unknown): string {
  const text = String(value)
  return /^-?\d+$/.test(text) ? String(BigInt(text)) : text
}
