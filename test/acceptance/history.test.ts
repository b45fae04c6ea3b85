import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, startCommand, startServer, type ServerProcess } from './run-backline.ts'

// History is transferred between instances as docs/import-history.md describes; files may come from
// anyone.

const folder = temporaryFolder()
const [given, firstDir, secondDir] = [
  join(folder, 'given'),
  join(folder, 'first'),
  join(folder, 'second'),
]
const DAY_MS = 86_400_000
const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS
const DAY_TEXT = new Date(DAY).toISOString().slice(0, 10)
const at = (minutes: number) => DAY + minutes * 60_000

/** A day of an event, with three successful polls and a failed one. */
const LINES = [
  { backline: 'history', version: 1, region: 'kr', day: DAY_TEXT },
  { event: { id: '881', name: 'Given', startsAt: at(0), endsAt: at(600) } },
  { board: { kind: 'event', id: '881' } },
  { gap: { from: at(2), until: at(4), reason: 'maintenance', failures: 1 } },
  { at: at(1), ranks: [1, 100], rows: [[1, 50]] },
  {
    at: at(2),
    rows: [
      [1, 60],
      [100, 7],
    ],
  },
  { at: at(4), gone: [100] },
  { end: { events: 1, boards: 1, gaps: 1, snapshots: 3 } },
]

function writeFile(lines: readonly object[], hash?: string): string {
  const content = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const sha256 = hash ?? createHash('sha256').update(content).digest('hex')
  const path = join(given, `kr-${DAY_TEXT}-${sha256}.ndjson.gz`)
  writeFileSync(path, content)
  return path
}

const linesOf = (path: string) =>
  gunzipSync(readFileSync(path))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)

describe('backline history', () => {
  let server: ServerProcess
  const get = async (path: string) => {
    const response = await fetch(`${server.origin}/api/public/v1/game/kr${path}`)
    assert.equal(response.status, 200)
    return (await response.json()) as Record<string, never>
  }
  before(async () => {
    mkdirSync(given)
    // A demo fills only a history that does not exist yet.
    backline(firstDir, ['watch', 'list'])
    server = await startServer(firstDir)
  })
  after(async () => {
    server.kill('SIGTERM')
    await server.ended
  })

  it('rejects a file that does not match its name or hash, and changes nothing', () => {
    for (const [path, why] of [
      [writeFile(LINES, 'f'.repeat(64)), /SHA-256 of the file differs from its name/],
      [writeFile(LINES.slice(0, -1)), /truncated/],
      [writeFile(LINES.toSpliced(5, 1)), /Line 6/],
      [join(folder, 'nothing'), /No such file or folder/],
    ] as const) {
      const { status, stderr } = backline(firstDir, ['history', 'import', path])
      assert.equal(status, 1)
      assert.match(stderr, why)
    }
  })

  it('imports a file while a server runs, which serves it at once', async () => {
    const path = writeFile(LINES)
    const first = backline(firstDir, ['history', 'import', path])
    assert.deepEqual([first.status, first.stderr], [0, ''])
    assert.match(first.stdout, /3 of 3 snapshots were new/)
    const again = backline(firstDir, ['history', 'import', path])
    assert.match(again.stdout, /^Imported 0 files with 0 new snapshots; 1 already imported\.\n$/)
    const { entries } = await get(
      `/events/881/history?ranks=1&ranks=100&from=${at(0)}&until=${at(10)}`,
    )
    assert.deepEqual(entries, [
      { fetchedAt: String(at(1)), rows: [{ rank: 1, points: 50 }], unheld: [100] },
      {
        fetchedAt: String(at(2)),
        rows: [
          { rank: 1, points: 60 },
          { rank: 100, points: 7 },
        ],
      },
      { gap: { from: String(at(2)), until: String(at(4)), reason: 'maintenance', failures: 1 } },
      { fetchedAt: String(at(4)), rows: [{ rank: 1, points: 60 }], unheld: [100] },
    ])
  })

  it('removes the remains of a killed mirror at the next start of any command', async (test) => {
    const dataDir = join(folder, 'killed')
    const temporary = join(folder, 'system')
    mkdirSync(temporary)
    const name = `kr-${DAY_TEXT}-${'0'.repeat(64)}.ndjson.gz`
    const list = { files: [{ file: name, sha256: '0'.repeat(64), bytes: 1_000 }] }
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const slow = createServer((request, response) => {
      if (request.url === '/list') return void response.end(JSON.stringify(list))
      // Sends a part of the file and then nothing.
      response.writeHead(200, { 'Content-Length': 1_000 }).write('x')
      resolve()
    })
    test.after(() => {
      slow.close()
      slow.closeAllConnections()
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    const { port } = slow.address() as AddressInfo
    const words = ['history', 'import', `http://127.0.0.1:${port}/list`]
    const killed = startCommand(dataDir, words, { TMPDIR: temporary })
    const ended = killed.ended.then(({ stderr }) => assert.fail(stderr))
    await Promise.race([asked, ended])
    ended.catch(() => {})
    assert.equal(readdirSync(join(dataDir, 'temporary')).length, 1)
    killed.process.kill('SIGKILL')
    await killed.ended
    assert.equal(backline(dataDir, ['watch', 'list']).status, 0)
    assert.ok(!existsSync(join(dataDir, 'temporary')))
    assert.deepEqual(readdirSync(temporary), [])
  })

  it('exports an imported file unchanged, and mirrors an instance by its URL', async () => {
    const out = join(folder, 'out')
    const made = backline(firstDir, ['history', 'export', out])
    assert.deepEqual([made.status, made.stderr], [0, ''])
    const name = readdirSync(out).find((file) => file.startsWith(`kr-${DAY_TEXT}`)) ?? ''
    // The demo has its own events.
    const lines = linesOf(join(out, name)).filter((line) => !('event' in line || 'end' in line))
    assert.deepEqual(lines, [LINES[0], ...LINES.slice(2, -1)])

    const mirrored = backline(secondDir, ['history', 'import', server.origin])
    assert.deepEqual([mirrored.status, mirrored.stderr], [0, ''])
    assert.match(mirrored.stdout, /Imported [0-9]+ files? with [0-9,]+ new snapshots/)
    const second = join(folder, 'second-out')
    backline(secondDir, ['history', 'export', second])
    assert.ok(readdirSync(second).includes(name))
    const again = backline(secondDir, ['history', 'import', server.origin])
    assert.match(again.stdout, /^Imported 0 files with 0 new snapshots; 0 already imported\.\n$/)
  })

  it('deletes an imported file while a server runs, which stops serving it', async () => {
    const elsewhere = { board: { kind: 'event', id: '882' } }
    const path = writeFile([
      LINES[0] ?? {},
      { event: { id: '882', name: 'Wrong', startsAt: at(0), endsAt: at(600) } },
      elsewhere,
      { at: at(7), ranks: [1], rows: [[1, 999]] },
      { end: { events: 1, boards: 1, gaps: 0, snapshots: 1 } },
    ])
    assert.equal(backline(firstDir, ['history', 'import', path]).status, 0)
    const listed = async () => {
      const { events = [] } = await get('/events')
      return (events as { id: string }[]).some(({ id }) => id === '882')
    }
    assert.equal(await listed(), true)
    const { stdout } = backline(firstDir, ['history', 'imports', '--json'])
    const imports = JSON.parse(stdout) as { sha256: string; file: string; forgettable: boolean }[]
    const mine = imports.find(({ file }) => path.endsWith(file))
    assert.ok(mine?.forgettable === true)

    const forgotten = backline(firstDir, ['history', 'forget', mine.sha256, '--json'])
    assert.deepEqual([forgotten.status, forgotten.stderr], [0, ''])
    const said = JSON.parse(forgotten.stdout) as Record<string, unknown>
    assert.deepEqual([said.file, said.snapshots, said.runs], [mine.file, 1, 1])
    assert.equal(await listed(), false)
    const response = await fetch(`${server.origin}/api/public/v1/game/kr/events/882/cutoffs`)
    assert.equal(response.status, 404)
    const others = await get(`/events/881/history?ranks=1&from=${at(0)}&until=${at(10)}`)
    assert.equal((others.entries as unknown as object[]).length, 4)

    const again = backline(firstDir, ['history', 'forget', mine.sha256])
    assert.equal(again.status, 1)
    assert.match(
      again.stderr,
      /No imported file has the SHA-256 .* List them: backline history imports/,
    )
  })
})
