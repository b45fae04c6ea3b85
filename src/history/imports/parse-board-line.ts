import type { Board, BoardRow, Snapshot } from '../../game/board.ts'
import type { BoardDay, EndedGap } from '../history-archive.ts'
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
  end(): BoardDay
}

/** Maximum snapshots or gaps of a board on one day: more than one per second. */
const SNAPSHOTS_MAX = 100_000

/** Maximum changes of a board on one day. Only they are held in memory: about 100 MB. */
const CHANGES_MAX = 4_000_000

/** Throws an error with the problem `what` of the current line if a condition does not hold. */
type Check = (holds: boolean, what: string) => void

/**
 * Parses the lines of one board on one day. Calls `check` with what is wrong unless times ascend
 * within the day, no snapshot is within a gap, and each change applies to the previous rows.
 */
export function createBoardLineParser(board: Board, dayMs: number, check: Check): BoardLineParser {
  return new CheckingParser(board, dayMs, check)
}

class CheckingParser implements BoardLineParser {
  readonly #board: Board
  readonly #dayMs: number
  readonly #check: Check
  readonly #gaps: EndedGap[] = []
  readonly #lines: CheckedLine<'at'>[] = []
  readonly #held = new Set<number>()
  #ranks: readonly number[] | undefined
  #lastMs: number
  #changes = 0
  #gapsPassed = 0
  /** The latest end of the gaps that start before the newest snapshot. */
  #coveredMs = 0

  constructor(board: Board, dayMs: number, check: Check) {
    this.#board = board
    this.#dayMs = dayMs
    this.#check = check
    this.#lastMs = dayMs - 1
  }

  get gaps(): number {
    return this.#gaps.length
  }

  get snapshots(): number {
    return this.#lines.length
  }

  addGap({ gap }: CheckedLine<'gap'>): void {
    const { from, until, reason, failures } = gap
    this.#check(this.#lines.length === 0, 'is a gap after a snapshot')
    this.#check(this.#gaps.length < SNAPSHOTS_MAX, 'is one gap too many')
    const isAfter = from > (this.#gaps.at(-1)?.fromMs ?? -1)
    const isOfDay = from <= until && until >= this.#dayMs && until < this.#dayMs + DAY_MS
    this.#check(isAfter && isOfDay, 'is a gap out of order or outside of the day')
    this.#gaps.push({ fromMs: from, untilMs: until, reason, failures })
  }

  addSnapshot(line: CheckedLine<'at'>): void {
    const { at, rows = [], gone = [], ranks } = line
    this.#checkTime(at)
    this.#changes += rows.length + gone.length + (ranks?.length ?? 0)
    this.#check(
      this.#lines.length < SNAPSHOTS_MAX && this.#changes <= CHANGES_MAX,
      'exceeds the snapshots or changes of one board',
    )
    const isEvent = this.#board.kind === 'event'
    this.#check(isEvent || ranks === undefined, 'has ranks, which only event boards have')
    this.#check(ranks === undefined || isRising(ranks), 'has ranks out of order')
    this.#ranks = ranks ?? this.#ranks
    this.#check(!isEvent || this.#ranks !== undefined, 'has no ranks')
    this.#check(isRising(rows.map(([rank]) => rank)) && isRising(gone), 'has rows out of order')
    this.#check(
      gone.every((rank) => this.#held.delete(rank)),
      'removes a row that does not exist',
    )
    for (const [rank] of rows) this.#held.add(rank)
    const isRequested = this.#ranks === undefined || this.#held.isSubsetOf(new Set(this.#ranks))
    this.#check(isRequested, 'has a row of a rank that was not polled')
    this.#lastMs = at
    this.#lines.push(line)
  }

  end(): BoardDay {
    return {
      board: this.#board,
      dayMs: this.#dayMs,
      gaps: this.#gaps,
      times: this.#lines.map(({ at }) => at),
      snapshots: unfold(this.#board, this.#lines),
    }
  }

  /** Checks the time of a snapshot: within the day, after the last one, and in no gap. */
  #checkTime(atMs: number): void {
    this.#check(atMs > this.#lastMs && atMs < this.#dayMs + DAY_MS, 'is a snapshot out of order')
    let gap = this.#gaps[this.#gapsPassed]
    while (gap !== undefined && gap.fromMs < atMs) {
      this.#coveredMs = Math.max(this.#coveredMs, gap.untilMs)
      this.#gapsPassed += 1
      gap = this.#gaps[this.#gapsPassed]
    }
    this.#check(this.#coveredMs <= atMs, 'is a snapshot in a gap')
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
