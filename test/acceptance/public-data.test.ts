import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, startServer, type ServerProcess } from './run-backline.ts'

// A bot without a key, against a collecting server.
const dataDir = join(temporaryFolder(), 'data')
const CADENCE_MS = 1_000
const more = { BACKLINE_COLLECT_CADENCE_MS: String(CADENCE_MS) }

interface Entry {
  readonly fetchedAt?: string
  readonly rows?: readonly { readonly rank: number; readonly points?: number }[]
  readonly gap?: { readonly from: string; readonly until?: string }
}

let server: ServerProcess
const ask = (path: string) => get(`${server.origin}/api/public/v1/game/jp${path}`)

/** Repeats a request until a condition holds, for as long as a slow machine may need. */
async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  const giveUpMs = Date.now() + 60_000
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    assert.ok(Date.now() < giveUpMs, 'It did not come to pass.')
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
}

/** Returns the snapshots of the permanent board, once there are at least `count`. */
const snapshots = (atLeast: number) =>
  until(async () => {
    const { status, json } = await ask('/events/2004/history?ranks=1&ranks=100')
    const entries = (json['entries'] ?? []) as readonly Entry[]
    const taken = entries.filter(({ fetchedAt }) => fetchedAt !== undefined)
    return status === 200 && taken.length >= atLeast ? { entries, taken } : undefined
  })

describe('the public interface of a server that collects', () => {
  before(async () => {
    server = await startServer(dataDir, { more })
    const words = ['watch', 'add', 'jp', 'event', '2004', '--ranks', '1,100', '--cadence', '1s']
    assert.equal(backline(dataDir, words).status, 0)
  })
  after(async () => {
    server.kill('SIGTERM')
    await server.ended
  })

  it('shows the points of the game with their fetch time and freshness', async () => {
    await snapshots(1)
    const { json, headers } = await ask('/events/2004/cutoffs')
    const { snapshot, watch } = json as {
      snapshot: Entry
      watch: { freshness: string; cadenceMs: number }
    }
    assert.equal(watch.cadenceMs, CADENCE_MS)
    assert.equal(headers.get('x-fetched-at'), snapshot.fetchedAt)
    assert.match(headers.get('cache-control') ?? '', /^public, max-age=[0-9]+$/)
    const key = /Bearer (bkl_\w+)/.exec(server.curl)?.[1]
    const path = '/api/open/v1/game/jp/event/ranking?eventId=2004&ranks=1&ranks=100'
    const { ranking } = (await get(`${server.origin}${path}`, key)).json as {
      ranking: { rank: number; point: number; profile: { id: string } }[]
    }
    assert.deepEqual(
      (snapshot.rows as { rank: number; points: number; holders: { id: string }[] }[]).map(
        ({ rank, points, holders }) => [rank, points, holders[0]?.id],
      ),
      ranking.map(({ rank, point, profile }) => [rank, point, profile.id]),
    )
  })

  it('watches the running event automatically', async () => {
    const { events } = (await ask('/events/current')).json as { events: { id: string }[] }
    const { status, json } = await until(async () => {
      const answer = await ask(`/events/${events[0]?.id}/cutoffs`)
      return answer.json['snapshot'] === undefined ? undefined : answer
    })
    assert.equal(status, 200)
    assert.equal((json['event'] as { state: string }).state, 'running')
  })

  it('keeps its history across a restart: nothing lost or duplicated, and a gap for every hole', async () => {
    const { taken: known } = await snapshots(3)
    server.kill('SIGTERM')
    await server.ended
    server = await startServer(dataDir, { more })
    const { entries, taken } = await snapshots(known.length + 2)
    assert.deepEqual(taken.slice(0, known.length), known)
    const times = taken.map(({ fetchedAt }) => Number(fetchedAt))
    assert.equal(new Set(times).size, times.length)
    for (const [at, time] of times.entries()) {
      const next = times[at + 1]
      if (next === undefined || next - time < 5 * CADENCE_MS) continue
      const isSaid = entries.some(
        ({ gap }) => Number(gap?.from) >= time && Number(gap?.from) < next,
      )
      assert.ok(isSaid, `nothing is said of ${time} to ${next}`)
    }
  })

  it('does what the guide shows, pasted line by line', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/public-data.md'), 'utf8')
    const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines)
    assert.equal(blocks.length, 7)
    const folder = temporaryFolder()
    const { stdout } = await promisify(execFile)(
      'bash',
      [
        '-euc',
        `cd '${folder}'\n${blocks.join('echo\n').replace('http://127.0.0.1:8787', server.origin)}`,
      ],
      { env: { PATH: process.env['PATH'] }, timeout: 60_000 },
    )
    const answers = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.deepEqual(
      answers.map((answer) =>
        ['gachas', 'events', 'snapshot', 'entries'].find((name) => name in answer),
      ),
      ['events', 'gachas', 'snapshot', 'entries'],
    )
    const curve = readFileSync(join(folder, 'curve.ndjson'), 'utf8').trim().split('\n')
    assert.ok(curve.every((line) => 'entries' in (JSON.parse(line) as object)))
  })
})
