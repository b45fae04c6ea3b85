import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { wait } from '../../src/platform/concurrency/wait.ts'
import { createCollector, type Collector } from '../../src/history/collector/collector.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { BOARD, RANKS } from './collector-scene.ts'

// Polls of collectors while PostgreSQL is frozen for longer than the lease.

const folder = temporaryFolder()

/**
 * The lease is a tenth of the default, so that a freeze of seconds outlasts it as one of half a
 * minute would.
 */
const LEASE_MS = 1_500

describe('polls while PostgreSQL is frozen', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  const started: Node[] = []
  after(async () => {
    await Promise.all(started.map(({ collector }) => collector.close()))
    await Promise.all(started.map(({ store }) => store.close()))
    await server.stop()
  })

  interface Node {
    readonly store: HistoryStore
    readonly collector: Collector
    readonly served: number[]
  }

  function start(name: string, boardId: string): Node {
    const store = openPostgresHistory(server.url, systemClock)
    const served: number[] = []
    const collector = createCollector({
      store,
      gateway: {
        read: async ({ operation }) => {
          const fetchedAtMs = systemClock.nowMs()
          if (operation !== 'event.ranking')
            return { reply: { message: {}, fetchedAtMs }, coalesced: false }
          served.push(fetchedAtMs)
          const ranking = RANKS.map((rank) => ({ rank, point: Math.floor(fetchedAtMs / rank) }))
          return { reply: { message: { ranking }, fetchedAtMs }, coalesced: false }
        },
      },
      clock: systemClock,
      observe: () => {},
      holder: name,
      leaseMs: LEASE_MS,
      speed: 1,
      inFlightMax: 4,
      announced: { ranks: RANKS, cadenceMs: 1_000, afterEndMs: 0 },
      readEvents: async () => [],
      toWallMs: (gameMs) => gameMs,
      readWatches: async () => [
        {
          board: { ...BOARD, id: boardId },
          ranks: RANKS,
          cadenceMs: 1_000,
          fromMs: undefined,
          untilMs: undefined,
          paused: false,
          origin: 'file',
        },
      ],
    })
    const node = { store, collector, served }
    started.push(node)
    return node
  }

  async function until(isTrue: () => boolean, what: string): Promise<void> {
    for (let tries = 0; !isTrue(); tries += 1) {
      assert.ok(tries < 400, what)
      await wait(systemClock, 50)
    }
  }

  async function freeze(ms: number): Promise<void> {
    server.freeze()
    try {
      await wait(systemClock, ms)
    } finally {
      server.thaw()
    }
  }

  async function historyOf({ store }: Node, boardId: string) {
    const { series, gaps } = await store.series({
      board: { ...BOARD, id: boardId },
      ranks: [1],
      fromMs: 0,
      untilMs: 9e12,
      stepMs: 0,
      snapshotsMax: 1_000,
    })
    return { times: series[0]?.points.map(({ atMs }) => atMs) ?? [], gaps }
  }

  it('of one node are all recorded, without a gap', async () => {
    const boardId = '3001'
    const node = start('alone', boardId)
    await until(() => node.served.length >= 2, 'it does not collect')
    await freeze(5_000)
    const { length } = node.served
    assert.ok(length >= 5, 'it reads on while the store is unavailable')
    await until(() => node.collector.state().collects, 'it does not collect again')
    await until(() => node.served.length >= length + 2, 'it does not read any more')
    await node.collector.close()
    const { times, gaps } = await historyOf(node, boardId)
    assert.deepEqual(times, node.served)
    assert.deepEqual(gaps, [])
  })

  it('of two nodes are all recorded once, whichever of them collects afterwards', async () => {
    const boardId = '3002'
    const nodes = [start('one', boardId), start('two', boardId), start('three', boardId)]
    const collecting = () => nodes.filter(({ collector }) => collector.state().collects)
    const servedOf = (): number[] => nodes.flatMap(({ served }) => served)
    await until(() => servedOf().length >= 2, 'nobody collects')
    for (let time = 0; time < 3; time += 1) {
      await freeze(4_000)
      await until(() => collecting().length === 1, 'nobody collects behind it')
      const next = collecting()[0] ?? nodes[0]
      const read = next?.served.length ?? 0
      await until(() => (next?.served.length ?? 0) >= read + 3, 'nobody reads any more')
    }
    // The buffered polls are added when the next collector has its first snapshot.
    await wait(systemClock, 2_500)
    await Promise.all(nodes.map(({ collector }) => collector.close()))
    const [node] = nodes
    assert.ok(node !== undefined)
    const { times, gaps } = await historyOf(node, boardId)
    assert.equal(new Set(times).size, times.length)
    const served = new Set(servedOf())
    assert.ok(times.every((atMs) => served.has(atMs)))
    const holes = times.filter((atMs, at) => atMs - (times[at - 1] ?? atMs) > 2_500)
    assert.deepEqual(holes, [], `holes in ${times.join(', ')}`)
    assert.deepEqual(gaps, [])
  })
})
