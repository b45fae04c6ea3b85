import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { holdWithin } from '../harness/hold-within.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, type ServerProcess } from './run-backline.ts'
import { startDemo } from './start-demo.ts'

const folder = temporaryFolder()
const CLIENTS = 8
const LOAD_MS = 3_500

/**
 * Requests that a kill may lose: those that ended in the second between two flushes or during one,
 * and those still open.
 */
const WINDOW_MS = 2_000

describe('usage', () => {
  it('loses at a kill -9 only requests since the last flush, and invents none', async (t) => {
    const dataDir = join(folder, 'killed')
    let server = await startDemo(dataDir)
    const key = await keyOf(server, dataDir)
    let lostBefore = 0
    for (const round of isLongRun ? [1, 2, 3] : [1]) {
      const ended: number[] = []
      const load = attack(server.origin, key, ended)
      await load.passed
      const killedMs = performance.now()
      server.kill('SIGKILL')
      await Promise.all([load.stop(), server.ended])
      server = await startDemo(dataDir)
      const { used } = await dayOf(server.origin, key)
      const { admitted, requests } = countedIn(dataDir)
      const lost = used - admitted - lostBefore
      const bound = ended.filter((ms) => ms >= killedMs - WINDOW_MS).length + CLIENTS
      t.diagnostic(`round ${round}: ${used} admitted, ${lost} of them lost, bound ${bound}`)
      assert.equal(requests, admitted, 'every request here is admitted')
      assert.ok(lost >= 0 && lost <= bound, `${lost} of ${used} were lost`)
      assert.ok(admitted > 0)
      lostBefore += lost
    }
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })

  it('is exact after a stop, and complete within two seconds while the server runs', async () => {
    const dataDir = join(folder, 'stopped')
    const server = await startDemo(dataDir)
    const key = await keyOf(server, dataDir)
    const load = attack(server.origin, key, [])
    await load.passed
    await load.stop()
    const { used } = await dayOf(server.origin, key)
    await holdWithin(WINDOW_MS, () => countedIn(dataDir).admitted >= used)
    const last = attack(server.origin, key, [])
    while (!last.hasBegun()) await new Promise(setImmediate)
    await last.stop()
    const { used: all } = await dayOf(server.origin, key)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.deepEqual(countedIn(dataDir), { admitted: all, requests: all })
  })
})

/** Returns the demo's key, after raising its limits. */
async function keyOf({ origin }: ServerProcess, dataDir: string): Promise<string> {
  const limits = ['--minute', '9000000', '--day', '9000000', '--concurrency', '100']
  backline(dataDir, ['developers', 'set-limits', 'demo', ...limits])
  const key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
  while ((await dayOf(origin, key)).limit !== 9_000_000) await new Promise(setImmediate)
  return key
}

async function dayOf(origin: string, key: string) {
  const { json } = await get(`${origin}/api/developer/v1/quota`, key)
  return json['day'] as { readonly used: number; readonly limit: number }
}

/** Reads the rows of usage. */
function countedIn(dataDir: string) {
  using database = new DatabaseSync(join(dataDir, 'usage.db'), { readOnly: true, timeout: 5_000 })
  const sums = database
    .prepare(
      'select coalesce(sum(admitted), 0) as a, coalesce(sum(requests), 0) as r from usage_hours',
    )
    .get()
  return { admitted: Number(sums?.['a']), requests: Number(sums?.['r']) }
}

/** Clients that send requests in sequence; `ended` has the time of each answer. */
function attack(origin: string, key: string, ended: number[]) {
  const agent = new Agent({ keepAlive: true })
  const state = { goesOn: true, answers: 0 }
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (state.goesOn && (await isAnswered(origin, key, agent))) {
      state.answers += 1
      ended.push(performance.now())
    }
  })
  return {
    passed: new Promise((resolve) => setTimeout(resolve, LOAD_MS)),
    hasBegun: () => state.answers > CLIENTS,
    stop: async () => {
      state.goesOn = false
      await Promise.all(clients)
      agent.destroy()
    },
  }
}

function isAnswered(origin: string, key: string, agent: Agent): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const headers = { Authorization: `Bearer ${key}` }
  const outgoing = request(`${origin}/api/open/v1/game/jp/announcements`, { agent, headers })
  outgoing.on('error', () => resolve(false))
  outgoing.on('response', (incoming) => {
    incoming.on('error', () => resolve(false))
    incoming.on('end', () => resolve(incoming.complete && incoming.statusCode === 200))
    incoming.resume()
  })
  outgoing.end()
  return promise
}
