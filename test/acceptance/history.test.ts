import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, startServer, type ServerProcess } from './run-backline.ts'

// History goes from one instance to another as docs/take-away.md says, and files may be written by anybody.

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

/** A day of an event, in which three readings went well and one did not. */
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
    // A demo fills only a history that is not there yet.
    backline(firstDir, ['watch', 'list'])
    server = await startServer(firstDir)
  })
  after(async () => {
    server.kill('SIGTERM')
    await server.ended
  })

  it('refuses a file that is not what it says, and changes nothing', () => {
    for (const [path, why] of [
      [writeFile(LINES, 'f'.repeat(64)), /not those that its name stands for/],
      [writeFile(LINES.slice(0, -1)), /cut off/],
      [writeFile(LINES.toSpliced(5, 1)), /Line 6/],
      [join(folder, 'nothing'), /It is not there/],
    ] as const) {
      const { status, stderr } = backline(firstDir, ['history', 'import', path])
      assert.equal(status, 1)
      assert.match(stderr, why)
    }
  })

  it('takes in a file beside a running server, which shows it at once', async () => {
    const path = writeFile(LINES)
    const first = backline(firstDir, ['history', 'import', path])
    assert.deepEqual([first.status, first.stderr], [0, ''])
    assert.match(first.stdout, /3 of 3 snapshots were new/)
    const again = backline(firstDir, ['history', 'import', path])
    assert.match(again.stdout, /^Took in 0 files with 0 new snapshots; 1 were known\.\n$/)
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

  it('is given away again as it came, and mirrored from the address alone', async () => {
    const out = join(folder, 'out')
    const made = backline(firstDir, ['history', 'export', out])
    assert.deepEqual([made.status, made.stderr], [0, ''])
    const name = readdirSync(out).find((file) => file.startsWith(`kr-${DAY_TEXT}`)) ?? ''
    // The demo has events of its own.
    const lines = linesOf(join(out, name)).filter((line) => !('event' in line || 'end' in line))
    assert.deepEqual(lines, [LINES[0], ...LINES.slice(2, -1)])

    const mirrored = backline(secondDir, ['history', 'import', server.origin])
    assert.deepEqual([mirrored.status, mirrored.stderr], [0, ''])
    assert.match(mirrored.stdout, /Took in [0-9]+ files? with [0-9,]+ new snapshots/)
    const second = join(folder, 'second-out')
    backline(secondDir, ['history', 'export', second])
    assert.ok(readdirSync(second).includes(name))
    const again = backline(secondDir, ['history', 'import', server.origin])
    assert.match(again.stdout, /^Took in 0 files with 0 new snapshots; 0 were known\.\n$/)
  })
})
