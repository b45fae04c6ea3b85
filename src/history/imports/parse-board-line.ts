import type { Board, BoardRow, Snapshot } from '../../game/board.ts'
import type { CollectedElsewhere, EndedGap } from '../history-archive.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import type { CheckedLine } from './line-shapes.ts'

/** Parses the lines of one board. */
export interface BoardLineParser {
  addGap(line: CheckedLine<'gap'>): void
  addSnapshot(line: CheckedLine<'at'>): void
  /** Numbers of parsed lines. */
  readonly gaps: number
  readonly snapshots: number
  /** Returns the parsed data of the board. */
  end(): CollectedElsewhere
}

/** More than one a second for a day. */
const SNAPSHOTS_MAX = 100_000

/** Maximum changes of a board on one day. Only they are held in memory: about 100 MB. */
const CHANGES_MAX = 4_000_000

/**
 * Parses the lines of one board on one day. Calls `check` with what is wrong unless times ascend
 * within the day, no snapshot is within a gap, and each change applies to the previous rows.
 */
export function createBoardLineParser(
  board: Board,
  dayMs: number,
  check: (holds: boolean, what: string) => void,
): BoardLineParser {
  const untilMs = dayMs + DAY_MS
  const gaps: EndedGap[] = []
  const lines: CheckedLine<'at'>[] = []
  const held = new Set<number>()
  let ranks: readonly number[] | undefined
  let lastMs = dayMs - 1
  let changes = 0
  let gapsPassed = 0
  /** The latest end of the gaps that start before the newest snapshot. */
  let coveredMs = 0

  return {
    addGap: ({ gap }) => {
      const { from, until, reason, failures } = gap
      check(lines.length === 0, 'is a gap after a snapshot')
      check(gaps.length < SNAPSHOTS_MAX, 'is one gap too many')
      const isAfter = from > (gaps.at(-1)?.fromMs ?? -1)
      const isOfDay = from <= until && until >= dayMs && until < untilMs
      check(isAfter && isOfDay, 'is a gap out of order or outside of the day')
      gaps.push({ fromMs: from, untilMs: until, reason, failures })
    },
    addSnapshot: (line) => {
      const { at, rows = [], gone = [] } = line
      check(at > lastMs && at < untilMs, 'is a snapshot out of order')
      for (let gap; (gap = gaps[gapsPassed]) !== undefined && gap.fromMs < at; gapsPassed += 1) {
        coveredMs = Math.max(coveredMs, gap.untilMs)
      }
      check(coveredMs <= at, 'is a snapshot in a gap')
      changes += rows.length + gone.length + (line.ranks?.length ?? 0)
      check(
        lines.length < SNAPSHOTS_MAX && changes <= CHANGES_MAX,
        'exceeds the snapshots or changes of one board',
      )
      const isEvent = board.kind === 'event'
      check(isEvent || line.ranks === undefined, 'has ranks, which only event boards have')
      check(line.ranks === undefined || isRising(line.ranks), 'has ranks out of order')
      ranks = line.ranks ?? ranks
      check(!isEvent || ranks !== undefined, 'has no ranks')
      check(isRising(rows.map(([rank]) => rank)) && isRising(gone), 'has rows out of order')
      check(
        gone.every((rank) => held.delete(rank)),
        'removes a row that does not exist',
      )
      for (const [rank] of rows) held.add(rank)
      const isRequested = ranks === undefined || held.isSubsetOf(new Set(ranks))
      check(isRequested, 'has a row of a rank that was not polled')
      lastMs = at
      lines.push(line)
    },
    get gaps() {
      return gaps.length
    },
    get snapshots() {
      return lines.length
    },
    end: () => ({
      board,
      dayMs,
      gaps,
      times: lines.map(({ at }) => at),
      snapshots: unfold(board, lines),
    }),
  }
}

/** Yields snapshots built from their changes, one at a time. */
function* unfold(board: Board, lines: readonly CheckedLine<'at'>[]): Generator<Snapshot> {
  const state = new Map<number, number>()
  let ranks: readonly number[] | undefined
  let rows: readonly BoardRow[] = []
  for (const line of lines) {
    ranks = line.ranks ?? ranks
    for (const rank of line.gone ?? []) state.delete(rank)
    for (const [rank, points] of line.rows ?? []) state.set(rank, points)
    if (line.gone !== undefined || line.rows !== undefined) {
      rows = [...state]
        .toSorted(([one], [other]) => one - other)
        .map(([rank, points]) => ({ rank, points, holders: [] }))
    }
    yield { board, fetchedAtMs: line.at, ranks, rows }
  }
}

function isRising(ranks: readonly number[]): boolean {
  return ranks.every((rank, at) => rank > (ranks[at - 1] ?? 0))
}
