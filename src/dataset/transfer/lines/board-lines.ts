import type { DataLine } from '../data-files.ts'
import { DataProblem } from '../data-problem.ts'
import { prepareEnsureBoard } from './ensure-dataset-board.ts'
import { toInt64, toTimeMs } from './line-values.ts'
import { createStatelessWriter, type LineWriterOptions, type LineWriters } from './line-writer.ts'

/** Linear growth: the default curve of a period. */
const LINEAR = [
  [0, 0],
  [1, 1],
] as const

/** Creates the writers of boards with their periods, and of the decks used in events. */
export function createBoardLineWriters({
  database,
  seen,
  decks,
}: LineWriterOptions): Pick<LineWriters, 'boards' | 'event-decks'> {
  const ensureBoard = prepareEnsureBoard(database)
  const removePeriod = database.prepare('DELETE FROM events WHERE board_key = ?')
  const insertPeriod = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')
  const putDeck = database.prepare('INSERT OR REPLACE INTO event_decks VALUES (?, ?, ?)')
  return {
    boards: createStatelessWriter((line, number) => {
      const { region, kind, id, bandId = '0' } = line
      if (bandId !== '0' && kind !== 'arena') {
        throw new DataProblem('is only valid for arena boards', { field: 'bandId' })
      }
      const period = periodOf(line)
      const [subject, band] = [toInt64(id, 'id'), toInt64(bandId, 'bandId')]
      seen.add(`${region} ${kind} ${id} ${bandId}`, number, 'id')
      const board = ensureBoard({ region, kind, subject, band })
      removePeriod.run(board)
      if (period !== undefined) insertPeriod.run(board, ...period)
    }),
    'event-decks': createStatelessWriter(({ region, eventId, playerId, entry }, number) => {
      const [subject, account] = [toInt64(eventId, 'eventId'), toInt64(playerId, 'playerId')]
      seen.add(`${region} ${eventId} ${playerId}`, number, 'playerId')
      const board = ensureBoard({ region, kind: 'event', subject, band: 0n })
      putDeck.run(board, account, decks.keyOf(entry))
    }),
  }
}

function periodOf({ kind, startAt, endAt, repeatsMs, curve }: DataLine<'boards'>) {
  const given = Object.entries({ startAt, endAt, repeatsMs, curve })
  const field = given.find(([, value]) => value !== undefined)?.[0]
  if (field === undefined) return undefined
  if (kind !== 'event') throw new DataProblem('is only valid for event boards', { field })
  if (startAt === undefined || endAt === undefined) {
    const missing = startAt === undefined ? 'startAt' : 'endAt'
    throw new DataProblem('is missing: a period has startAt and endAt', { field: missing })
  }
  const [start, end] = [toTimeMs(startAt, 'startAt'), toTimeMs(endAt, 'endAt')]
  if (end <= start) throw new DataProblem('is not after startAt', { field: 'endAt' })
  if (repeatsMs !== undefined && BigInt(repeatsMs) < end - start) {
    throw new DataProblem('is shorter than the period', { field: 'repeatsMs' })
  }
  const points = curve ?? LINEAR
  if (!isGrowth(points)) {
    throw new DataProblem('must go from [0,0] to [1,1] and never decrease', { field: 'curve' })
  }
  return [start, end, repeatsMs ?? null, JSON.stringify(points)] as const
}

function isGrowth(points: readonly (readonly [time: number, points: number])[]): boolean {
  const [first, last] = [points.at(0), points.at(-1)]
  return (
    first?.every((share) => share === 0) === true &&
    last?.every((share) => share === 1) === true &&
    points.every(([time, share], at) => {
      const [timeBefore, shareBefore] = points[at - 1] ?? [0, 0]
      return time >= timeBefore && share >= shareBefore
    })
  )
}
