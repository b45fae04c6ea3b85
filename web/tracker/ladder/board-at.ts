import { callApi } from '../data/api-client.ts'
import {
  parseBoard,
  parseGap,
  type GapSpan,
  type Reading,
  type TimelineEntry,
} from '../data/parse-message.ts'
import { boardPath, type Subject } from '../data/subject.ts'

/** A board at a time of the past: its snapshot, or the gap in which the time lies. */
export interface BoardAt {
  readonly reading: Reading | undefined
  readonly gap: GapSpan | undefined
}

/** Loads a board at a time in Unix ms. */
export async function loadBoardAt(
  subject: Subject,
  atMs: number,
  signal: AbortSignal,
): Promise<BoardAt> {
  const { region, kind } = subject
  const path = `${boardPath(subject)}/${kind === 'event' ? 'cutoffs' : 'board'}/at/${String(atMs)}`
  const board = await callApi({ region, path, signal }, 'Board')
  return { reading: parseBoard(board).reading, gap: parseGap(board.gap) }
}

/**
 * Returns what a timeline says of a board at a time in Unix ms, for its ranks and without players;
 * `undefined` before its first snapshot.
 */
export function boardAt(entries: readonly TimelineEntry[], atMs: number): BoardAt | undefined {
  let last: Exclude<TimelineEntry, { gap: GapSpan }> | undefined
  for (const entry of entries) {
    if ('gap' in entry) {
      const { fromMs, untilMs = Infinity } = entry.gap
      if (fromMs < atMs && atMs < untilMs) return { reading: undefined, gap: entry.gap }
    } else if (entry.atMs <= atMs) last = entry
    else break
  }
  if (last === undefined) return undefined
  const places = [...last.points].flatMap(([rank, points]) =>
    points === undefined ? [] : [{ rank, points, holders: [] }],
  )
  const unheld = [...last.points].flatMap(([rank, points]) => (points === undefined ? [rank] : []))
  return {
    reading: { fetchedAtMs: last.atMs, places, unheld, isFinal: false },
    gap: undefined,
  }
}
