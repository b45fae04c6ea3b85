import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportData } from '../../src/dataset/transfer/export-data.ts'
import { importData } from '../../src/dataset/transfer/import-data.ts'
import { openDataset } from '../../src/dataset/open-dataset.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { contentOf, onePixel, write, writeLines, type Lines } from './data-folder.ts'

const root = temporaryFolder()

/** Imports one after the other, and answers the export by file and line. */
async function importAll(...all: readonly Lines[]) {
  const folder = mkdtempSync(join(root, 'case-'))
  const file = join(folder, 'dataset.db')
  for (const [at, lines] of all.entries()) {
    const source = join(folder, `in${at}`)
    writeLines(source, lines)
    const files = await importData({ file, paths: [source] })
    assert.deepEqual(
      files.map(({ problem }) => problem),
      files.map(() => undefined),
    )
  }
  await exportData({ file, folder: join(folder, 'out') })
  const content = contentOf(join(folder, 'out'))
  const linesOf = (name: string) =>
    (content[`${name}.ndjson`] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  return { file, linesOf }
}

const region = 'tw'
const player = (id: string, name: string) => ({
  region,
  entry: { id, profileId: `2100000000${id}`, name },
})
const row = (eventId: string, rank: number, id: string) => ({
  region,
  eventId,
  entry: { rank, profile: { id } },
})
const arenaRow = (rank: number, id: number, deckId: number) => ({
  region,
  arenaSeasonId: '9',
  entry: { rank, profile: { id: String(id) }, deck: { id: deckId } },
})

test('a player with a known id is replaced, and the others stay', async () => {
  const { linesOf } = await importAll(
    { players: [player('1', 'old'), player('2', 'other')] },
    { players: [player('1', 'new')] },
  )
  assert.deepEqual(
    linesOf('players').map((line) => (line as ReturnType<typeof player>).entry.name),
    ['new', 'other'],
  )
})

test('a player who is replaced keeps the profile cards, and a page is replaced by itself', async () => {
  const { file } = await importAll({ players: [player('1', 'old')] })
  const cards = mkdtempSync(join(root, 'cards-'))
  for (const page of [1, 2]) write(join(cards, 'tw', '21000000001', `${page}.png`), onePixel(page))
  await importData({ file, paths: [cards] })
  writeLines(cards, { players: [player('1', 'new')] })
  await importData({ file, paths: [join(cards, 'players.ndjson')] })
  write(join(cards, 'tw', '21000000001', '2.png'), onePixel(8))
  await importData({ file, paths: [join(cards, 'tw', '21000000001', '2.png')] })
  await exportData({ file, folder: join(cards, 'out') })
  const content = contentOf(join(cards, 'out', 'cards'))
  assert.deepEqual(content, {
    'tw/21000000001/1.png': onePixel(1).toString('latin1'),
    'tw/21000000001/2.png': onePixel(8).toString('latin1'),
  })
})

test('a board that is named is replaced whole, wherever its lines stand, and no other', async () => {
  const { linesOf } = await importAll(
    { 'event-rankings': [row('7', 1, '1'), row('7', 2, '2'), row('8', 1, '1'), row('6', 1, '1')] },
    { 'event-rankings': [row('7', 2, '4'), row('8', 5, '3'), row('7', 2, '3'), row('7', 1, '5')] },
  )
  assert.deepEqual(linesOf('event-rankings'), [
    row('6', 1, '1'),
    row('7', 1, '5'),
    row('7', 2, '4'),
    row('7', 2, '3'),
    row('8', 5, '3'),
  ])
})

test('a circle keeps its players, and a list of players is replaced whole', async () => {
  const circle = (id: string, name: string) => ({ region, entry: { id, name } })
  const member = (circleId: string, playerId: string) => ({ region, entry: { circleId, playerId } })
  const { linesOf } = await importAll(
    {
      circles: [circle('1', 'one'), circle('2', 'two')],
      'circle-players': [member('1', '5'), member('1', '6'), member('2', '7')],
    },
    { circles: [circle('1', 'uno')], 'circle-players': [member('2', '9'), member('2', '8')] },
  )
  assert.deepEqual(linesOf('circles'), [circle('1', 'uno'), circle('2', 'two')])
  assert.deepEqual(linesOf('circle-players'), [
    member('1', '5'),
    member('1', '6'),
    member('2', '9'),
    member('2', '8'),
  ])
})

test('a board keeps its rows when its period changes, and a period that is not said again is gone', async () => {
  const board = { region, kind: 'event', id: '7' }
  const period = {
    startAt: '5',
    endAt: '9',
    repeatsMs: 4,
    curve: [
      [0, 0],
      [1, 1],
    ],
  }
  const rows = { 'event-rankings': [row('7', 1, '1')] }
  const grown = await importAll(rows, { boards: [{ ...board, ...period }] })
  assert.deepEqual(grown.linesOf('boards'), [{ ...board, ...period }])
  assert.deepEqual(grown.linesOf('event-rankings'), rows['event-rankings'])
  const still = await importAll(rows, { boards: [{ ...board, ...period }] }, { boards: [board] })
  assert.deepEqual(still.linesOf('boards'), [board])
})

test('equal decks are kept once, and those that nothing names any more are gone', async () => {
  const { file } = await importAll(
    { 'arena-rankings': [arenaRow(1, 1, 11), arenaRow(2, 2, 12), arenaRow(3, 3, 13)] },
    { 'arena-rankings': [arenaRow(1, 1, 12), arenaRow(2, 2, 12), arenaRow(3, 3, 14)] },
  )
  const database = openDataset(file)
  const decks = database.prepare('SELECT deck FROM decks ORDER BY deck').all()
  database.close()
  assert.deepEqual(
    decks.map(({ deck }) => deck),
    ['{"id":12}', '{"id":14}'],
  )
})
