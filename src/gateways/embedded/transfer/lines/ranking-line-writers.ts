import { DataProblem } from '../data-problem.ts'
import type { SongRow } from '../data-shapes.ts'
import { prepareFindOrMakeBoard, type BoardName } from './find-or-make-board.ts'
import { toInt64 } from './line-values.ts'
import type { LineWriterOptions, LineWriters } from './line-writer.ts'
import { createNamedLists, type ListState } from './named-lists.ts'

/** The account of a row that names none: no player has it. */
const NOBODY = '0'

/** Where a row is in its line, for what is said of it. */
interface RowFields {
  readonly account: string
  readonly score: string
}

interface Row {
  readonly accountId: string | undefined
  /** Undefined on the boards of songs, where the score says it. */
  readonly rank: number | undefined
  readonly point: number | undefined
  readonly deck: object | undefined
}

const PROFILE: RowFields = { account: 'entry.profile.id', score: 'entry.point' }
const PLAYER_DATA: RowFields = { account: 'entry.playerData.id', score: 'entry.score' }

/**
 * Writes rows of boards. A board that a file names loses the rows it had; those of the file stand in the file's order
 * within their rank. On the boards of songs the ranks follow from the scores, so rows have to come from the best on.
 */
export function createRankingLineWriters(
  options: LineWriterOptions,
): Pick<
  LineWriters,
  'event-rankings' | 'arena-rankings' | 'music-rankings' | 'challenge-rankings'
> {
  const { begin, writeRow } = createRowWriter(options)
  const songs = <Line>(nameOf: (line: Line) => BoardName, entryOf: (line: Line) => SongRow) => ({
    begin,
    write: (line: Line, number: number) => {
      const { score, playerData, highScoreDeck: deck } = entryOf(line)
      const row = { rank: undefined, point: score, accountId: playerData?.id, deck }
      writeRow(nameOf(line), row, { number, fields: PLAYER_DATA })
    },
  })
  return {
    'event-rankings': {
      begin,
      write: ({ region, eventId, entry: { rank, point, profile } }, number) => {
        const board = boardOf(region, 'event', toInt64(eventId, 'eventId'))
        const row = { rank, point, accountId: profile?.id, deck: undefined }
        writeRow(board, row, { number, fields: PROFILE })
      },
    },
    'arena-rankings': {
      begin,
      write: ({ region, arenaSeasonId, bandId = '0', entry }, number) => {
        const season = toInt64(arenaSeasonId, 'arenaSeasonId')
        const board = boardOf(region, 'arena', season, toInt64(bandId, 'bandId'))
        const { rank, point, profile, deck } = entry
        writeRow(board, { rank, point, accountId: profile?.id, deck }, { number, fields: PROFILE })
      },
    },
    'music-rankings': songs(
      ({ region, musicId }) => boardOf(region, 'music', toInt64(musicId, 'musicId')),
      ({ entry }) => entry,
    ),
    'challenge-rankings': songs(
      ({ region, challengeMusicId }) =>
        boardOf(region, 'challenge', toInt64(challengeMusicId, 'challengeMusicId')),
      ({ entry }) => entry,
    ),
  }
}

function createRowWriter({ database, seen, decks }: LineWriterOptions) {
  const findOrMake = prepareFindOrMakeBoard(database)
  const removeRows = database.prepare('DELETE FROM board_rows WHERE board_key = ?')
  const insert = database.prepare('INSERT INTO board_rows VALUES (?, ?, ?, ?, ?, ?)')
  const lists = createNamedLists(database, 'named_boards', (board) => void removeRows.run(board))
  let last: { readonly name: BoardName; readonly key: number } | undefined
  const keyOf = (name: BoardName) => {
    if (last === undefined || !isSame(last.name, name)) last = { name, key: findOrMake(name) }
    return last.key
  }
  return {
    begin: () => {
      lists.clear()
      last = undefined
    },
    writeRow: (
      name: BoardName,
      { rank: given, point = 0, accountId = NOBODY, deck }: Row,
      { number, fields }: { readonly number: number; readonly fields: RowFields },
    ) => {
      const board = keyOf(name)
      const account = toInt64(accountId, fields.account)
      if (accountId !== NOBODY) seen.note(`${board} ${accountId}`, number, fields.account)
      const list = lists.of(board)
      list.length += 1
      const rank = given ?? rankByScore(list, point, fields.score)
      const deckKey = deck === undefined ? null : decks.keyOf(deck)
      insert.run(board, rank, list.length, account, point, deckKey)
    },
  }
}

/** Equal scores share a rank, and the next lower score has the rank of its place. */
function rankByScore(list: ListState, score: number, field: string): number {
  const isFirst = list.length === 1
  if (!isFirst && score > list.point) {
    throw new DataProblem('is higher than in the row before: the best row stands first', { field })
  }
  if (isFirst || score < list.point) list.rank = list.length
  list.point = score
  return list.rank
}

function boardOf(
  region: BoardName['region'],
  kind: BoardName['kind'],
  subject: bigint,
  band = 0n,
): BoardName {
  return { region, kind, subject, band }
}

function isSame(one: BoardName, other: BoardName): boolean {
  return (
    one.subject === other.subject &&
    one.band === other.band &&
    one.region === other.region &&
    one.kind === other.kind
  )
}
