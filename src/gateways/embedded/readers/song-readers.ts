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
    'music.ranking': (region, { musicId }) => readMusic(region, musicId),
    'event.challengeRanking': (region, { challengeMusicId }) =>
      readChallenge(region, challengeMusicId),
  }
}

function prepareBestRows({ database, sizes }: ReaderOptions, kind: BoardKind) {
  const findBoard = prepareFindBoard(database, kind)
  const rows = database.prepare(selectBoardRowsWithDeck('', 'LIMIT :limit'))
  return (region: Region, subjectId: string) => {
    const board = findBoard(region, subjectId)
    if (board === undefined) return undefined
    const best = rows.all({ region, board, limit: sizes.boardRows })
    return { players: (best as unknown as BoardRowWithDeck[]).map(songEntries()) }
  }
}

/** Turns the rows of one read into entries. */
function songEntries() {
  const shownDeck = createShownDeck()
  return (row: BoardRowWithDeck) => ({
    score: row.point,
    playerData: shownProfile(row),
    highScoreDeck: shownDeck(row),
  })
}
