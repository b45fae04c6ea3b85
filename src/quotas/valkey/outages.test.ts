import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import {
  attemptOn,
  newDeveloper,
  createCounts,
  openNode,
  WIDE,
  type ValkeyNode,
} from '../../../test/harness/valkey-node.ts'

/** The decision deadline, regardless of the store's state. */
const DECISION_MS = 250
const BACK_MS = 1_000

interface Outage {
  readonly name: string
  readonly begin: (server: Valkey, proxy: TcpProxy) => Promise<void> | void
  readonly end: (server: Valkey, proxy: TcpProxy) => Promise<void> | void
}

const OUTAGES: readonly Outage[] = [
  { name: 'frozen', begin: (server) => server.freeze(), end: (server) => server.thaw() },
  {
    name: 'killed',
    begin: (server) => server.end('SIGKILL'),
    end: (server) => server.start(),
  },
  {
    name: 'behind a network that drops everything',
    begin: (_, proxy) => proxy.set({ blackHole: true }),
    end: (_, proxy) => proxy.set({ blackHole: false }),
  },
  {
    name: 'five seconds slow',
    begin: (_, proxy) => proxy.set({ delayMs: 5_000 }),
    end: (_, proxy) => proxy.set({ delayMs: 0 }),
  },
  {
    name: 'refusing connections',
    begin: (_, proxy) => proxy.set({ refusing: true }),
    end: (_, proxy) => proxy.set({ refusing: false }),
  },
]

describe('an unavailable quota store', { skip: skipWithout('valkey') }, () => {
  let server: Valkey
  let proxy: TcpProxy
  let node: ValkeyNode
  const folder = temporaryFolder()
  before(async () => {
    server = await startValkey({ folder })
  })
  after(() => server.stop())
  beforeEach(async () => {
    proxy = await startTcpProxy(server.port)
    node = await openNode(`redis://127.0.0.1:${proxy.port}`, { answerMs: 85 })
  })
  afterEach(async () => {
    await node.close()
    await proxy.close()
  })

  it('and silent on an open connection is reached over a new one within a second', async () => {
    const developer = newDeveloper()
    await attemptOn(node, developer, createCounts())
    proxy.silence()
    const startMs = performance.now()
    const again = createCounts()
    while (again.admitted === 0) {
      await attemptOn(node, developer, again)
      const tookMs = performance.now() - startMs
      assert.ok(tookMs <= BACK_MS, `not reached after ${tookMs} ms`)
    }
    assert.equal(again.refused, 0)
  })

  for (const { name, begin, end } of OUTAGES) {
    it(`and ${name} refuses nobody and admits nobody within ${DECISION_MS} ms, and is back at once`, async (test) => {
      const developer = newDeveloper()
      const well = createCounts()
      for (let index = 0; index < 20; index += 1) await attemptOn(node, developer, well)
      assert.equal(well.admitted, 20)
      await sleep(5)

      await begin(server, proxy)
      const away = createCounts()
      // Subtracts the event-loop delay caused by other load on the machine.
      const late = monitorEventLoopDelay({ resolution: 1 })
      late.enable()
      const attempts: Promise<void>[] = []
      for (let index = 0; index < 40; index += 1) {
        attempts.push(attemptOn(node, developer, away), attemptOn(node, newDeveloper(), away))
        await sleep(20)
      }
      await Promise.all(attempts)
      assert.deepEqual([away.admitted, away.refused, away.failed], [0, 0, 80])
      late.disable()
      const ownMs = away.longestMs - late.max / 1e6
      assert.ok(
        ownMs <= DECISION_MS,
        `${away.longestMs} ms, the event loop was late by ${late.max}`,
      )
      test.diagnostic(
        `${away.longestMs.toFixed(0)} ms, loop ${(late.max / 1e6).toFixed(0)} ms late`,
      )

      await end(server, proxy)
      const startMs = performance.now()
      let tookMs = 0
      const back = createCounts()
      while (back.admitted === 0) {
        await attemptOn(node, developer, back)
        tookMs = performance.now() - startMs
        assert.ok(tookMs <= BACK_MS, `back after ${tookMs} ms`)
        await sleep(5)
      }
      test.diagnostic(`back after ${tookMs.toFixed(0)} ms`)
      assert.equal(back.refused, 0)

      // The counts equal the attempts made and no slot leaks; leases with an unknown outcome are
      // released twice.
      await sleep(50)
      const { used } = await node.read(developer, WIDE)
      const charged = used.day - well.admitted - back.admitted
      assert.ok(charged >= 0 && charged <= 80 + back.failed, `${charged} charged in doubt`)
      assert.equal(used.concurrency, 0)
      const changes = () =>
        node.observed.flatMap((seen) => (seen.type === 'store.changed' ? [seen.state] : []))
      while (changes().length < 2) {
        assert.ok(performance.now() - startMs <= BACK_MS + 500, `reported: ${changes().join()}`)
        await sleep(5)
      }
      assert.deepEqual(changes(), ['away', 'back'])
    })
  }
})
