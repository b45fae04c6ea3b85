import type { Board } from '../../game/board.ts'
import type { GameEvent } from '../../game/game-event.ts'
import type { BoardDay } from '../history-archive.ts'
import type { Region } from '../../game/region.ts'
import { parseDay } from '../exports/export-file-name.ts'
import { DAY_RUNS_MAX } from '../exports/write-day.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import type { ExportCounts } from '../exports/export-lines.ts'
import { ExportProblem } from './import-problem.ts'
import { LINE_SHAPES, type CheckedLine, type LineMark } from './line-shapes.ts'
import { createBoardLineParser, type BoardLineParser } from './parse-board-line.ts'

/** Parsed content of a file: first all event runs, then one board at a time. */
export type DayPart =
  | { readonly events: readonly GameEvent[] }
  | { readonly boardDay: BoardDay; readonly snapshots: number }

/** The region and day that a file must have. */
export interface ExpectedDay {
  readonly region: Region
  readonly dayMs: number
}

/**
 * Maximum lines of event runs: files of earlier versions list every run that had started; those of
 * other days are skipped.
 */
const RUN_LINES_MAX = 10_000

/** Maximum UTF-16 units in the name of a run. */
const NAME_MAX = 256

/**
 * Control characters, line and paragraph separators, lone surrogates, and characters that change
 * the direction of text.
 */
const UNCLEAN = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Maximum boards in a file, more than a game has, because their names stay in memory. */
const BOARDS_MAX = 100_000

/**
 * Parses the lines of a day and yields each part as soon as it is complete. Throws an {@link
 * ExportProblem} that names the first invalid line; the parts before it are valid. Keeps one board
 * in memory.
 */
export async function* parseDayFile(
  lines: AsyncIterable<string>,
  day: ExpectedDay,
): AsyncGenerator<DayPart> {
  const parser = new DayParser(day)
  for await (const text of lines) yield* parser.addLine(text)
  parser.end()
}

class DayParser {
  readonly #day: ExpectedDay
  readonly #counts = { events: 0, boards: 0, gaps: 0, snapshots: 0 }
  readonly #events: GameEvent[] = []
  readonly #boards = new Set<string>()
  #board: BoardLineParser | undefined
  #number = 0
  #runLines = 0
  #hasEnded = false

  constructor(day: ExpectedDay) {
    this.#day = day
  }

  /** Parses the next line. Yields the parts that it completes. */
  *addLine(text: string): Generator<DayPart> {
    this.#number += 1
    this.#check(!this.#hasEnded, 'follows the end line')
    const line = parseLine(text, this.#number)
    this.#check(
      (this.#number === 1) === (line.mark === 'backline'),
      'is a header in the wrong place, or no header',
    )
    if (line.mark === 'backline') {
      const { region, dayMs } = this.#day
      const isOfDay = line.value.region === region && parseDay(line.value.day) === dayMs
      this.#check(isOfDay, 'has another region or day than the file name')
    } else if (line.mark === 'event') {
      this.#addEvent(line.value.event)
    } else {
      yield* this.#addBoardLine(line)
    }
  }

  /** Throws if the end line is missing. */
  end(): void {
    if (!this.#hasEnded) {
      throw new ExportProblem(`The file is truncated after line ${this.#number}.`)
    }
  }

  readonly #check = (holds: boolean, what: string) => {
    if (!holds) throw new ExportProblem(`Line ${this.#number} ${what}.`)
  }

  #addEvent({ id, name, startsAt, endsAt }: CheckedLine<'event'>['event']): void {
    const { region, dayMs } = this.#day
    this.#check(this.#boards.size === 0, 'is an event after a board')
    this.#check(isInt64(id), 'has an event id outside the 64-bit range')
    this.#check(
      startsAt < endsAt && startsAt < dayMs + DAY_MS,
      'is an event that ends before it starts, or starts after the day',
    )
    const isClean = name === undefined || (name.length <= NAME_MAX && !UNCLEAN.test(name))
    this.#check(isClean, 'has an event name that is too long or has control characters')
    this.#runLines += 1
    const isOfDay = endsAt > dayMs
    this.#check(this.#runLines <= RUN_LINES_MAX, `exceeds ${RUN_LINES_MAX} events`)
    this.#check(
      !isOfDay || this.#events.length < DAY_RUNS_MAX,
      `exceeds ${DAY_RUNS_MAX} events of one day`,
    )
    if (isOfDay) this.#events.push({ region, id, name, startsAtMs: startsAt, endsAtMs: endsAt })
  }

  *#addBoardLine(line: Exclude<ParsedLine, { mark: 'backline' | 'event' }>): Generator<DayPart> {
    if (this.#boards.size === 0 && this.#board === undefined) {
      this.#counts.events = this.#runLines
      yield { events: this.#events }
    }
    if (line.mark === 'gap' || line.mark === 'at') {
      const board = this.#board
      if (board === undefined) {
        throw new ExportProblem(`Line ${this.#number} follows no board line.`)
      }
      if (line.mark === 'gap') board.addGap(line.value)
      else board.addSnapshot(line.value)
      return
    }
    if (this.#board !== undefined) yield this.#endBoard(this.#board)
    this.#board = undefined
    if (line.mark === 'board') {
      this.#board = this.#startBoard({ region: this.#day.region, ...line.value.board })
    } else {
      const isEqual = isSame(line.value.end, this.#counts)
      this.#check(isEqual, 'has counts that differ from the lines before it')
      this.#hasEnded = true
    }
  }

  #startBoard(board: Board): BoardLineParser {
    const name = `${board.kind} ${board.id}`
    this.#check(isInt64(board.id), 'has a board id outside the 64-bit range')
    this.#check(!this.#boards.has(name), 'repeats a board')
    this.#check(this.#boards.size < BOARDS_MAX, `exceeds ${BOARDS_MAX} boards`)
    this.#boards.add(name)
    return createBoardLineParser(board, this.#day.dayMs, this.#check)
  }

  #endBoard(ended: BoardLineParser): DayPart {
    this.#check(ended.gaps + ended.snapshots > 0, 'ends a board without gaps and snapshots')
    this.#counts.gaps += ended.gaps
    this.#counts.snapshots += ended.snapshots
    this.#counts.boards += 1
    return { boardDay: ended.end(), snapshots: ended.snapshots }
  }
}

/** Other ids cannot be requested, and would break sorting among valid ones. */
function isInt64(id: string): boolean {
  return BigInt.asIntN(64, BigInt(id)) === BigInt(id)
}

type ParsedLine = { [Mark in LineMark]: { mark: Mark; value: CheckedLine<Mark> } }[LineMark]

function parseLine(text: string, number: number): ParsedLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ExportProblem(`Line ${number} is not JSON.`, { cause })
  }
  if (typeof value === 'object' && value !== null) {
    const mark = (Object.keys(LINE_SHAPES) as LineMark[]).find((name) => Object.hasOwn(value, name))
    if (mark !== undefined && LINE_SHAPES[mark].Check(value)) return { mark, value } as ParsedLine
  }
  throw new ExportProblem(`Line ${number} is not a line of this file version.`)
}

function isSame(one: ExportCounts, other: ExportCounts): boolean {
  return (
    one.events === other.events &&
    one.boards === other.boards &&
    one.gaps === other.gaps &&
    one.snapshots === other.snapshots
  )
}
