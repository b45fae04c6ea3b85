import { demoDeck, demoMemberCard } from '../../src/demo/content/demo-deck.ts'
import { createSeededRandom, type SeededRandom } from '../../src/platform/text/seeded-random.ts'
import type { DatasetWriter, NewBoardRow } from '../../src/dataset/dataset-writer.ts'
import { writeDataset } from '../../src/dataset/write-dataset.ts'
import { circleName } from './circle-names.ts'

/** The region of the dataset. */
export const REGION = 'jp'
/** The ids of the boards. */
export const IDS = { eventId: '1', shortEventId: '4', arenaSeasonId: '2', musicId: '3' } as const
/** Maximum rows of the short event board that every dataset has in addition to its long one. */
export const SHORT_BOARD = 10_000

/** A realistic number of decks: each row of a window of 1,000 ranks has a different one. */
const DECKS = 10_000
const FIRST_ACCOUNT_ID = 7_000_000_000_000

/** The time that one part of building a dataset took. */
export interface BuildPart {
  readonly part: string
  readonly rows: number
  readonly seconds: number
}

/** Returns the account id of the player at `index`, counted from 0. */
export function accountIdAt(index: number): string {
  return String(FIRST_ACCOUNT_ID + index * 7)
}

/**
 * Builds a dataset with `size` players, circles, event board rows and arena board rows, through the
 * regular dataset writer. Calls `onPart` after each part.
 */
export async function buildDataset(
  file: string,
  size: number,
  onPart: (part: BuildPart) => void,
): Promise<void> {
  let start = performance.now()
  const finish = (part: string, rows: number) => {
    onPart({ part, rows, seconds: (performance.now() - start) / 1_000 })
    start = performance.now()
  }
  const fill = (writer: DatasetWriter) => {
    const random = createSeededRandom(1, 'dataset')
    const deckCount = Math.min(DECKS, size)
    const decks = Array.from({ length: deckCount }, () => writer.addDeck(demoDeck(REGION, random)))
    finish('decks', deckCount)
    for (let index = 0; index < size; index += 1) writer.addPlayer(REGION, player(index, random))
    finish('players', size)
    const rows = boardRows(size, decks, random)
    writer.addBoard(REGION, { kind: 'event', subjectId: IDS.eventId, rows })
    writer.addBoard(REGION, { kind: 'arena', subjectId: IDS.arenaSeasonId, rows })
    writer.addBoard(REGION, { kind: 'music', subjectId: IDS.musicId, rows: rows.slice(0, 1_000) })
    const short = boardRows(size, decks, random).slice(0, SHORT_BOARD)
    writer.addBoard(REGION, { kind: 'event', subjectId: IDS.shortEventId, rows: short })
    finish('board rows', size * 2)
    for (let index = 0; index < size; index += 1) addCircle(writer, index, random)
    finish('circles', size)
  }
  await writeDataset(file, fill, ({ done, total }) => {
    if (done === total) finish('circles indexed', total)
  })
  finish('written to disk', 1)
}

function player(index: number, random: SeededRandom) {
  const [accountId, profileId] = [accountIdAt(index), String(1 + index)]
  const favoriteMemberCard = demoMemberCard(REGION, random)
  return {
    accountId,
    profileId,
    hidden: index % 50 === 40,
    favorites: random.integer(0, 5_000),
    profile: {
      id: accountId,
      profileId,
      name: `${circleName(random, true)} ${index}`,
      rankExp: random.integer(0, 9_000_000),
      lastUpdatedAt: '1780000000000',
      favoriteMemberCardMasterId: favoriteMemberCard.cardId ?? '0',
      favoriteMemberCard,
    },
    brief: {
      accountId,
      playerId: accountId,
      nickname: `player ${index}`,
      level: 1 + (index % 300),
    },
    cards: [],
  }
}

/**
 * Returns a board on which every tenth row ties with the previous one and players are in random
 * order.
 */
function boardRows(size: number, decks: readonly number[], random: SeededRandom): NewBoardRow[] {
  const order = random.shuffled(Array.from({ length: size }, (_, index) => index))
  return order.map((index, at) => ({
    rank: at % 10 === 9 ? at : at + 1,
    point: (size - (at % 10 === 9 ? at - 1 : at)) * 100,
    accountId: accountIdAt(index),
    deckKey: decks[at % decks.length],
  }))
}

function addCircle(writer: DatasetWriter, index: number, random: SeededRandom): void {
  const joinRule = random.integer(1, 3)
  writer.addCircle(REGION, {
    ranking: 1 + index,
    masterAccountId: accountIdAt(index),
    players: [],
    circle: {
      id: String(100_000 + index),
      name: circleName(random, joinRule === 3),
      description: 'Everyone is welcome. We play together each evening and help beginners.',
      joinRule,
      playStyle: random.integer(1, 4),
      memberCount: random.integer(1, 30),
      currentRank: random.integer(1, 50),
      nextRankPoint: random.integer(1, 100_000),
      totalPoint: random.integer(0, 2_000_000_000),
      weeklyTotalPoint: random.integer(0, 1_000_000),
      masterLastLoginAt: '1780000000000',
    },
  })
}
