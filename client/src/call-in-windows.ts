import { BacklineError } from './backline-error.ts'
import { askAll, type Ask } from './call-in-batches.ts'
import { joinResults } from './join-results.ts'
import type { WindowEntry } from './operation-entry.ts'
import type { Result } from './result.ts'
import type { Parameters } from './write-target.ts'

/** The widest window of a server. */
export interface WindowBound {
  /** Ranks of the widest window, as far as is known. */
  ranksMax: number
  /** Reads the bound that the server publishes; `undefined` if it cannot be read. */
  readonly read: (signal: AbortSignal | undefined) => Promise<number | undefined>
}

/** The widest window by default. */
export const RANKS_MAX = 10_000

/**
 * Requests a window of ranks of any width in as few requests as possible, up to the last rank that
 * exists, and joins the responses. If the server rejects a window, reads its bound once and starts
 * over; a rejected request is not charged.
 */
export async function callInWindows(
  entry: WindowEntry,
  given: Parameters,
  ask: Ask,
  { bound, signal }: { readonly bound: WindowBound; readonly signal: AbortSignal | undefined },
): Promise<Result<unknown>> {
  const [start, end] = [Number(given[entry.start]), Number(given[entry.end])]
  const isWindow = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 1
  const width = isWindow ? bound.ranksMax : Infinity
  const windowFrom = (from: number) =>
    end - from < width ? given : { ...given, [entry.end]: from + width - 1 }
  try {
    const first = await askAll([windowFrom(start)], entry.rows, ask, signal)
    const last = Math.min(end, Number(first.data[entry.last] ?? 0))
    const rest: Parameters[] = []
    for (let from = start + width; from <= last; from += width) {
      rest.push({ ...windowFrom(from), [entry.start]: from })
    }
    if (rest.length === 0) return first
    return joinResults([first, await askAll(rest, entry.rows, ask, signal)], entry.rows)
  } catch (error) {
    if (!isTooWide(error, entry) || !isWindow) throw error
    const ranksMax = await bound.read(signal).catch(() => undefined)
    if (ranksMax === undefined || ranksMax >= Math.min(width, end - start + 1)) throw error
    bound.ranksMax = ranksMax
    return callInWindows(entry, given, ask, { bound, signal })
  }
}

function isTooWide(error: unknown, { end }: WindowEntry): boolean {
  return (
    error instanceof BacklineError &&
    error.code === 'invalid_request' &&
    error.parameters.some(({ parameter }) => parameter === end)
  )
}
