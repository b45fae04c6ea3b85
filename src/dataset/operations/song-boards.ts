import type { MessageOf } from '../../game/operations.ts'
import type { Region } from '../../game/region.ts'
import {
  createDeckReader,
  selectBoardRowsWithDeck,
  visibleProfile,
  type BoardRowWithDeck,
} from './board-row.ts'
import type { BoardKind } from '../dataset-schema.ts'
import { prepareFindBoard } from './find-board.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'
import { readInChunks } from './read-in-chunks.ts'
import type { ReadSignal } from '../read-signal.ts'

/**
 * Creates the handlers of song and challenge song boards: the best rows by score, ties in the
 * stable order of the board, at most `sizes.boardRows`. The ids of the two kinds of songs are
 * unrelated.
 */
export function createSongHandlers(
  options: HandlerOptions,
): Pick<Handlers, 'music.ranking' | 'event.challengeRanking'> {
  const readMusic = prepareBestRows(options, 'music')
  const readChallenge = prepareBestRows(options, 'challenge')
  return {
    'music.ranking': (region, { musicId }, context) => readMusic(region, musicId, context),
    'event.challengeRanking': (region, { challengeMusicId }, context) =>
      readChallenge(region, challengeMusicId, context),
  }
}

function prepareBestRows({ database, sizes }: HandlerOptions, kind: BoardKind) {
  const findBoard = prepareFindBoard(database, kind)
  const rows = database.prepare(selectBoardRowsWithDeck())
  return (region: Region, subjectId: string, context?: ReadSignal) => {
    const board = findBoard(region, subjectId)
    if (board === undefined) return undefined
    const players = readInChunks<BoardRowWithDeck, SongEntry>({
      rowsAfter: (position, limit) => {
        const { rank, place } = position ?? { rank: 0, place: 0 }
        return rows.all({ region, board, rank, place, limit }) as never
      },
      toEntry: songEntries(),
      limit: sizes.boardRows,
      context,
    })
    return players instanceof Promise ? players.then(toMessage) : toMessage(players)
  }
}

type SongEntry = NonNullable<MessageOf<'music.ranking'>['players']>[number]

function toMessage(players: SongEntry[]) {
  return { players }
}

/** Returns a function that converts the rows of one read into entries. */
function songEntries(): (row: BoardRowWithDeck) => SongEntry {
  const shownDeck = createDeckReader()
  return (row) => ({
    score: row.point,
    playerData: visibleProfile(row),
    highScoreDeck: shownDeck(row),
  })
}
