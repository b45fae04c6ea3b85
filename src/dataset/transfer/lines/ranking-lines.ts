import { DataProblem } from '../data-problem.ts'
import type { SongRow } from '../data-shapes.ts'
import { prepareEnsureBoard, type DatasetBoardKey } from './ensure-dataset-board.ts'
import { toInt64 } from './line-values.ts'
import type { LineWriterOptions, LineWriters } from './line-writer.ts'
import { createNamedLists, type ListState } from './named-lists.ts'

/** The account id of a row without a player. No player has it. */
const NO_ACCOUNT = '0'

/** The paths of a row's fields, for error messages. */
interface RowFields {
  readonly account: string
  readonly score: string
}

interface Row {
  readonly accountId: string | undefined
  /** Undefined on the boards of songs, where it follows from the score. */
  readonly rank: number | undefined
  readonly point: number | undefined
  readonly deck: object | undefined
}

const PROFILE: RowFields = { account: 'entry.profile.id', score: 'entry.point' }
const PLAYER_DATA: RowFields = { account: 'entry.playerData.id', score: 'entry.score' }

/**
 * Creates the writers of board rows. A board that occurs in a file loses its previous rows; the new
 * ones are ordered as in the file within their rank. Ranks of song boards follow from the scores,
 * so their rows must be sorted from best to worst.
 */
export function createRankingLineWriters(
  options: LineWriterOptions,
): Pick<
  LineWriters,
  'event-rankings' | 'arena-rankings' | 'music-rankings' | 'challenge-rankings'
> {
  const { start, writeRow } = createRowWriter(options)
  const songs = <Line>(
    nameOf: (line: Line) => DatasetBoardKey,
    entryOf: (line: Line) => SongRow,
  ) => ({
    start,
    write: (line: Line, number: number) => {
      const { score, playerData, highScoreDeck: deck } = entryOf(line)
      const row = { rank: undefined, point: score, accountId: playerData?.id, deck }
      writeRow(nameOf(line), row, { number, fields: PLAYER_DATA })
    },
  })
  return {
    'event-rankings': {
      start,
      write: ({ region, eventId, entry: { rank, point, profile } }, number) => {
        const board = boardOf(region, 'event', toInt64(eventId, 'eventId'))
        const row = { rank, point, accountId: profile?.id, deck: undefined }
        writeRow(board, row, { number, fields: PROFILE })
      },
    },
    'arena-rankings': {
      start,
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
  const ensureBoard = prepareEnsureBoard(database)
  const removeRows = database.prepare('DELETE FROM board_rows WHERE board_key = ?')
  const insert = database.prepare('INSERT INTO board_rows VALUES (?, ?, ?, ?, ?, ?)')
  const lists = createNamedLists(database, 'named_boards', (board) => void removeRows.run(board))
  let last: { readonly name: DatasetBoardKey; readonly key: number } | undefined
  const keyOf = (name: DatasetBoardKey) => {
    if (last === undefined || !isSame(last.name, name)) last = { name, key: ensureBoard(name) }
    return last.key
  }
  return {
    start: () => {
      lists.clear()
      last = undefined
    },
    writeRow: (
      name: DatasetBoardKey,
      { rank: given, point = 0, accountId = NO_ACCOUNT, deck }: Row,
      { number, fields }: { readonly number: number; readonly fields: RowFields },
    ) => {
      const board = keyOf(name)
      const account = toInt64(accountId, fields.account)
      if (accountId !== NO_ACCOUNT) seen.add(`${board} ${accountId}`, number, fields.account)
      const list = lists.of(board)
      list.length += 1
      const rank = given ?? rankByScore(list, point, fields.score)
      const deckKey = deck === undefined ? null : decks.keyOf(deck)
      insert.run(board, rank, list.length, account, point, deckKey)
    },
  }
}

/**
 * Returns the rank by score: equal scores share a rank, and the next lower score has the rank of
 * its position.
 */
function rankByScore(list: ListState, score: number, field: string): number {
  const isFirst = list.length === 1
  if (!isFirst && score > list.point) {
    throw new DataProblem(
      'is higher than in the previous row: rows must be sorted from best to worst',
      { field },
    )
  }
  if (isFirst || score < list.point) list.rank = list.length
  list.point = score
  return list.rank
}

function boardOf(
  region: DatasetBoardKey['region'],
  kind: DatasetBoardKey['kind'],
  subject: bigint,
  band = 0n,
): DatasetBoardKey {
  return { region, kind, subject, band }
}

function isSame(one: DatasetBoardKey, other: DatasetBoardKey): boolean {
  return (
    one.subject === other.subject &&
    one.band === other.band &&
    one.region === other.region &&
    one.kind === other.kind
  )
}
