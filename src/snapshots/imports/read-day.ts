import type { Board } from '../../domain/board.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import type { CollectedElsewhere } from '../../domain/history-archive.ts'
import type { Region } from '../../domain/region.ts'
import { parseDay } from '../exports/export-day.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import type { ExportCounts } from '../exports/export-lines.ts'
import { ExportProblem } from './export-problem.ts'
import { LINE_SHAPES, type CheckedLine, type LineMark } from './line-shapes.ts'
import { createBoardReader, type BoardReader } from './read-board.ts'

/** What a file says, piece by piece: all runs of events at first, then a board at a time. */
export type DayPart =
  | { readonly events: readonly GameEvent[] }
  | { readonly collected: CollectedElsewhere; readonly snapshots: number }

/** The day that a file is expected to be of. */
export interface ExpectedDay {
  readonly region: Region
  readonly dayMs: number
}

/** More runs than a region has in a lifetime. */
const EVENTS_MAX = 100_000

/** More boards than a game has; their names are held while a file is read. */
const BOARDS_MAX = 100_000

/**
 * Reads the lines of a day and gives what they say as soon as it is whole. Throws an {@link ExportProblem} that names the first line
 * that is not as it must be; what was given before that is sound, as far as it goes. Holds one board at a time.
 */
export async function* readDay(
  lines: AsyncIterable<string>,
  { region, dayMs }: ExpectedDay,
): AsyncGenerator<DayPart> {
  const untilMs = dayMs + DAY_MS
  const counts = { events: 0, boards: 0, gaps: 0, snapshots: 0 }
  const events: GameEvent[] = []
  const boards = new Set<string>()
  let board: BoardReader | undefined
  let number = 0
  let hasEnded = false

  const check = (holds: boolean, what: string) => {
    if (!holds) throw new ExportProblem(`Line ${number} ${what}.`)
  }
  const endBoard = (ended: BoardReader): DayPart => {
    check(ended.gaps + ended.snapshots > 0, 'ends a board of which there is nothing')
    counts.gaps += ended.gaps
    counts.snapshots += ended.snapshots
    counts.boards += 1
    return { collected: ended.end(), snapshots: ended.snapshots }
  }

  for await (const text of lines) {
    number += 1
    check(!hasEnded, 'stands behind the end')
    const line = parseLine(text, number)
    check((number === 1) === (line.mark === 'backline'), 'is not where it belongs')
    if (line.mark === 'backline') {
      const isOfDay = line.value.region === region && parseDay(line.value.day) === dayMs
      check(isOfDay, 'is of another region or day than the name of the file')
    } else if (line.mark === 'event') {
      const { id, name, startsAt, endsAt } = line.value.event
      check(boards.size === 0, 'is an event behind a board')
      check(isInt64(id), 'has an id that no event can have')
      check(startsAt < endsAt && startsAt < untilMs, 'is an event that cannot be')
      check(events.length < EVENTS_MAX, 'is one event too many')
      events.push({ region, id, name, startsAtMs: startsAt, endsAtMs: endsAt })
    } else {
      if (boards.size === 0 && board === undefined) {
        counts.events = events.length
        yield { events }
      }
      if (line.mark === 'board' || line.mark === 'end') {
        if (board !== undefined) yield endBoard(board)
        board = undefined
      }
      if (line.mark === 'board') {
        const named: Board = { region, ...line.value.board }
        const word = `${named.kind} ${named.id}`
        check(isInt64(named.id), 'has an id that no board can have')
        check(!boards.has(word), 'names a board a second time')
        check(boards.size < BOARDS_MAX, 'is one board too many')
        boards.add(word)
        board = createBoardReader(named, dayMs, check)
      } else if (line.mark === 'end') {
        check(isSame(line.value.end, counts), 'counts other lines than there are')
        hasEnded = true
      } else {
        if (board === undefined) throw new ExportProblem(`Line ${number} is of no board.`)
        if (line.mark === 'gap') board.takeGap(line.value)
        else board.takeSnapshot(line.value)
      }
    }
  }
  if (!hasEnded) throw new ExportProblem(`The file was cut off behind line ${number}.`)
}

/** The interface can say no other id: one that was kept would be in the way of all that it stands among. */
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
  throw new ExportProblem(`Line ${number} is none that a file of this version has.`)
}

function isSame(one: ExportCounts, other: ExportCounts): boolean {
  return (
    one.events === other.events &&
    one.boards === other.boards &&
    one.gaps === other.gaps &&
    one.snapshots === other.snapshots
  )
}
