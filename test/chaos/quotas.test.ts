import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { startValkey, type Valkey } from '../../scripts/cluster/start-valkey.ts'
import type { QuotaLimits } from '../../src/quotas/quota.ts'
import type { SeededRandom } from '../../src/platform/text/seeded-random.ts'
import { quotaScripts } from '../../src/quotas/valkey/quota-scripts.ts'
import { skipWithout } from '../harness/servers.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { newDeveloper, openNode, WIDE, type ValkeyNode } from '../harness/valkey-node.ts'
import { CHAOS_MS, NETWORK_FAULTS, randomOf, SEEDS } from './network-faults.ts'

// Three nodes on one quota store under faults of the network or the store. The clients count the
// admissions, which are compared with the limits and with the final state of the store.

const NODES = 3
/** Clients of each developer on each node. */
const CLIENTS = 3
/** A stopped clock, so that all attempts of a test are in one minute. */
const STILL = quotaScripts('1770000000000')
const DAY_LIMIT = 400
const CONCURRENCY_LIMIT = 4

interface Scene {
  readonly server: Valkey
  readonly proxies: readonly TcpProxy[]
  readonly random: SeededRandom
}

interface Kind {
  /** Starts a fault and returns the function that ends it. */
  readonly begin: (scene: Scene) => Promise<() => unknown>
  /** Whether the store loses data: then attempts in flight may exceed a limit, each time. */
  readonly loses?: true
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(
    Object.entries(NETWORK_FAULTS).map(([name, fault]) => [
      name,
      { begin: async ({ proxies, random }) => fault(random.pick(proxies), random) } satisfies Kind,
    ]),
  ),
  'all network faults together': {
    begin: async ({ proxies, random }) =>
      random.pick(Object.values(NETWORK_FAULTS))(random.pick(proxies), random),
  },
  'frozen store': {
    begin: async ({ server }) => {
      server.freeze()
      return () => server.thaw()
    },
  },
  'killed store': {
    begin: async ({ server }) => {
      await server.end('SIGKILL')
      return () => server.start()
    },
  },
  'emptied store': {
    loses: true,
    begin: async ({ server }) => {
      const client = createClient({ url: server.url })
      await client.connect()
      await client.sendCommand(['FLUSHALL'])
      client.destroy()
      return () => {}
    },
  },
}

/** Outcomes for the clients of one developer. */
class Witness {
  readonly id = newDeveloper()
  readonly limits: QuotaLimits
  admitted = 0
  unknown = 0
  /** Rejections whose own state shows no exceeded limit. */
  refusedUnderQuota = 0
  heldMax = 0
  #held = 0

  constructor(limits: Partial<QuotaLimits>) {
    this.limits = { ...WIDE, ...limits }
  }

  async attempt(node: ValkeyNode, leaseId: string, holdMs: number): Promise<void> {
    try {
      const { violated, state } = await node.take(this.id, this.limits, leaseId)
      if (violated.length > 0) {
        if (violated.some((name) => state.used[name] < this.limits[name]))
          this.refusedUnderQuota += 1
        // Only concurrency slots become free again.
        await sleep(3)
        return
      }
    } catch {
      this.unknown += 1
      await sleep(5)
      return
    }
    this.admitted += 1
    this.#held += 1
    this.heldMax = Math.max(this.heldMax, this.#held)
    await sleep(holdMs)
    this.#held -= 1
    node.release(this.id, leaseId)
  }
}

describe('quotas under chaos', { skip: skipWithout('valkey') }, () => {
  let server: Valkey
  before(async () => {
    // Acknowledged writes survive a kill, so that every count can be exact.
    server = await startValkey({ folder: temporaryFolder(), args: ['--appendfsync', 'always'] })
  })
  after(() => server.stop())

  for (const seed of SEEDS) {
    for (const [name, kind] of Object.entries(KINDS)) {
      it(`are exact: ${name}, seed ${seed}`, (test) => run(test, name, kind, seed))
    }
  }

  const run = async (
    test: { diagnostic(text: string): void; after(end: () => Promise<void>): void },
    name: string,
    kind: Kind,
    seed: number,
  ) => {
    const random = randomOf(name, seed)
    const proxies: TcpProxy[] = []
    const nodes: ValkeyNode[] = []
    test.after(async () => {
      await Promise.all(nodes.map(async (node) => node.close()))
      await Promise.all(proxies.map((proxy) => proxy.close()))
    })
    for (let at = 0; at < NODES; at += 1) {
      const proxy = await startTcpProxy(server.port)
      proxies.push(proxy)
      const url = `redis://127.0.0.1:${proxy.port}`
      nodes.push(await openNode(url, { answerMs: 250, scripts: STILL }))
    }
    const days = new Witness({ day: DAY_LIMIT })
    const places = new Witness({ concurrency: CONCURRENCY_LIMIT })
    const stop = new AbortController()
    let leases = 0
    const clientOf = async (witness: Witness, node: ValkeyNode, holdMs: number) => {
      while (!stop.signal.aborted) {
        await witness.attempt(node, `${name} ${seed} ${(leases += 1)}`, holdMs)
      }
    }
    const clients = nodes.flatMap((node) =>
      Array.from({ length: CLIENTS }, () => [
        clientOf(days, node, 1),
        clientOf(places, node, 4),
      ]).flat(),
    )

    let losses = 0
    const endMs = performance.now() + CHAOS_MS
    while (performance.now() < endMs) {
      await sleep(random.integer(20, 200))
      if (kind.loses) losses += 1
      const heal = await kind.begin({ server, proxies, random })
      await sleep(random.integer(20, 250))
      await heal()
    }
    // Without faults: the rest of the day's quota is admitted, and no more.
    const stopMs = performance.now() + 60_000
    const isUsedUp = async () => {
      const decision = await Promise.resolve(nodes[0]?.read(days.id, days.limits)).catch(
        () => undefined,
      )
      return (decision?.used.day ?? 0) >= DAY_LIMIT
    }
    while (!(await isUsedUp())) {
      assert.ok(performance.now() < stopMs, 'the rest of the quota is admitted')
      await sleep(50)
    }
    await sleep(100)
    stop.abort()
    await Promise.all(clients)

    const underWay = losses * NODES * CLIENTS
    const text = `${days.admitted} of ${DAY_LIMIT} admitted, ${days.unknown} unknown; ${places.heldMax} of ${CONCURRENCY_LIMIT} places, ${places.admitted} admitted, ${places.unknown} unknown`
    test.diagnostic(text)
    assert.ok(days.admitted <= DAY_LIMIT + underWay, text)
    assert.ok(days.admitted + days.unknown >= DAY_LIMIT, text)
    assert.equal(days.refusedUnderQuota + places.refusedUnderQuota, 0, text)
    assert.ok(places.heldMax <= CONCURRENCY_LIMIT + (losses > 0 ? NODES * CLIENTS : 0), text)
    // Counts are between admissions and attempts; every slot is released.
    const witness = await openNode(server.url, { scripts: STILL })
    test.after(async () => witness.close())
    const counted = (await witness.read(places.id, places.limits)).used.day
    assert.ok(counted <= places.admitted + places.unknown, `${counted} counted; ${text}`)
    if (losses === 0) assert.ok(counted >= places.admitted, `${counted} counted; ${text}`)
    const freeMs = performance.now() + 3_000
    for (const { id, limits } of [days, places]) {
      while ((await witness.read(id, limits)).used.concurrency > 0) {
        assert.ok(performance.now() < freeMs, 'every slot is released')
        await sleep(50)
      }
    }
  }
})
