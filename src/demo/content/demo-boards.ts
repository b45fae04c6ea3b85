import type { Region } from '../../game/region.ts'
import type { DatasetWriter, NewBoardRow } from '../../dataset/dataset-writer.ts'
import { DEMO_REPEAT_MS, demoEventPeriod } from '../demo-calendar.ts'
import { demoCurve } from './demo-curve.ts'
import { demoMemberCardId, demoSupportCardId } from './demo-deck.ts'
import { DEMO_IDS, demoAccountId } from '../demo-ids.ts'
import {
  DEMO_EVENT_TIES,
  rankScores,
  scorePlayers,
  type RankedScore,
  type ScoreOptions,
} from './score-players.ts'
import type { SeededRandom } from '../../platform/text/seeded-random.ts'

/** Options of the functions that write the boards of a region. */
export interface BoardMaterial {
  readonly writer: DatasetWriter
  readonly region: Region
  /** The number of players in the region. */
  readonly count: number
  /** Restarts the random numbers of one part: the same name gives the same numbers. */
  readonly random: (part: string) => SeededRandom
  /** Returns the key of the deck of a player, by index in the region. */
  readonly deckKeyOf: (index: number) => number
}

/** An unoccupied rank in the middle of every long event board, with no tie before it. */
export const DEMO_MISSING_RANK = 57

const LASTING_EVENT_ROWS = 300
const EVENT_DECKS = 300
const TREND_CARDS = 8

/** Rows by which a missing rank shortens each event board. */
const MISSING_ROWS = 1

/**
 * The lengths of the boards of songs and challenge songs: one exceeds the maximum of a list, one
 * has a single row, one is empty.
 */
const SONG_ROWS = [150, 60, 1, 0]
const CHALLENGE_SONG_ROWS = [120, 8]

/** Returns the number of rows of all boards of a region with `count` players. */
export function demoBoardRows(count: number): number {
  const songs = [...SONG_ROWS, ...CHALLENGE_SONG_ROWS].reduce((sum, rows) => sum + rows, 0)
  const events = 3 * (count - 1 - MISSING_ROWS) + LASTING_EVENT_ROWS - MISSING_ROWS
  return events + 2 * (count - 1) + songs
}

/**
 * Writes the boards of a region's events, and the decks used in them: three that rotate, with all
 * players but one, one without a period, and one without rows.
 */
export function writeDemoEvents(material: BoardMaterial): void {
  const { writer, region, count, random } = material
  const { rotating: turns, lasting, empty } = DEMO_IDS[region].events
  for (const [turn, eventId] of turns.entries()) {
    const board = writeEventBoard(material, eventId, { count, length: count - 1, top: 40_000_000 })
    const { startMs, endMs } = demoEventPeriod(region, turn)
    writer.addEventPeriod(board, {
      startsAtMs: startMs,
      endsAtMs: endMs,
      repeatsMs: DEMO_REPEAT_MS,
      curve: demoCurve(random(`events/${eventId}/curve`)),
    })
  }
  writeEventBoard(material, lasting, { count, length: LASTING_EVENT_ROWS, top: 25_000_000 })
  writer.addBoard(region, { kind: 'event', subjectId: empty, rows: [] })
}

function writeEventBoard(
  { writer, region, random, deckKeyOf }: BoardMaterial,
  subjectId: string,
  options: ScoreOptions,
): number {
  const withDecks: number[] = []
  function* rows(): Generator<NewBoardRow> {
    const scores = scorePlayers(random(`events/${subjectId}`), {
      ...options,
      ties: DEMO_EVENT_TIES,
    })
    for (const row of rankScores(scores)) {
      if (row.rank === DEMO_MISSING_RANK) continue
      if (withDecks.length < EVENT_DECKS) withDecks.push(row.index)
      yield boardRow(region, row)
    }
  }
  const board = writer.addBoard(region, { kind: 'event', subjectId, rows: rows() })
  for (const index of withDecks) {
    writer.addEventDeck(board, demoAccountId(region, index), deckKeyOf(index))
  }
  return board
}

/**
 * Writes the arena season of a region: all players overall, half of them in each of two bands, and
 * an empty band.
 */
export function writeDemoArena(material: BoardMaterial): void {
  const { writer, region, count, random, deckKeyOf } = material
  const { arenaSeasonId: subjectId, bands } = DEMO_IDS[region]
  // Every board iterates over the same scores again, so none is kept in memory.
  function* rows(isMember: (index: number) => boolean): Generator<NewBoardRow> {
    const scores = scorePlayers(random('arena'), { count, length: count - 1, top: 900_000 })
    for (const row of rankScores(scores.filter(({ index }) => isMember(index)))) {
      yield boardRow(region, row, deckKeyOf)
    }
  }
  const boards = {
    '0': rows(() => true),
    [bands[0]]: rows((index) => index % 2 === 0),
    [bands[1]]: rows((index) => index % 2 === 1),
    [bands[2]]: [],
  }
  for (const [bandId, members] of Object.entries(boards)) {
    writer.addBoard(region, { kind: 'arena', subjectId, bandId, rows: members })
  }
  writeDeckTrends(material)
}

function writeDeckTrends({ writer, region, random }: BoardMaterial): void {
  const { arenaSeasonId, songs } = DEMO_IDS[region]
  const starts = random('trends')
  for (const musicId of songs.slice(0, 3)) {
    // Steps of 7 from a random start, so that no card repeats.
    const start = starts.integer(0, 999)
    const memberCards = Array.from({ length: TREND_CARDS }, (_, at) => ({
      memberCardId: demoMemberCardId(region, start + at * 7),
    }))
    writer.addDeckTrend(
      region,
      { arenaSeasonId, musicId },
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

/** Writes the boards of songs and challenge songs. */
export function writeDemoSongs({ writer, region, count, random, deckKeyOf }: BoardMaterial): void {
  const { songs, challengeSongs } = DEMO_IDS[region]
  const boards = [
    ...songs.map((subjectId, at) => ({ kind: 'music', subjectId, length: SONG_ROWS[at] })),
    ...challengeSongs.map((subjectId, at) => ({
      kind: 'challenge',
      subjectId,
      length: CHALLENGE_SONG_ROWS[at],
    })),
  ] as const
  for (const { kind, subjectId, length = 0 } of boards) {
    const scores = scorePlayers(random(`songs/${subjectId}`), { count, length, top: 2_400_000 })
    const rows = rankScores(scores).map((row) => boardRow(region, row, deckKeyOf))
    writer.addBoard(region, { kind: kind as 'music' | 'challenge', subjectId, rows })
  }
}

function boardRow(
  region: Region,
  { index, rank, point }: RankedScore,
  deckKeyOf?: (index: number) => number,
): NewBoardRow {
  return { rank, point, accountId: demoAccountId(region, index), deckKey: deckKeyOf?.(index) }
}
