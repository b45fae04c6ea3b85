import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, startServer, type ServerProcess } from './run-backline.ts'
import { copyDemo } from './start-demo.ts'

const folder = temporaryFolder()
const BIN = join(import.meta.dirname, '..', '..', 'bin', 'backline.mjs')
const BOARD = '/api/open/v1/game/jp/event/ranking?ranks=1&eventId='

const serve = (dataDir: string, ...words: string[]) =>
  startServer(dataDir, { command: [process.execPath, BIN, 'serve', '--demo', ...words] })

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  assert.equal(await server.ended, 0)
}

interface Row {
  readonly rank?: number
  readonly point?: number
}

/** Returns the first rank of a board and its fetch time. */
async function firstOf(server: ServerProcess, dataDir: string, eventId: string) {
  const key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
  const { json, headers } = await get(`${server.origin}${BOARD}${eventId}`, key)
  const [first] = (json['ranking'] ?? []) as Row[]
  return { first, fetchedAtMs: Number(headers.get('x-fetched-at')) }
}

describe('backline data demo', () => {
  const dataDir = join(folder, 'demo')

  it('creates a dataset of the requested size, and reports its speed and the running events', () => {
    const time = ['--game-time', '2026-07-01T12:00Z', '--game-speed', '0']
    const words = ['data', 'demo', '--players', '3000', '--seed', '5', ...time]
    const { status, stdout, stderr } = backline(dataDir, words)
    assert.equal(status, 0, stderr)
    assert.match(
      stdout,
      /Created a demo dataset of 3,000 players: [0-9,]+ rows in [0-9.]+ s \([0-9,]+ rows\/s/,
    )
    assert.match(stdout, /Events at game time 2026-07-01 12:00 UTC:/)
    assert.match(stdout, /^jp +2003 +2026-07-08 06:00 UTC +2002 +2001$/m)
    assert.match(stdout, /serve --demo --game-time 2026-07-01T12:00Z --game-speed 0$/m)
    assert.match(stderr, /^ {2}100% ([0-9,]+) of \1 rows, kr$/m)
    assert.deepEqual(readdirSync(dataDir), ['dataset.db', 'dataset.lock'])
  })

  it('creates the same bytes for the same seed and size, and others for another seed', () => {
    const bytes = ['5', '5', '6'].map((seed, at) => {
      const own = join(folder, `seed-${at}`)
      backline(own, ['data', 'demo', '--seed', seed])
      return readFileSync(join(own, 'dataset.db'))
    })
    assert.ok(bytes[0]?.equals(bytes[1] ?? Buffer.of()))
    assert.ok(!bytes[0]?.equals(bytes[2] ?? Buffer.of()))
  })

  for (const [words, reason] of [
    [['--players', '2249'], /--players takes an integer from 2250 to 10000000/],
    [['--players', '1e6'], /--players takes an integer/],
    [['--seed', '1.5'], /--seed takes an integer/],
    [['--seed', '9007199254740992'], /--seed takes an integer/],
    [['--game-time', 'tomorrow'], /--game-time takes a time in UTC .* such as 2026-07-01T12:00Z/],
    [['--game-time', '2026-02-30'], /--game-time takes/],
    [['--game-time', '2026-07-01T12:00'], /--game-time takes/],
    [['--game-time', '2026-07-01T12:00+09:00'], /--game-time takes/],
    [['--game-time', '1782907200'], /--game-time takes/],
    [['--game-time', '1999-12-31'], /--game-time takes/],
    [['--game-speed', 'fast'], /--game-speed takes a number from 0 to 100000/],
    [['--game-speed', '100001'], /--game-speed takes/],
    [['--game-speed=-1'], /--game-speed takes/],
  ] as const) {
    it(`rejects ${words.join(' ')}, says what to enter, and creates nothing`, () => {
      const refused = join(folder, 'refused')
      // `serve` reads the same options with the same functions, so one value of each says that it
      // has them.
      const isOfServe = ['2249', '1.5', 'tomorrow', 'fast'].includes(words.at(-1) ?? '')
      for (const command of [['data', 'demo'], ...(isOfServe ? [['serve', '--demo']] : [])]) {
        const { status, stderr } = backline(refused, [...command, ...words])
        assert.equal(status, 1)
        const isOfDemo = command[0] === 'data' || (words[0] ?? '').startsWith('--game')
        assert.match(stderr, isOfDemo ? reason : /unknown option/)
        assert.equal(existsSync(refused), false)
      }
    })
  }

  it('replaces a demo, and imported data only with --replace', () => {
    const own = join(folder, 'imported')
    const lines = join(folder, 'external-contents.ndjson')
    writeFileSync(lines, '{"region":"tw","entry":{"id":"1901"}}\n')
    const demo = (...words: string[]) => backline(own, ['data', 'demo', ...words])
    assert.equal(demo().status, 0)
    assert.equal(demo().status, 0)
    assert.equal(backline(own, ['data', 'import', lines]).status, 0)
    const before = readFileSync(join(own, 'dataset.db'))
    const { status, stderr } = demo()
    assert.equal(status, 1)
    assert.match(stderr, /Save it with "backline data export DIR", .*--replace"/)
    assert.ok(before.equals(readFileSync(join(own, 'dataset.db'))))
    assert.equal(demo('--replace').status, 0)
    assert.equal(demo().status, 0)

    const onlyImported = join(folder, 'only-imported')
    backline(onlyImported, ['data', 'import', lines])
    assert.equal(backline(onlyImported, ['data', 'demo']).status, 1)
  })

  it('leaves only the existing dataset when it is stopped', async () => {
    const before = readFileSync(join(dataDir, 'dataset.db'))
    const child = spawn(process.execPath, [BIN, 'data', 'demo', '--players', '500000'], {
      env: { ...process.env, BACKLINE_DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    // Once: a second signal would end it immediately.
    child.stderr.once('data', () => child.kill('SIGINT'))
    const [status] = (await once(child, 'exit')) as [number | null]
    assert.equal(status, 1)
    assert.match(said, /backline: Canceled\. The existing dataset was not changed\./)
    assert.ok(before.equals(readFileSync(join(dataDir, 'dataset.db'))))
    assert.deepEqual(readdirSync(dataDir), ['dataset.db', 'dataset.lock'])
  })
})

describe('game time', () => {
  const dataDir = join(folder, 'game-time')

  it('starts at the given time, while answers are dated in wall time', async () => {
    await copyDemo(dataDir)
    const points: (number | undefined)[] = []
    for (const time of ['2026-07-01T06:00Z', '2026-07-02', '2026-07-07', '2026-07-10']) {
      const server = await serve(dataDir, '--game-time', time, '--game-speed', '0')
      const askedMs = Date.now()
      const { first, fetchedAtMs } = await firstOf(server, dataDir, '2003')
      assert.equal(first?.rank, 1)
      assert.ok(Math.abs(fetchedAtMs - askedMs) < 10_000)
      points.push(first.point)
      await stop(server)
    }
    const [start, day = 0, week = 0, ended = 0] = points
    assert.equal(start, undefined, 'a point of 0 is left out')
    assert.ok(day > 0 && day < week && week < ended, points.join(' '))
  })

  it('runs at the given speed', async () => {
    const server = await serve(
      dataDir,
      '--game-time',
      '2026-07-01T06:00Z',
      '--game-speed',
      '100000',
    )
    const grown = async (than: number) => {
      const startMs = performance.now()
      for (;;) {
        const { first } = await firstOf(server, dataDir, '2003')
        if ((first?.point ?? 0) > than) return first?.point ?? 0
        assert.ok(performance.now() - startMs < 5_000, 'a week passes in six seconds')
      }
    }
    const early = await grown(0)
    assert.ok((await grown(early)) > early)
    await stop(server)
  })

  it('offers one command with a real answer at any game time, and another for a growing board', async () => {
    for (const time of ['2026-07-01T12:00Z', '2026-07-08T12:00Z', '2026-07-15T12:00Z']) {
      const server = await serve(dataDir, '--game-time', time, '--game-speed', '0')
      const growing = /growing board +(curl .*)$/m.exec(server.said())?.[1] ?? ''
      for (const line of [server.curl, growing]) {
        const pasted = spawnSync('sh', ['-c', line.replace('curl', 'curl --silent --fail')], {
          encoding: 'utf8',
        })
        const { ranking } = JSON.parse(pasted.stdout) as { ranking: Row[] }
        assert.equal(ranking[0]?.rank, 1)
        assert.ok((ranking[0].point ?? 0) > 0)
      }
      await stop(server)
    }
  })
})

it('serve --demo replaces a demo of an earlier version, and keeps one of a later version', async () => {
  const dataDir = join(folder, 'old')
  backline(dataDir, ['data', 'demo'])
  const setVersion = (version: number) => {
    const database = new DatabaseSync(join(dataDir, 'dataset.db'))
    database.exec(`PRAGMA user_version = ${version}`)
    database.close()
  }
  setVersion(1)
  const server = await serve(dataDir)
  assert.match(server.said(), /Creating the demo dataset/)
  await stop(server)
  setVersion(99)
  const { status, stderr } = backline(dataDir, ['serve', '--demo'])
  assert.equal(status, 1)
  assert.match(
    stderr,
    /has dataset version 99; this program reads version 3\. .*"backline data demo --replace"/,
  )
})
