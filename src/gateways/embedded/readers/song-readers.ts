import type { MessageOf } from '../../../contract/operations.ts'
import type { Region } from '../../../domain/region.ts'
import {
  createShownDeck,
  selectBoardRowsWithDeck,
  shownProfile,
  type BoardRowWithDeck,
} from './board-row.ts'
import type { BoardKind } from '../dataset-schema.ts'
import { prepareFindBoard } from './find-board.ts'
import type { ReaderOptions, Readers } from './create-readers.ts'
import { readInSlices } from './read-in-slices.ts'
import type { ReadSignal } from '../read-signal.ts'

/**
 * Reads the boards of songs and of challenge songs: the best rows by score, ties in the board's own stable order, at
 * most `sizes.boardRows`. The ids of the two kinds of song have nothing in common.
 */
export function createSongReaders(
  options: ReaderOptions,
): Pick<Readers, 'music.ranking' | 'event.challengeRanking'> {
  const readMusic = prepareBestRows(options, 'music')
  const readChallenge = prepareBestRows(options, 'challenge')
  return {
    'music.ranking': (region, { musicId }, context) => readMusic(region, musicId, context),
    'event.challengeRanking': (region, { challengeMusicId }, context) =>
      readChallenge(region, challengeMusicId, context),
  }
}

function prepareBestRows({ database, sizes }: ReaderOptions, kind: BoardKind) {
  const findBoard = prepareFindBoard(database, kind)
  const rows = database.prepare(selectBoardRowsWithDeck())
  return (region: Region, subjectId: string, context?: ReadSignal) => {
    const board = findBoard(region, subjectId)
    if (board === undefined) return undefined
    const players = readInSlices<BoardRowWithDeck, SongEntry>({
      rowsAfter: (position, limit) => {
        const { rank, place } = position ?? { rank: 0, place: 0 }
        return rows.all({ region, board, rank, place, limit }) as never
      },
      toEntry: songEntries(),
      limit: sizes.boardRows,
      context,
    })
    return players instanceof Promise ? players.then(asAnswer) : asAnswer(players)
  }
}

type SongEntry = NonNullable<MessageOf<'music.ranking'>['players']>[number]

function asAnswer(players: SongEntry[]) {
  return { players }
}

/** Turns the rows of one read into entries. */
function songEntries(): (row: BoardRowWithDeck) => SongEntry {
  const shownDeck = createShownDeck()
  return (row) => ({
    score: row.point,
    playerData: shownProfile(row),
    highScoreDeck: shownDeck(row),
  })
}
