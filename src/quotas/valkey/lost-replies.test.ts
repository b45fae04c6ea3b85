import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import fc from 'fast-check'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { startTcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import {
  attemptOn,
  newDeveloper,
  createCounts,
  openNode,
  WIDE,
  type AttemptCounts,
  type ValkeyNode,
} from '../../../test/harness/valkey-node.ts'
import type { DayUsageRow } from '../day-usage.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { systemClock } from '../../platform/time/system-clock.ts'
import { quotaScripts, SERVER_TIME } from './quota-scripts.ts'

/** A stopped clock, so that no minute ends during a test. */
const STOPPED_CLOCK = quotaScripts('1770000000000')

/** Delay of an attempt that arrives after its repetition. */
const LATE_MS = 2_000

describe('data loss of a quota store', { skip: skipWithout('valkey') }, () => {
  let server: Valkey
  let client: ReturnType<typeof createClient>
  const folder = temporaryFolder()
  const nodes: ValkeyNode[] = []
  const open = async (...settings: Parameters<typeof openNode>) => {
    const node = await openNode(...settings)
    nodes.push(node)
    return node
  }
  before(async () => {
    server = await startValkey({ folder })
    client = createClient({ url: server.url })
    client.on('error', () => {})
    await client.connect()
  })
  after(async () => {
    client.destroy()
    await server.stop()
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
  })
  /** Kills a server while a node counts on it, and restarts it. */
  const killUnderLoad = async (killed: Valkey) => {
    const node = await open(killed.url)
    const developer = newDeveloper()
    const counts = createCounts()
    const over = new AbortController()
    const attackOn = async () => {
      while (!over.signal.aborted) await attemptOn(node, developer, counts)
    }
    const attacks = Array.from({ length: 8 }, attackOn)
    while (counts.admitted < 100) await sleep(20)
    await killed.end('SIGKILL')
    over.abort()
    await Promise.all(attacks)
    await killed.start()
    return { ...counts, node, developer }
  }
  const wipe = () => client.sendCommand(['FLUSHALL'])

  it('charges no attempt twice and loses none when replies are cut off', async (test) => {
    const proxy = await startTcpProxy(server.port)
    test.after(() => proxy.close())
    const node = await open(`redis://127.0.0.1:${proxy.port}`, { scripts: STOPPED_CLOCK })
    const developer = newDeveloper()
    const counts = createCounts()
    const cuts = fc.sample(fc.integer({ min: 1, max: 15 }), { numRuns: 2_500, seed: 3 })
    let attempts = 0
    let next = cuts[0] ?? 0
    const attackOn = async () => {
      while (attempts < 2_500) {
        attempts += 1
        if ((next -= 1) <= 0) {
          next = cuts[attempts] ?? 0
          proxy.set({ cutReplies: 1 })
        }
        await attemptOn(node, developer, counts)
      }
    }
    await Promise.all(Array.from({ length: 4 }, attackOn))
    await sleep(20)
    const { used } = await node.read(developer, WIDE)
    assert.ok(counts.admitted > 2_475, `${counts.admitted} of 2,500 were admitted`)
    // An attempt whose repetition got no answer either may be charged although it was not admitted.
    assert.ok(used.day >= counts.admitted && used.day <= counts.admitted + counts.failed)
    assert.equal(counts.refused, 0)
    assert.equal(used.concurrency, 0)
  })

  it('charges once and leaks no slot when an attempt arrives after its repetition ended', async (test) => {
    const proxy = await startTcpProxy(server.port)
    test.after(() => proxy.close())
    const url = `redis://127.0.0.1:${proxy.port}`
    // Longer than a node waits: a busy machine has to connect within the rest.
    const node = await open(url, { answerMs: 400, scripts: STOPPED_CLOCK })
    const other = await open(server.url, { scripts: STOPPED_CLOCK })
    const developer = newDeveloper()
    const limits = { ...WIDE, concurrency: 1 }
    const used = async () => {
      const state = await node.read(developer, limits)
      return [state.used.minute, state.used.day, state.used.concurrency]
    }
    const takeLate = async (lease: string) => {
      // The repetition must be over before the attempt arrives, on a busy machine too.
      proxy.set({ lateNextMs: LATE_MS, lateNextOf: lease })
      const { violated } = await node.take(developer, limits, lease)
      await sleep(5)
      return violated
    }
    assert.deepEqual(await takeLate('admitted'), [])
    node.release(developer, 'admitted')
    await sleep(LATE_MS)
    assert.deepEqual(await used(), [1, 1, 0])

    // The repetition is rejected, then a slot becomes free.
    await other.take(developer, limits, 'held')
    assert.deepEqual(await takeLate('refused'), ['concurrency'])
    other.release(developer, 'held')
    await sleep(LATE_MS)
    assert.deepEqual(await used(), [2, 2, 0])
  })

  it('cancels a repeated attempt in the step that rejects it', async () => {
    const leases = `backline:quota:{${newDeveloper()}}`
    const keys = ['2', leases, `${leases}:leases`]
    /** Returns the day count and the exceeded limits, of which only the concurrency can be one. */
    const admit = async (lease: string, concurrency: number, repeated = '') => {
      const marks = ['0', '0', '0', '0', '0']
      const limits = ['100', '100', String(concurrency)]
      const part = ['0', '1', ...marks, ...limits, repeated, lease]
      const command = ['EVAL', STOPPED_CLOCK.admit.text, ...keys, '', '15000', 'token', ...part]
      const [, , , , , day = 0, , mask = 0] = await client.sendCommand<number[]>(command)
      return [mask === 0 ? day + 1 : day, mask & 7]
    }
    assert.deepEqual(await admit('held', 1), [1, 0])
    assert.deepEqual(await admit('one', 1, '1'), [1, 4])
    // The first attempt arrives when a slot is free, before anything else of its node.
    assert.deepEqual(await admit('one', 2), [1, 0])
    assert.deepEqual(await admit('other', 1), [1, 4])
    assert.deepEqual(await admit('other', 2), [2, 0])
  })

  it('loses nothing acknowledged when killed under load with synchronous writes', async (test) => {
    const strict = await startValkey({
      folder: `${folder}/strict`,
      args: ['--appendfsync', 'always'],
    })
    test.after(() => strict.stop())
    const counts = await killUnderLoad(strict)
    // A node without snapshots: high-water marks would hide the loss.
    const other = await open(strict.url)
    const { used } = await other.read(counts.developer, WIDE)
    assert.ok(used.day >= counts.admitted, `${counts.admitted} acknowledged, ${used.day} kept`)
    assert.ok(used.day <= counts.admitted + counts.failed)
  })

  it('loses nothing a node has seen when killed with delayed writes', async () => {
    const counts = await killUnderLoad(server)
    await client.ping()
    const { state } = await counts.node.take(counts.developer, WIDE, 'next')
    assert.ok(state.used.day > counts.admitted, `${counts.admitted} and ${state.used.day}`)
  })

  it('loses at most the attempts in flight each time it is wiped', async () => {
    const [size, parallel, wipes] = [4_000, 8, 3]
    const limits = { ...WIDE, day: size }
    const developer = newDeveloper()
    const allCounts: AttemptCounts[] = []
    const attackOn = async (node: ValkeyNode) => {
      const counts = createCounts()
      allCounts.push(counts)
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        await attemptOn(node, developer, counts, limits)
      }
    }
    const two = [
      await open(server.url, { scripts: STOPPED_CLOCK }),
      await open(server.url, { scripts: STOPPED_CLOCK }),
    ]
    const attacks = two.flatMap((node) => Array.from({ length: parallel }, () => attackOn(node)))
    const admitted = () => allCounts.reduce((sum, counts) => sum + counts.admitted, 0)
    for (let time = 1; time <= wipes; time += 1) {
      while (admitted() < (size / (wipes + 1)) * time) await sleep(1)
      await wipe()
    }
    await Promise.all(attacks)
    assert.ok(admitted() >= size, `${admitted()}`)
    assert.ok(admitted() - size <= wipes * parallel * two.length, `${admitted()} of ${size}`)
    assert.ok(
      two.some(({ observed }) => observed.some(({ type }) => type === 'quota.counts_pushed')),
    )
  })

  it('has minute, day and leases restored by a node with higher counts, for all nodes', async () => {
    const limits = { minute: 6, day: 8, concurrency: 4 }
    const developer = newDeveloper()
    const node = await open(server.url, { scripts: STOPPED_CLOCK })
    for (const lease of ['a', 'b', 'c']) await node.take(developer, limits, lease)
    await wipe()
    const { state } = await node.take(developer, limits, 'd')
    assert.deepEqual(state.used, { minute: 4, day: 4, concurrency: 4 })
    await sleep(30)
    const other = await open(server.url, { scripts: STOPPED_CLOCK })
    const there = await other.read(developer, limits)
    assert.deepEqual(there.used, { minute: 4, day: 4, concurrency: 4 })
    assert.deepEqual((await other.take(developer, limits, 'e')).violated, ['concurrency'])
    // A rejection restores too: the next node may know less.
    await wipe()
    assert.deepEqual((await node.take(developer, { ...limits, day: 4 }, 'f')).violated, [
      'day',
      'concurrency',
    ])
    assert.equal((await other.read(developer, limits)).used.day, 4)
  })

  it('keeps a window from which the clock steps back, for a node without snapshots too', async () => {
    const nowMs = 1_770_000_000_000
    const limits = { ...WIDE, minute: 3, day: 3 }
    const developer = newDeveloper()
    const node = await open(server.url, { scripts: STOPPED_CLOCK })
    for (const lease of ['a', 'b', 'c']) await node.take(developer, limits, lease)
    for (const backMs of [60_000, 9 * 60_000]) {
      const scripts = quotaScripts(String(nowMs - backMs))
      const other = await open(server.url, { scripts })
      const { violated, state } = await other.take(developer, limits, 'd')
      assert.deepEqual(violated, ['minute', 'day'])
      assert.equal(state.minuteEndsInMs, 60_000 - (nowMs % 60_000) + backMs)
    }
  })

  it('restores the day count from the database on a node without snapshots', async () => {
    const rows: DayUsageRow[] = []
    const stepped = createManualClock(0)
    const clock = {
      ...systemClock,
      // Only the writes are stepped; deadlines use the system clock.
      after: (ms: number, callback: () => void) =>
        ms === 500 ? stepped.after(ms, callback) : systemClock.after(ms, callback),
    }
    const usage = {
      readDay: async () => [],
      write: async (written: readonly DayUsageRow[]) => void rows.push(...written),
      read: async (developerId: string, day: number) =>
        Math.max(
          0,
          ...rows
            .filter((row) => row.developerId === developerId && row.day === day)
            .map(({ used }) => used),
        ),
    }
    const developer = newDeveloper()
    const limits = { ...WIDE, day: 5 }
    const first = await open(server.url, { scripts: STOPPED_CLOCK, usage, clock })
    for (const lease of ['a', 'b', 'c']) await first.take(developer, limits, lease)
    assert.deepEqual(rows, [])
    stepped.advance(500)
    const day = Math.floor(1_770_000_000_000 / 86_400_000)
    await sleep(1)
    assert.deepEqual(rows, [{ developerId: developer, day, used: 3 }])
    await first.take(developer, limits, 'd')
    await first.close()
    assert.deepEqual(rows.at(-1), { developerId: developer, day, used: 4 })

    await wipe()
    const second = await open(server.url, { scripts: STOPPED_CLOCK, usage })
    // The first attempt does not wait for the database; the next one has its count.
    assert.equal((await second.take(developer, limits, 'e')).state.used.day, 1)
    await sleep(1)
    assert.equal((await second.take(developer, limits, 'f')).state.used.day, 5)
    assert.deepEqual((await second.take(developer, limits, 'g')).violated, ['day'])
  })

  it('receives at most two calls a second for a developer over a quota', async () => {
    const node = await open(server.url)
    const calls = async () => {
      const [, count = '0'] =
        /cmdstat_evalsha:calls=(\d+)/.exec(
          await client.sendCommand<string>(['INFO', 'commandstats']),
        ) ?? []
      return Number(count)
    }
    for (const limit of ['day', 'concurrency'] as const) {
      // At the start of a minute all attempts of that instant reach the store.
      const leftMs = 60_000 - (Date.now() % 60_000)
      if (leftMs < 3_000) await sleep(leftMs)
      const developer = newDeveloper()
      const limits = { ...WIDE, [limit]: 3 }
      for (const lease of ['a', 'b', 'c']) await node.take(developer, limits, lease)
      const callsBefore = await calls()
      const counts = createCounts()
      const startMs = performance.now()
      while (performance.now() - startMs < 1_500) {
        await Promise.all(
          Array.from({ length: 20 }, () => attemptOn(node, developer, counts, limits)),
        )
        await sleep(2)
      }
      assert.deepEqual([counts.admitted, counts.failed], [0, 0])
      assert.ok(counts.refused > 500, `${counts.refused}`)
      const sent = (await calls()) - callsBefore
      assert.ok(sent >= 1 && sent <= 3, `${limit}: ${sent} calls in 1.5 s`)
    }
  })

  it('applies a raised limit within a second and a lowered one at once', async () => {
    const node = await open(server.url, { scripts: quotaScripts(SERVER_TIME) })
    const developer = newDeveloper()
    const at = (day: number) => ({ ...WIDE, day })
    for (const lease of ['a', 'b']) await node.take(developer, at(2), lease)
    assert.deepEqual((await node.take(developer, at(2), 'c')).violated, ['day'])
    assert.deepEqual((await node.take(developer, at(3), 'd')).violated, [])
    assert.deepEqual((await node.take(developer, at(1), 'e')).violated, ['day'])
  })
})
