import type { Board, BoardRow, Snapshot } from '../../domain/board.ts'
import type { CollectedElsewhere, EndedGap } from '../../domain/history-archive.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import type { CheckedLine } from './line-shapes.ts'

/** Takes the lines of one board. */
export interface BoardReader {
  takeGap(line: CheckedLine<'gap'>): void
  takeSnapshot(line: CheckedLine<'at'>): void
  /** How many it has taken. */
  readonly gaps: number
  readonly snapshots: number
  /** What they say together. */
  end(): CollectedElsewhere
}

/** One a second for a day, and some. */
const SNAPSHOTS_MAX = 100_000

/** Changes of a board on one day. They are all that is held of it: some 100 MB. */
const CHANGES_MAX = 4_000_000

/**
 * Takes the lines of one board on one day. `check` throws what it is told when something does not hold: times go up and are of that day,
 * no snapshot stands in a gap, and each change can be made.
 */
export function createBoardReader(
  board: Board,
  dayMs: number,
  check: (holds: boolean, what: string) => void,
): BoardReader {
  const untilMs = dayMs + DAY_MS
  const gaps: EndedGap[] = []
  const lines: CheckedLine<'at'>[] = []
  const held = new Set<number>()
  let ranks: readonly number[] | undefined
  let lastMs = dayMs - 1
  let changes = 0
  let gapsBehind = 0
  /** When the last gap ended of those that begin before the newest snapshot. */
  let coveredMs = 0

  return {
    takeGap: ({ gap }) => {
      const { from, until, reason, failures } = gap
      check(lines.length === 0, 'is a gap behind a snapshot')
      check(gaps.length < SNAPSHOTS_MAX, 'is one gap too many')
      const isAfter = from > (gaps.at(-1)?.fromMs ?? -1)
      const isOfDay = from <= until && until >= dayMs && until < untilMs
      check(isAfter && isOfDay, 'is a gap that cannot be')
      gaps.push({ fromMs: from, untilMs: until, reason, failures })
    },
    takeSnapshot: (line) => {
      const { at, rows = [], gone = [] } = line
      check(at > lastMs && at < untilMs, 'is a snapshot out of order')
      for (let gap; (gap = gaps[gapsBehind]) !== undefined && gap.fromMs < at; gapsBehind += 1) {
        coveredMs = Math.max(coveredMs, gap.untilMs)
      }
      check(coveredMs <= at, 'is a snapshot in a gap')
      changes += rows.length + gone.length + (line.ranks?.length ?? 0)
      check(lines.length < SNAPSHOTS_MAX && changes <= CHANGES_MAX, 'is too much for one board')
      const isEvent = board.kind === 'event'
      check(isEvent || line.ranks === undefined, 'names ranks of a board that is read whole')
      check(line.ranks === undefined || isRising(line.ranks), 'has ranks out of order')
      ranks = line.ranks ?? ranks
      check(!isEvent || ranks !== undefined, 'does not name its ranks')
      check(isRising(rows.map(([rank]) => rank)) && isRising(gone), 'has rows out of order')
      check(
        gone.every((rank) => held.delete(rank)),
        'ends a row that was not there',
      )
      for (const [rank] of rows) held.add(rank)
      const isAsked = ranks === undefined || held.isSubsetOf(new Set(ranks))
      check(isAsked, 'has a row that was not asked for')
      lastMs = at
      lines.push(line)
    },
    get gaps() {
      return gaps.length
    },
    get snapshots() {
      return lines.length
    },
    end: () => ({ board, dayMs, gaps, snapshots: unfold(board, lines) }),
  }
}

/** Makes snapshots of their changes, one at a time. */
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
