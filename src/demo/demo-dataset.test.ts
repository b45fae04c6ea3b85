import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { OPERATION_IDS } from '../game/operations.ts'
import { GAME_TIME_BOUNDS } from '../game/game-clock.ts'
import { REGIONS } from '../game/region.ts'
import { openDataset } from '../dataset/open-dataset.ts'
import { CARD_SIZE } from './cards/card-pages.ts'
import { drawPlainCards } from './cards/plain-cards-for-tests.ts'
import { createDemoDataset, type DemoProgress } from './demo-dataset.ts'
import { demoExample } from './demo-example.ts'
import { openDemoForTests, typedArguments } from './demo-for-tests.ts'
import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN, demoPlayerCounts } from './demo-ids.ts'

let folder = ''
const told: (DemoProgress & { readonly named: boolean })[] = []

/** Two datasets of one seed and one of another; the progress of the first is recorded. */
const fileOf = (name: 'one' | 'same' | 'other') => join(folder, `${name}.db`)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backline-demo-'))
  const file = fileOf('one')
  const onProgress = (progress: DemoProgress) => {
    told.push({ ...progress, named: existsSync(file) })
  }
  await createDemoDataset({ file, seed: 7, onProgress })
  await createDemoDataset({ file: fileOf('same'), seed: 7 })
  await createDemoDataset({ file: fileOf('other'), seed: 8, drawCards: drawPlainCards })
})
after(() => rm(folder, { recursive: true }))

/**
 * Digests all rows of all tables in key order into one text. A full-text index has shadow tables
 * and cannot be read as a table itself.
 */
function contentOf(file: string): string {
  const database = openDataset(file)
  const tables = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  const content = createHash('sha256')
  for (const { name, sql } of tables) {
    content.update(String(sql))
    const statement = database.prepare(`SELECT * FROM ${String(name)}`)
    statement.setReadBigInts(true)
    for (const row of statement.all()) {
      for (const value of Object.values(row)) {
        content.update(value instanceof Uint8Array ? value : String(value)).update('|')
      }
    }
  }
  database.close()
  return content.digest('hex')
}

test('equal seeds give equal content, and different seeds different content', () => {
  const content = contentOf(fileOf('one'))
  assert.equal(contentOf(fileOf('same')), content)
  assert.notEqual(contentOf(fileOf('other')), content)
})

test('progress counts written rows, before the file is in place', () => {
  const file = fileOf('one')
  const [last] = told.slice(-1)
  assert.equal(last?.rows, last?.totalRows)
  assert.equal(last?.rows, rowsIn(file))
  assert.deepEqual(new Set(told.map(({ region }) => region)), new Set(REGIONS))
  const rows = told.map((progress) => progress.rows)
  assert.deepEqual(
    rows,
    rows.toSorted((left, right) => left - right),
  )
  assert.ok(told.every(({ named }) => !named))
})

test('a demo has the requested number of players, and its boards and circles grow with it', async () => {
  const file = join(folder, 'large.db')
  const players = 40_000
  let last: DemoProgress | undefined
  await createDemoDataset({ file, seed: 7, players, onProgress: (progress) => (last = progress) })
  assert.equal(last?.rows, last?.totalRows)
  assert.equal(last?.rows, rowsIn(file))
  const counts = demoPlayerCounts(players)
  assert.equal(
    Object.values(counts).reduce((sum, count) => sum + count),
    players,
  )
  const database = openDataset(file)
  const longest = database
    .prepare(
      `SELECT count(*) AS n FROM board_rows r JOIN boards b ON b.board_key = r.board_key
       WHERE b.region = 'jp' AND b.kind = 'event' GROUP BY b.board_key ORDER BY n`,
    )
    .all()
    .map((row) => row['n'])
  assert.deepEqual(longest, [299, ...Array.from({ length: 3 }, () => counts.jp - 2)])
  const circles = database
    .prepare(
      'SELECT ranking, total_point AS total FROM circles WHERE region = ? ORDER BY total DESC',
    )
    .all('jp') as { ranking: number; total: number }[]
  assert.ok(circles.length > 2_000)
  for (const { ranking, total } of circles) {
    assert.equal(ranking, 1 + circles.filter((other) => other.total > total).length)
  }
  const inCircles = database
    .prepare('SELECT count(*) AS n, count(DISTINCT account_id) AS each FROM circle_players')
    .get()
  assert.equal(inCircles?.['n'], inCircles?.['each'])
  assertRanksFit(database)
  database.close()
})

test('on every board points fall, ties share a rank, and no player occurs twice', () => {
  const database = openDataset(fileOf('other'))
  assertRanksFit(database)
  database.close()
})

test('an invalid number of players is rejected', async () => {
  const file = join(folder, 'refused.db')
  for (const players of [DEMO_PLAYERS_MIN - 1, DEMO_PLAYERS_MAX + 1, 2_250.5, Number.NaN]) {
    await assert.rejects(createDemoDataset({ file, seed: 1, players }), /2250 to 10000000/)
  }
  assert.equal(existsSync(file), false)
})

test('every card is a complete PNG of the right size, and all differ', async () => {
  const database = openDataset(fileOf('one'))
  const cards = database.prepare('SELECT png FROM profile_cards').all() as { png: Uint8Array }[]
  database.close()
  assert.equal(cards.length, 24)
  assert.equal(
    new Set(cards.map(({ png }) => Buffer.from(png).toString('latin1'))).size,
    cards.length,
  )
  for (const { png } of cards) {
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual({ width: info.width, height: info.height }, CARD_SIZE)
    assert.equal(data.length, info.width * info.height * info.channels)
  }
})

test('a demo file is small', async () => {
  const { size } = await stat(fileOf('one'))
  assert.ok(size < 8_000_000, String(size))
})

test('examples return content for any seed at any time', async () => {
  const demo = await openDemoForTests(-Number.MAX_SAFE_INTEGER)
  const days = Array.from({ length: 22 }, (_, day) => Date.UTC(2026, 5, 1 + day))
  for (const gameMs of [GAME_TIME_BOUNDS.minMs, ...days, GAME_TIME_BOUNDS.maxMs]) {
    demo.setGameMs(gameMs)
    for (const operation of OPERATION_IDS) {
      for (const region of REGIONS) {
        const args = typedArguments(operation, demoExample(operation, region))
        const message = demo.askClosed(operation, region, args)
        assert.notDeepEqual(message ?? {}, {}, `${operation} in ${region}`)
      }
    }
  }
  await demo.remove()
})

test('a failed generation leaves no file', async () => {
  const file = join(folder, 'broken.db')
  const onProgress = () => {
    throw new Error('enough')
  }
  const options = { file, seed: 1, onProgress, drawCards: drawPlainCards }
  await assert.rejects(createDemoDataset(options), /enough/)
  const left = await readdir(folder)
  assert.deepEqual(
    left.filter((name) => name.startsWith('broken')),
    [],
  )
})

test('an aborted generation stops and leaves no file', async () => {
  const file = join(folder, 'stopped.db')
  const stop = new AbortController()
  const onProgress = () => stop.abort(new Error('stop'))
  const making = createDemoDataset({ file, seed: 1, onProgress, signal: stop.signal })
  await assert.rejects(making, /stop/)
  const left = await readdir(folder)
  assert.deepEqual(
    left.filter((name) => name.startsWith('stopped')),
    [],
  )
})

/**
 * Returns the number of rows that progress counts: of players, boards, circles and their members.
 */
function rowsIn(file: string): number {
  const database = openDataset(file)
  const counts = ['players', 'board_rows', 'circles', 'circle_players'].map((table) =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']),
  )
  database.close()
  return counts.reduce((sum, count) => sum + count)
}

/** Reads every board and checks its ranks against its points. */
function assertRanksFit(database: DatabaseSync): void {
  const boards = database.prepare('SELECT board_key FROM boards').all()
  const select = database.prepare(
    `SELECT rank, point, CAST(account_id AS TEXT) AS account FROM board_rows
     WHERE board_key = ? ORDER BY rank, place`,
  )
  for (const board of boards) {
    const rows = select.all(Number(board['board_key'])) as {
      rank: number
      point: number
      account: string
    }[]
    assert.equal(new Set(rows.map(({ account }) => account)).size, rows.length)
    for (const [at, { rank, point }] of rows.entries()) {
      const above = rows[at - 1] ?? { rank: 0, point: Number.MAX_SAFE_INTEGER }
      const isTied = point === above.point
      assert.equal(rank === above.rank, isTied)
      assert.ok(point <= above.point && point >= 0 && rank >= above.rank && rank <= at + 2)
    }
  }
}
