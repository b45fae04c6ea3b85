import type { Region } from '../../../domain/region.ts'
import type { DatasetWriter, NewBoardRow } from '../dataset-writer.ts'
import { demoMemberCardId, demoSupportCardId } from './demo-deck.ts'
import { DEMO_IDS, DEMO_PLAYER_COUNTS, demoAccountId } from './demo-ids.ts'
import { rankScores, scorePlayers, type RankedScore } from './score-players.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What the boards of a region are made with. */
export interface BoardMaterial {
  readonly writer: DatasetWriter
  readonly region: Region
  readonly random: SeededRandom
  /** The key of the deck of each player, by the place in the region's list. */
  readonly deckKeys: readonly number[]
}

/** A rank in the middle of the running event's board that nobody holds, with no tie before it. */
export const DEMO_MISSING_RANK = 57

const ENDED_EVENT_ROWS = 300
const EVENT_DECKS = 300
const TREND_CARDS = 8

/** Writes the boards of a region's three events, and the decks used in two of them. */
export function writeDemoEvents({ writer, region, random, deckKeys }: BoardMaterial): void {
  const { running, ended, coming } = DEMO_IDS[region].events
  const count = DEMO_PLAYER_COUNTS[region]
  const rows = {
    [running]: rankScores(scorePlayers(random, { count, length: count - 1, top: 40_000_000 })),
    [ended]: rankScores(scorePlayers(random, { count, length: ENDED_EVENT_ROWS, top: 25_000_000 })),
  }
  for (const [subjectId, ranked] of Object.entries(rows)) {
    const held = ranked.filter(({ rank }) => rank !== DEMO_MISSING_RANK)
    const board = writer.addBoard(region, {
      kind: 'event',
      subjectId,
      rows: held.map((row) => boardRow(region, row)),
    })
    for (const { index } of held.slice(0, EVENT_DECKS)) {
      writer.addEventDeck(board, demoAccountId(region, index), deckKeys[index] ?? 0)
    }
  }
  writer.addBoard(region, { kind: 'event', subjectId: coming, rows: [] })
}

/** Writes the arena season of a region: all players overall, half of them in each of two bands, a band of nobody. */
export function writeDemoArena({ writer, region, random, deckKeys }: BoardMaterial): void {
  const { arenaSeasonId: subjectId, bands, songs } = DEMO_IDS[region]
  const count = DEMO_PLAYER_COUNTS[region]
  const scores = scorePlayers(random, { count, length: count - 1, top: 900_000 })
  const boards = {
    '0': scores,
    [bands[0]]: scores.filter(({ index }) => index % 2 === 0),
    [bands[1]]: scores.filter(({ index }) => index % 2 === 1),
    [bands[2]]: [],
  }
  for (const [bandId, members] of Object.entries(boards)) {
    const rows = rankScores(members).map((row) => boardRow(region, row, deckKeys))
    writer.addBoard(region, { kind: 'arena', subjectId, bandId, rows })
  }
  for (const musicId of songs.slice(0, 3)) {
    // Steps of 7 from a random start: no card comes twice.
    const start = random.integer(0, 999)
    const memberCards = Array.from({ length: TREND_CARDS }, (_, at) => ({
      memberCardId: demoMemberCardId(region, start + at * 7),
    }))
    writer.addDeckTrend(
      region,
      { arenaSeasonId: subjectId, musicId },
      {
        leaders: memberCards.slice(0, 3),
        members: memberCards,
        supports: Array.from({ length: TREND_CARDS }, (_, at) => ({
          supportCardId: demoSupportCardId(region, start + at * 7),
        })),
      },
    )
  }
}

/** Writes the boards of songs and challenge songs: some longer than a list may be, one row, none at all. */
export function writeDemoSongs({ writer, region, random, deckKeys }: BoardMaterial): void {
  const { songs, challengeSongs } = DEMO_IDS[region]
  const count = DEMO_PLAYER_COUNTS[region]
  const boards = [
    ...songs.map((subjectId, at) => ({ kind: 'music', subjectId, length: [150, 60, 1, 0][at] })),
    ...challengeSongs.map((subjectId, at) => ({
      kind: 'challenge',
      subjectId,
      length: [120, 8][at],
    })),
  ] as const
  for (const { kind, subjectId, length = 0 } of boards) {
    const ranked = rankScores(scorePlayers(random, { count, length, top: 2_400_000 }))
    const rows = ranked.map((row) => boardRow(region, row, deckKeys))
    writer.addBoard(region, { kind: kind as 'music' | 'challenge', subjectId, rows })
  }
}

function boardRow(
  region: Region,
  { index, rank, point }: RankedScore,
  deckKeys: readonly number[] = [],
): NewBoardRow {
  return { rank, point, accountId: demoAccountId(region, index), deckKey: deckKeys[index] }
}
