import { joinFreshness } from './read-freshness.ts'
import type { Freshness, Result } from './result.ts'

/** A message with a list of rows. */
export type JoinedMessage = Readonly<Record<string, unknown>>

/**
 * Joins the responses of several requests: the first message with the rows of all, as one request
 * would have returned them, the age of the oldest, and the limits of the last.
 */
export function joinResults(
  parts: readonly Result<JoinedMessage>[],
  rows: string,
): Result<JoinedMessage> {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) throw new TypeError('There is nothing to join.')
  if (first === last) return first
  const all = parts.flatMap(({ data }) => (data[rows] ?? []) as unknown[])
  return {
    ...first,
    data: { ...first.data, ...(all.length > 0 && { [rows]: all }) },
    ...joinFreshness(parts as unknown as readonly [Freshness, ...Freshness[]]),
    joined: true,
    limits: last.limits,
    requestId: last.requestId,
    requestIds: parts.flatMap(({ requestIds }) => requestIds),
  }
}
