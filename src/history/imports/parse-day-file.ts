import type { Board } from '../../game/board.ts'
import type { GameEvent } from '../../game/game-event.ts'
import type { CollectedElsewhere } from '../history-archive.ts'
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
  | { readonly collected: CollectedElsewhere; readonly snapshots: number }

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

/** More boards than a game has; their names are kept in memory while a file is read. */
const BOARDS_MAX = 100_000

/**
 * Parses the lines of a day and yields each part as soon as it is complete. Throws an {@link
 * ExportProblem} that names the first invalid line; the parts before it are valid. Keeps one board
 * in memory.
 */
export async function* parseDayFile(
  lines: AsyncIterable<string>,
  { region, dayMs }: ExpectedDay,
): AsyncGenerator<DayPart> {
  const untilMs = dayMs + DAY_MS
  const counts = { events: 0, boards: 0, gaps: 0, snapshots: 0 }
  const events: GameEvent[] = []
  const boards = new Set<string>()
  let board: BoardLineParser | undefined
  let number = 0
  let runLines = 0
  let hasEnded = false

  const check = (holds: boolean, what: string) => {
    if (!holds) throw new ExportProblem(`Line ${number} ${what}.`)
  }
  const endBoard = (ended: BoardLineParser): DayPart => {
    check(ended.gaps + ended.snapshots > 0, 'ends a board without gaps and snapshots')
    counts.gaps += ended.gaps
    counts.snapshots += ended.snapshots
    counts.boards += 1
    return { collected: ended.end(), snapshots: ended.snapshots }
  }

  for await (const text of lines) {
    number += 1
    check(!hasEnded, 'follows the end line')
    const line = parseLine(text, number)
    check(
      (number === 1) === (line.mark === 'backline'),
      'is a header in the wrong place, or no header',
    )
    if (line.mark === 'backline') {
      const isOfDay = line.value.region === region && parseDay(line.value.day) === dayMs
      check(isOfDay, 'has another region or day than the file name')
    } else if (line.mark === 'event') {
      const { id, name, startsAt, endsAt } = line.value.event
      check(boards.size === 0, 'is an event after a board')
      check(isInt64(id), 'has an event id outside the 64-bit range')
      check(
        startsAt < endsAt && startsAt < untilMs,
        'is an event that ends before it starts, or starts after the day',
      )
      const isClean = name === undefined || (name.length <= NAME_MAX && !UNCLEAN.test(name))
      check(isClean, 'has an event name that is too long or has control characters')
      runLines += 1
      const isOfDay = endsAt > dayMs
      check(runLines <= RUN_LINES_MAX, `exceeds ${RUN_LINES_MAX} events`)
      check(!isOfDay || events.length < DAY_RUNS_MAX, `exceeds ${DAY_RUNS_MAX} events of one day`)
      if (isOfDay) events.push({ region, id, name, startsAtMs: startsAt, endsAtMs: endsAt })
    } else {
      if (boards.size === 0 && board === undefined) {
        counts.events = runLines
        yield { events }
      }
      if (line.mark === 'board' || line.mark === 'end') {
        if (board !== undefined) yield endBoard(board)
        board = undefined
      }
      if (line.mark === 'board') {
        const named: Board = { region, ...line.value.board }
        const word = `${named.kind} ${named.id}`
        check(isInt64(named.id), 'has a board id outside the 64-bit range')
        check(!boards.has(word), 'repeats a board')
        check(boards.size < BOARDS_MAX, `exceeds ${BOARDS_MAX} boards`)
        boards.add(word)
        board = createBoardLineParser(named, dayMs, check)
      } else if (line.mark === 'end') {
        check(isSame(line.value.end, counts), 'has counts that differ from the lines before it')
        hasEnded = true
      } else {
        if (board === undefined) throw new ExportProblem(`Line ${number} follows no board line.`)
        if (line.mark === 'gap') board.addGap(line.value)
        else board.addSnapshot(line.value)
      }
    }
  }
  if (!hasEnded) throw new ExportProblem(`The file is truncated after line ${number}.`)
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
