import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import { wait } from '../../src/platform/concurrency/wait.ts'
import { createCollector } from '../../src/history/collector/collector.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { BOARD, RANKS } from './collector-scene.ts'

const folder = temporaryFolder()

describe('two nodes on one database', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  after(() => server.stop())

  it('collect as one: no duplicates, no hole at a handover, and nothing from a node that was cut off', async () => {
    const served: { node: string; fetchedAtMs: number }[] = []
    const start = (
      node: string,
      wrap: (store: HistoryStore) => HistoryStore = (store) => store,
    ) => {
      const store = openPostgresHistory(server.url, systemClock)
      const collector = createCollector({
        store: wrap(store),
        gateway: {
          read: async ({ operation }) => {
            const fetchedAtMs = systemClock.nowMs()
            if (operation !== 'event.ranking')
              return { reply: { message: {}, fetchedAtMs }, coalesced: false }
            served.push({ node, fetchedAtMs })
            const ranking = RANKS.map((rank) => ({ rank, point: Math.floor(fetchedAtMs / rank) }))
            return { reply: { message: { ranking }, fetchedAtMs }, coalesced: false }
          },
        },
        clock: systemClock,
        observe: () => {},
        holder: node,
        leaseMs: 1_500,
        speed: 1,
        inFlightMax: 4,
        announced: { ranks: RANKS, cadenceMs: 1_000, afterEndMs: 0 },
        readEvents: async () => [],
        toWallMs: (gameMs) => gameMs,
        readWatches: async () => [
          {
            board: BOARD,
            ranks: RANKS,
            cadenceMs: 1_000,
            fromMs: undefined,
            untilMs: undefined,
            paused: false,
            origin: 'file',
          },
        ],
      })
      return { collector, store }
    }
    const collects = async ({ collector }: ReturnType<typeof start>) => {
      for (let tries = 0; !collector.state().collects; tries += 1) {
        assert.ok(tries < 100, 'it does not collect')
        await wait(systemClock, 50)
      }
    }

    const one = start('one')
    await collects(one)
    // Its machine is suspended later: it gets no reply of the store and does not know that it lost
    // the lease.
    const woken = Promise.withResolvers<void>()
    let isAsleep = false
    const two = start('two', (store) => ({
      ...store,
      acquireLease: async (...given) => {
        if (isAsleep) await woken.promise
        return store.acquireLease(...given)
      },
      record: async (...given) => {
        if (isAsleep) await woken.promise
        return store.record(...given)
      },
    }))
    await wait(systemClock, 2_000)
    assert.equal(two.collector.state().collects, false)
    await one.collector.close()
    await collects(two)
    await wait(systemClock, 2_200)
    const handedOver = served.length
    const three = start('three')
    isAsleep = true
    await collects(three)
    await wait(systemClock, 1_500)
    isAsleep = false
    woken.resolve()
    await wait(systemClock, 1_200)
    assert.deepEqual(
      [two.collector.state().collects, three.collector.state().collects],
      [false, true],
    )
    await Promise.all([two.collector.close(), three.collector.close()])

    const reply = await three.store.series({
      board: BOARD,
      ranks: [1],
      fromMs: 0,
      untilMs: 9e12,
      stepMs: 0,
      snapshotsMax: 1_000,
    })
    await Promise.all([one, two, three].map(({ store }) => store.close()))
    const kept = reply.series[0]?.points ?? []
    const servedAt = new Map(served.map(({ fetchedAtMs, node }) => [fetchedAtMs, node]))
    for (const { atMs, points } of kept) {
      assert.ok(servedAt.has(atMs))
      assert.equal(points, atMs)
    }
    // Polls that the suspended node could not write are lost; all others are recorded.
    const lost = served.filter(({ fetchedAtMs }) => !kept.some(({ atMs }) => atMs === fetchedAtMs))
    assert.ok(
      lost.every((reading) => reading.node === 'two' && served.indexOf(reading) >= handedOver),
      JSON.stringify(lost),
    )
    // At a handover, the other node does the next poll, once.
    const calm = served.slice(0, handedOver).map(({ fetchedAtMs }) => fetchedAtMs)
    for (const [index, atMs] of calm.entries()) {
      const sinceMs = atMs - (calm[index - 1] ?? atMs - 1_000)
      assert.ok(sinceMs < 4_000, `a hole of ${sinceMs} ms`)
    }
    assert.deepEqual(
      [...new Set(kept.map(({ atMs }) => servedAt.get(atMs)))],
      ['one', 'two', 'three'],
    )
    const holes = kept.filter(({ atMs }, index) => atMs - (kept[index - 1]?.atMs ?? atMs) > 2_500)
    assert.equal(reply.gaps.length, holes.length, 'a hole is a gap')
  })
})
