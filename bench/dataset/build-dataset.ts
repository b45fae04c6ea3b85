import { demoDeck, demoMemberCard } from '../../src/gateways/embedded/demo/demo-deck.ts'
import {
  createSeededRandom,
  type SeededRandom,
} from '../../src/gateways/embedded/demo/seeded-random.ts'
import type { DatasetWriter, NewBoardRow } from '../../src/gateways/embedded/dataset-writer.ts'
import { writeDataset } from '../../src/gateways/embedded/write-dataset.ts'
import { circleName } from './circle-names.ts'

/** The region that everything is in. */
export const REGION = 'jp'
/** What the boards are found by. */
export const IDS = { eventId: '1', shortEventId: '4', arenaSeasonId: '2', musicId: '3' } as const
/** Rows of the short event board that every dataset has beside its long one, at most. */
export const SHORT_BOARD = 10_000

/** As many decks as an operator's boards show; each row of a window of 1,000 has one of its own. */
const DECKS = 10_000
const FIRST_ACCOUNT_ID = 7_000_000_000_000

/** How long one part of the building took. */
export interface BuildPart {
  readonly part: string
  readonly rows: number
  readonly seconds: number
}

/** The account id of the player at `index`, from 0. */
export function accountIdAt(index: number): string {
  return String(FIRST_ACCOUNT_ID + index * 7)
}

/**
 * Builds a dataset of as many players, rows of an event board, rows of an arena board and circles, in the way
 * everything gets into a dataset. Tells each part when it is done.
 */
export async function buildDataset(
  file: string,
  size: number,
  onPart: (part: BuildPart) => void,
): Promise<void> {
  let start = performance.now()
  const tell = (part: string, rows: number) => {
    onPart({ part, rows, seconds: (performance.now() - start) / 1_000 })
    start = performance.now()
  }
  const fill = (writer: DatasetWriter) => {
    const random = createSeededRandom(1, 'dataset')
    const deckCount = Math.min(DECKS, size)
    const decks = Array.from({ length: deckCount }, () => writer.addDeck(demoDeck(REGION, random)))
    tell('decks', deckCount)
    for (let index = 0; index < size; index += 1) writer.addPlayer(REGION, player(index, random))
    tell('players', size)
    const rows = boardRows(size, decks, random)
    writer.addBoard(REGION, { kind: 'event', subjectId: IDS.eventId, rows })
    writer.addBoard(REGION, { kind: 'arena', subjectId: IDS.arenaSeasonId, rows })
    writer.addBoard(REGION, { kind: 'music', subjectId: IDS.musicId, rows: rows.slice(0, 1_000) })
    const short = boardRows(size, decks, random).slice(0, SHORT_BOARD)
    writer.addBoard(REGION, { kind: 'event', subjectId: IDS.shortEventId, rows: short })
    tell('rows of boards', size * 2)
    for (let index = 0; index < size; index += 1) addCircle(writer, index, random)
    tell('circles', size)
  }
  await writeDataset(file, fill, ({ done, total }) => {
    if (done === total) tell('circles indexed', total)
  })
  tell('written to disk', 1)
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

/** A board on which every tenth row ties with the one before, and whose players stand in no order of their ids. */
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
      description: 'Everyone is welcome. We play together each evening and help who is new.',
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
