import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { BACKLINE, withSettings } from '../../scripts/cluster/run-program.ts'
import { startServer, type RunningServer } from '../../scripts/cluster/start-server.ts'
import { createSeededRandom } from '../../src/platform/text/seeded-random.ts'
import { copyTestDataset } from '../harness/copy-test-dataset.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { requestConstantly } from './constant-load.ts'
import { readinessOf, setStage, until } from './cluster-fixture.ts'
import { TARGET } from './start-test-cluster.ts'

// Starts, kills, freezes and restarts a node and its dependencies in any order under client load.

const SEED = 20_261_121
const STEPS = isLongRun ? 300 : 10
const READY_MS = 8_000

/**
 * Outcomes that clients may see while a dependency is down, besides connections cut by a stopped
 * node.
 */
const ALLOWED = /^(?:200$|50[234] )/
const CUT = /^(?:ECONNREFUSED|ECONNRESET|cut|socket hang up|aborted)$/

const NAMES = ['postgres', 'valkey', 'gateway', 'node'] as const
type Name = (typeof NAMES)[number]

/** Start orders: the node last, and first; in a long run every order. */
const ORDERS = isLongRun ? ordersOf(NAMES) : [[...NAMES], NAMES.toReversed()]

describe('in any order', { skip: skipWithout('postgres', 'initdb', 'valkey') }, async () => {
  const gateway = await startGateway()
  const stage = await setStage(gateway)
  const node = await stage.startNode({
    until: 'live',
    // Disables caching, so that every request needs the gateway.
    settings: { BACKLINE_CACHE_TTL_MS: '20', BACKLINE_GATEWAY_DEADLINE_MS: '1500' },
  })
  const servers: Readonly<Record<Name, RunningServer>> = {
    postgres: stage.postgres,
    valkey: stage.valkey,
    gateway,
    node,
  }
  const random = createSeededRandom(SEED, 'orders')
  const isReady = async () => (await readinessOf(node).catch(() => undefined))?.ready === true
  const isServed = async () => {
    const load = requestConstantly(node.origin, TARGET, { key: stage.key, clients: 1, pauseMs: 20 })
    await sleep(100)
    await load.stop()
    return [...load.outcomes.keys()].join() === '200'
  }

  for (const order of ORDERS) {
    it(`started as ${order.join(', ')}: becomes ready, and no process exits`, async () => {
      await Promise.all(NAMES.map((name) => servers[name].end('SIGKILL')))
      const starting: Promise<void>[] = []
      for (const name of order) {
        starting.push(servers[name].start())
        await sleep(random.integer(0, 400))
      }
      await Promise.all(starting)
      await until(isReady, READY_MS)
      await until(isServed, READY_MS)
      for (const name of NAMES) assert.equal(servers[name].endedWith, undefined, name)
    })
  }

  it(`${STEPS} times killed, frozen or restarted, seed ${SEED}: no wrong status, and ready at the end`, async () => {
    await until(isReady, READY_MS)
    const load = requestConstantly(node.origin, TARGET, { key: stage.key, clients: 4, pauseMs: 5 })
    const ill = new Map<Name, () => unknown>()
    const said: string[] = []
    const harm: Readonly<Record<string, (server: RunningServer) => unknown>> = {
      killed: (server) => server.end('SIGKILL'),
      frozen: (server) => server.freeze(),
      // On SIGTERM, PostgreSQL would wait for all clients to disconnect.
      stopped: (server) => server.end(server === servers.postgres ? 'SIGINT' : 'SIGTERM'),
    }
    for (let step = 0; step < STEPS; step += 1) {
      // With more than two faulty, most requests would get no answer.
      const name = random.pick(ill.size < 2 ? NAMES : [...ill.keys()])
      const heal = ill.get(name)
      if (heal === undefined) {
        const how = random.pick(Object.keys(harm))
        said.push(`${name} ${how}`)
        await harm[how]?.(servers[name])
        if (name === 'node' && how === 'stopped') assert.equal(node.endedWith, 0, said.join('; '))
        ill.set(name, () => (how === 'frozen' ? servers[name].thaw() : servers[name].start()))
      } else {
        said.push(`${name} healed`)
        ill.delete(name)
        await heal()
      }
      await sleep(random.integer(50, 700))
      // It exits on a signal only.
      if (!ill.has('node')) assert.equal(node.endedWith, undefined, said.join('; '))
    }
    await Promise.all([...ill.values()].map((heal) => heal()))
    const readyMs = await until(isReady, READY_MS)
    await until(isServed, READY_MS)
    await load.stop()
    const wrong = [...load.outcomes].filter(([met]) => !ALLOWED.test(met) && !CUT.test(met))
    assert.deepEqual(wrong, [], said.join('; '))
    assert.ok((load.outcomes.get('200') ?? 0) > 0)
    if (isLongRun) console.log({ readyMs, outcomes: load.outcomes })
  })
})

/** Returns all permutations. */
function ordersOf(left: readonly Name[]): Name[][] {
  if (left.length === 0) return [[]]
  return left.flatMap((first) =>
    ordersOf(left.filter((name) => name !== first)).map((rest) => [first, ...rest]),
  )
}

/** Starts a gateway as a separate process, which can be frozen. */
async function startGateway(): Promise<RunningServer & { url: string; key: string }> {
  const folder = join(temporaryFolder(), 'gateway')
  mkdirSync(folder, { recursive: true })
  const data = join(folder, 'dataset.db')
  await copyTestDataset(data)
  const [port, key] = [await freePort(), 'a-key-of-the-gateway-of-these-tests']
  const url = `http://127.0.0.1:${port}`
  const words = ['simulate', '--data', folder, '--port', String(port), '--key', key]
  const server = await startServer({
    program: process.execPath,
    args: [BACKLINE, ...words],
    environment: withSettings({}),
    isReady: async () => (await fetch(url)).status > 0,
  })
  after(() => server.stop())
  return Object.assign(server, { url, key })
}
