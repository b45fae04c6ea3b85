import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, type ServerProcess } from './run-backline.ts'
import { startDemo } from './start-demo.ts'

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'backline.mjs')
const folder = temporaryFolder()
const dataDir = join(folder, 'data')
const exported = join(folder, 'exported')

interface Row {
  readonly region: string
  readonly eventId: string
  readonly entry: { readonly rank: number; readonly point?: number; readonly profile?: object }
}

const EVENT_ID = '777000777'

/** A board of 1,000 rows with equal points, so that a mixture of two boards would show. */
function boardOf(point: number): string {
  const lines = Array.from({ length: 1_000 }, (_, at): Row => {
    const entry = { rank: at + 1, point, profile: { id: String(at + 1) } }
    return { region: 'jp', eventId: EVENT_ID, entry }
  })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name)
  mkdirSync(path)
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content)
  return path
}

describe('backline data', () => {
  let server: ServerProcess
  before(async () => {
    server = await startDemo(dataDir)
  })
  after(async () => {
    server.kill('SIGTERM')
    await server.ended
  })

  it('exports while a server runs, and the export of its import elsewhere is identical', () => {
    const { status, stdout, stderr } = backline(dataDir, ['data', 'export', exported])
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(stdout, /^Exported [0-9,]+ rows in [0-9.]+ s \([0-9,]+ rows\/s\)\.\n$/)
    const [copy, again] = [join(folder, 'copy'), join(folder, 'again')]
    const imported = backline(copy, ['data', 'import', exported])
    assert.deepEqual([imported.status, imported.stderr], [0, ''])
    assert.match(imported.stdout, /players\.ndjson {2}[0-9,]+ rows\n/)
    assert.match(imported.stdout, /\nImported [0-9,]+ rows in [0-9.]+ s \([0-9,]+ rows\/s\)\.\n$/)
    backline(copy, ['data', 'export', again])
    for (const name of readdirSync(exported).filter((file) => file.endsWith('.ndjson'))) {
      assert.ok(readFileSync(join(again, name)).equals(readFileSync(join(exported, name))), name)
    }
  })

  it('imports while a server runs: each answer is a 200 from exactly one dataset', async () => {
    const key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    backline(dataDir, [
      'developers',
      'set-limits',
      'demo',
      '--minute',
      '1000000',
      '--day',
      '1000000',
    ])
    const ranks = Array.from({ length: 100 }, (_, at) => `ranks=${at * 10 + 1}`).join('&')
    const url = `${server.origin}/api/open/v1/game/jp/event/ranking?eventId=${EVENT_ID}&${ranks}`
    /** Returns the points of the board, which all its rows have. */
    const pointsNow = async () => {
      const { status, json } = await get(url, key)
      assert.equal(status, 200)
      const points = (json['ranking'] as Row['entry'][]).map(({ point }) => point)
      assert.deepEqual([points.length, new Set(points).size], [100, 1])
      return points[0]
    }
    const first = folderOf('first', { 'event-rankings.ndjson': boardOf(1) })
    assert.equal(backline(dataDir, ['data', 'import', first]).status, 0)
    while ((await get(url, key)).status === 404) await new Promise(setImmediate)

    for (const point of [2, 3]) {
      const path = folderOf(`next${point}`, { 'event-rankings.ndjson': boardOf(point) })
      const child = spawn(process.execPath, [BIN, 'data', 'import', path], {
        env: { ...process.env, BACKLINE_DATA_DIR: dataDir },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      const seen = [point - 1]
      while (seen.at(-1) !== point) seen.push((await pointsNow()) ?? 0)
      assert.deepEqual([...new Set(seen)], [point - 1, point], 'once over, never back')
      assert.deepEqual(await ended, [0, null])
    }
    // The log uses a separate pipe and may arrive later than the answers.
    const changes = () => server.log().split('"dataset.changed"').length - 1
    while (changes() < 3) await new Promise(setImmediate)
    assert.equal(changes(), 3)
    assert.ok(!server.log().includes('"fault"'))
  })

  it('reports the problem of a file by line and field, imports the valid ones, and exits with 1', () => {
    const circle = { region: 'jp', entry: { id: '777', name: 'Quiet' } }
    const path = folderOf('bad', {
      'circles.ndjson': `${JSON.stringify(circle)}\n`,
      'gachas.ndjson':
        '{"region":"jp","gachaId":"1","entry":{}}\n{"region":"jp","gachaId":7,"entry":{}}\n',
    })
    const { status, stdout, stderr } = backline(dataDir, ['data', 'import', path])
    assert.equal(status, 1)
    assert.match(stdout, /circles\.ndjson {2}1 row\n/)
    assert.equal(
      stderr,
      `${join(path, 'gachas.ndjson')}, line 2, gachaId: must be string. Nothing from this file was imported.\n` +
        '1 of 2 files have problems.\n',
    )
  })

  it('keeps nothing of a killed import, and rejects a second concurrent one', async () => {
    const target = join(folder, 'killed')
    const slow = join(folder, 'slow')
    mkdirSync(slow)
    const pipe = join(slow, 'players.ndjson')
    await once(spawn('mkfifo', [pipe]), 'exit')
    const child = spawn(process.execPath, [BIN, 'data', 'import', pipe], {
      env: { ...process.env, BACKLINE_DATA_DIR: target },
      stdio: 'ignore',
    })
    const isCopying = () => filesOf(target).some((file) => file.endsWith('.tmp'))
    while (!isCopying()) await new Promise(setImmediate)
    const second = backline(target, ['data', 'import', exported])
    assert.equal(second.status, 1)
    assert.match(second.stderr, /Another command is changing the dataset/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.ok(isCopying())

    assert.equal(backline(target, ['data', 'import', join(exported, 'gachas.ndjson')]).status, 0)
    assert.deepEqual(filesOf(target), ['dataset.db', 'dataset.lock'])
  })
})

function filesOf(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
