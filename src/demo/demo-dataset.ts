import { setImmediate as nextTurn } from 'node:timers/promises'
import { REGIONS, type Region } from '../game/region.ts'
import type { DatasetWriter } from '../dataset/dataset-writer.ts'
import { writeDataset } from '../dataset/write-dataset.ts'
import { writeDemoAnnouncements } from './content/demo-announcements.ts'
import {
  demoBoardRows,
  writeDemoArena,
  writeDemoEvents,
  writeDemoSongs,
} from './content/demo-boards.ts'
import type { DrawCards, CardSpec } from './cards/draw-card.ts'
import { writeDemoCircles } from './content/demo-circles.ts'
import { demoDeck } from './content/demo-deck.ts'
import { writeDemoGachas } from './content/demo-gachas.ts'
import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN, demoPlayerCounts } from './demo-ids.ts'
import {
  demoCircleRows,
  demoMoreCircles,
  writeDemoMoreCircles,
} from './content/demo-more-circles.ts'
import {
  demoPlayer,
  isDemoDeleted,
  DEMO_CARD_OWNERS,
  demoCardPages,
} from './content/demo-player.ts'
import { createSeededRandom, type SeededRandom } from '../platform/text/seeded-random.ts'
import { cardContentOf } from './cards/card-content.ts'

/** Decks per region. With more players, they share decks. */
const DECKS = 350

/** Rows between two progress reports. */
const PROGRESS_ROWS = 10_000

/** The progress of creating a demo. */
export interface DemoProgress {
  /** The region being written. */
  readonly region: Region
  /** Written rows of players, boards and circles, and their final number. */
  readonly rows: number
  readonly totalRows: number
}

/** Options of {@link createDemoDataset}. */
export interface DemoOptions {
  /** The path of the dataset. An existing dataset is replaced atomically. */
  readonly file: string
  /** Any safe integer. Equal seeds and numbers of players give equal content. */
  readonly seed: number
  /**
   * Players of all regions together: {@link DEMO_PLAYERS_MIN} (the default) to {@link
   * DEMO_PLAYERS_MAX}.
   */
  readonly players?: number
  /** Called every ten thousand rows and after each region. An exception aborts the creation. */
  readonly onProgress?: (progress: DemoProgress) => void
  /** Aborts the creation within seconds. */
  readonly signal?: AbortSignal | undefined
  /** Draws the profile cards. Tests replace it by something faster. */
  readonly drawCards?: DrawCards
}

/** One region during creation. */
interface RegionPlan {
  readonly writer: DatasetWriter
  readonly region: Region
  readonly seed: number
  readonly count: number
  readonly cards: DemoCards[Region]
  /** Yields to the event loop; throws when the creation was aborted. */
  readonly yieldToEvents: () => Promise<void>
}

/**
 * Creates a demo dataset: synthetic players, boards and texts for the four regions, with many cases
 * that are difficult for clients. Ids do not depend on the seed (`demo-ids.ts`); ranks and points
 * do. Rows are generated one by one, so memory does not depend on the number of players. On an
 * error it rejects and leaves `file` unchanged.
 */
export async function createDemoDataset({
  file,
  seed,
  players = DEMO_PLAYERS_MIN,
  onProgress,
  signal,
  drawCards,
}: DemoOptions): Promise<void> {
  checkPlayers(players)
  const counts = demoPlayerCounts(players)
  const totalRows = REGIONS.reduce((sum, region) => sum + demoRows(region, counts[region]), 0)
  const yieldToEvents = async () => {
    await nextTurn()
    signal?.throwIfAborted()
  }
  let rows = 0
  await writeDataset(file, async (writer) => {
    writer.markDemo()
    // Loaded on demand: the layout engine and the fonts are slow to load.
    const draw = drawCards ?? (await import('./cards/draw-card.ts')).drawCards
    const cards = await drawDemoCards(seed, draw)
    for (const region of REGIONS) {
      const reportProgress = () => onProgress?.({ region, rows, totalRows })
      const counting = countRows(writer, () => {
        rows += 1
        if (rows % PROGRESS_ROWS === 0) reportProgress()
      })
      const plan = { region, seed, count: counts[region], cards: cards[region], yieldToEvents }
      await writeRegion({ writer: counting, ...plan })
      reportProgress()
    }
  })
}

function checkPlayers(players: number): void {
  if (players >= DEMO_PLAYERS_MIN && players <= DEMO_PLAYERS_MAX && Number.isInteger(players))
    return
  throw new RangeError(
    `The number of players must be an integer from ${DEMO_PLAYERS_MIN} to ${DEMO_PLAYERS_MAX}.`,
  )
}

function demoRows(region: Region, count: number): number {
  let players = 0
  for (let index = 0; index < count; index += 1) if (!isDemoDeleted(index)) players += 1
  return players + demoBoardRows(count) + demoCircleRows(region, count)
}

async function writeRegion(plan: RegionPlan): Promise<void> {
  const { writer, region, seed, count, cards, yieldToEvents } = plan
  const random = (part: string) => createSeededRandom(seed, `${region}/${part}`)
  const playerRandom = createPlayerRandom(region, seed)
  for (let index = 0; index < count; index += 1) {
    const player = demoPlayer(region, index, { random: playerRandom, cards: cards[index] ?? [] })
    if (!isDemoDeleted(index)) writer.addPlayer(region, player)
    if (index % PROGRESS_ROWS === 0) await yieldToEvents()
  }
  const deckRandom = random('decks')
  const decks = Array.from({ length: DECKS }, () => writer.addDeck(demoDeck(region, deckRandom)))
  const deckKeyOf = (index: number) => decks[index % DECKS] ?? 0
  const options = { writer, region, count, random, deckKeyOf }
  for (const write of [writeDemoEvents, writeDemoArena, writeDemoSongs]) {
    write(options)
    await yieldToEvents()
  }
  const moreCircles = demoMoreCircles(region, count)
  writeDemoCircles(writer, region, { random: random('circles'), more: moreCircles })
  writeDemoMoreCircles(writer, region, { count, random: random('circles/more') })
  await yieldToEvents()
  writeDemoGachas(writer, region)
  writeDemoAnnouncements(writer, region)
}

/** The pages of each card owner of a region, by index in the region's list. */
type DemoCards = Readonly<Record<Region, readonly (readonly Uint8Array[])[]>>

/** Starts the random numbers of a region's players: the same arguments give the same players. */
function createPlayerRandom(region: Region, seed: number): SeededRandom {
  return createSeededRandom(seed, `${region}/players`)
}

/** Draws all cards of a demo. One batch, because loading the fonts dominates the time. */
async function drawDemoCards(seed: number, drawCards: DrawCards): Promise<DemoCards> {
  const specs = REGIONS.map((region) => cardSpecsOf(region, seed))
  const images = await drawCards(specs.flat(2))
  const cards = {} as Record<Region, Uint8Array[][]>
  let used = 0
  for (const [at, region] of REGIONS.entries()) {
    const owners = specs[at] ?? []
    cards[region] = owners.map(({ length }) => images.slice(used, (used += length)))
  }
  return cards
}

/** Returns the cards of each card owner: a list of pages, possibly empty. */
function cardSpecsOf(region: Region, seed: number): CardSpec[][] {
  const playerRandom = createPlayerRandom(region, seed)
  const appearance = createSeededRandom(seed, `${region}/cards`)
  return Array.from({ length: DEMO_CARD_OWNERS }, (_, index) => {
    const player = demoPlayer(region, index, { random: playerRandom, cards: [] })
    const content = cardContentOf(region, player, appearance.integer(0, 2 ** 32 - 1))
    return ([1, 2] as const)
      .slice(0, demoCardPages(index))
      .map((page): CardSpec => ({ content, page }))
  })
}

/**
 * Wraps a writer to call `onRow` after each row of players, boards, circles and their members.
 * Small tables are not counted.
 */
function countRows(writer: DatasetWriter, onRow: () => void): DatasetWriter {
  function* counted<Row>(rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) {
      yield row
      onRow()
    }
  }
  return {
    ...writer,
    addPlayer(region, player) {
      writer.addPlayer(region, player)
      onRow()
    },
    addBoard: (region, board) => writer.addBoard(region, { ...board, rows: counted(board.rows) }),
    addCircle(region, circle) {
      const key = writer.addCircle(region, circle)
      onRow()
      circle.players.forEach(onRow)
      return key
    },
  }
}
