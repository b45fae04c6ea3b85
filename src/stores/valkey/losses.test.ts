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
  newTally,
  openNode,
  WIDE,
  type Tally,
  type ValkeyNode,
} from '../../../test/harness/valkey-node.ts'
import type { DayUsageRow } from '../../domain/day-usage.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { systemClock } from '../../compose/system-clock.ts'
import { quotaScripts, SERVER_TIME } from './quota-scripts.ts'

/** A clock that stands still, so that no minute ends in the middle of a test. */
const STILL = quotaScripts('1770000000000')

describe('what a quota store loses', { skip: skipWithout('valkey') }, () => {
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
  /** Kills a server while a node counts on it, and starts it again. */
  const killUnderLoad = async (killed: Valkey) => {
    const node = await open(killed.url)
    const developer = newDeveloper()
    const tally = newTally()
    const over = new AbortController()
    const attackOn = async () => {
      while (!over.signal.aborted) await attemptOn(node, developer, tally)
    }
    const attacks = Array.from({ length: 8 }, attackOn)
    while (tally.admitted < 100) await sleep(20)
    await killed.end('SIGKILL')
    over.abort()
    await Promise.all(attacks)
    await killed.start()
    return { ...tally, node, developer }
  }
  const wipe = () => client.sendCommand(['FLUSHALL'])

  it('is no charge twice, and none that was tried, when replies are cut off on their way', async (test) => {
    const proxy = await startTcpProxy(server.port)
    test.after(() => proxy.close())
    const node = await open(`redis://127.0.0.1:${proxy.port}`, { scripts: STILL })
    const developer = newDeveloper()
    const tally = newTally()
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
        await attemptOn(node, developer, tally)
      }
    }
    await Promise.all(Array.from({ length: 4 }, attackOn))
    await sleep(20)
    const { used } = await node.read(developer, WIDE)
    assert.ok(tally.admitted > 2_475, `${tally.admitted} of 2,500 were admitted`)
    // Where even the repetition had no answer nobody knows, so that one may be charged and was not admitted.
    assert.ok(used.day >= tally.admitted && used.day <= tally.admitted + tally.failed)
    assert.equal(tally.refused, 0)
    assert.equal(used.concurrency, 0)
  })

  it('is no charge twice, and no place, when an attempt comes later than the end of its repetition', async (test) => {
    const proxy = await startTcpProxy(server.port)
    test.after(() => proxy.close())
    const url = `redis://127.0.0.1:${proxy.port}`
    // Longer than a node waits, for a machine that is busy has to connect in what is left.
    const node = await open(url, { answerMs: 400, scripts: STILL })
    const other = await open(server.url, { scripts: STILL })
    const developer = newDeveloper()
    const limits = { ...WIDE, concurrency: 1 }
    const used = async () => {
      const state = await node.read(developer, limits)
      return [state.used.minute, state.used.day, state.used.concurrency]
    }
    const takeLate = async (lease: string) => {
      proxy.set({ lateNextMs: 1_000 })
      const { violated } = await node.take(developer, limits, lease)
      await sleep(5)
      return violated
    }
    assert.deepEqual(await takeLate('admitted'), [])
    node.release(developer, 'admitted')
    await sleep(800)
    assert.deepEqual(await used(), [1, 1, 0])

    // The repetition is refused, and then there is room.
    await other.take(developer, limits, 'held')
    assert.deepEqual(await takeLate('refused'), ['concurrency'])
    other.release(developer, 'held')
    await sleep(800)
    assert.deepEqual(await used(), [2, 2, 0])
  })

  it('is nothing that was acknowledged, when it is killed under load and writes before it answers', async (test) => {
    const strict = await startValkey({
      folder: `${folder}/strict`,
      args: ['--appendfsync', 'always'],
    })
    test.after(() => strict.stop())
    const tally = await killUnderLoad(strict)
    // A node that has seen nothing: floors would hide what is gone.
    const other = await open(strict.url)
    const { used } = await other.read(tally.developer, WIDE)
    assert.ok(used.day >= tally.admitted, `${tally.admitted} acknowledged, ${used.day} kept`)
    assert.ok(used.day <= tally.admitted + tally.failed)
  })

  it('is nothing that a node has seen, when it is killed and writes a little later', async () => {
    const tally = await killUnderLoad(server)
    await client.ping()
    const { state } = await tally.node.take(tally.developer, WIDE, 'next')
    assert.ok(state.used.day > tally.admitted, `${tally.admitted} and ${state.used.day}`)
  })

  it('is no more than the attempts under way, each time that it is wiped', async () => {
    const [size, parallel, wipes] = [4_000, 8, 3]
    const limits = { ...WIDE, day: size }
    const developer = newDeveloper()
    const tallies: Tally[] = []
    const attackOn = async (node: ValkeyNode) => {
      const tally = newTally()
      tallies.push(tally)
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        await attemptOn(node, developer, tally, limits)
      }
    }
    const two = [
      await open(server.url, { scripts: STILL }),
      await open(server.url, { scripts: STILL }),
    ]
    const attacks = two.flatMap((node) => Array.from({ length: parallel }, () => attackOn(node)))
    const admitted = () => tallies.reduce((sum, tally) => sum + tally.admitted, 0)
    for (let time = 1; time <= wipes; time += 1) {
      while (admitted() < (size / (wipes + 1)) * time) await sleep(1)
      await wipe()
    }
    await Promise.all(attacks)
    assert.ok(admitted() >= size, `${admitted()}`)
    assert.ok(admitted() - size <= wipes * parallel * two.length, `${admitted()} of ${size}`)
    assert.ok(
      two.some(({ observed }) => observed.some(({ type }) => type === 'quota.counts_raised')),
    )
  })

  it('is put back by a node that knows better, minute, day and places, for all others too', async () => {
    const limits = { minute: 6, day: 8, concurrency: 4 }
    const developer = newDeveloper()
    const node = await open(server.url, { scripts: STILL })
    for (const lease of ['a', 'b', 'c']) await node.take(developer, limits, lease)
    await wipe()
    const { state } = await node.take(developer, limits, 'd')
    assert.deepEqual(state.used, { minute: 4, day: 4, concurrency: 4 })
    await sleep(30)
    const other = await open(server.url, { scripts: STILL })
    const there = await other.read(developer, limits)
    assert.deepEqual(there.used, { minute: 4, day: 4, concurrency: 4 })
    assert.deepEqual((await other.take(developer, limits, 'e')).violated, ['concurrency'])
    // A refusal puts back too: whoever asks next may know less.
    await wipe()
    assert.deepEqual((await node.take(developer, { ...limits, day: 4 }, 'f')).violated, [
      'day',
      'concurrency',
    ])
    assert.equal((await other.read(developer, limits)).used.day, 4)
  })

  it('is no window that the clock steps back from, for a node that has seen nothing either', async () => {
    const nowMs = 1_770_000_000_000
    const limits = { ...WIDE, minute: 3, day: 3 }
    const developer = newDeveloper()
    const node = await open(server.url, { scripts: STILL })
    for (const lease of ['a', 'b', 'c']) await node.take(developer, limits, lease)
    for (const backMs of [60_000, 9 * 60_000]) {
      const scripts = quotaScripts(String(nowMs - backMs))
      const other = await open(server.url, { scripts })
      const { violated, state } = await other.take(developer, limits, 'd')
      assert.deepEqual(violated, ['minute', 'day'])
      assert.equal(state.minuteEndsInMs, 60_000 - (nowMs % 60_000) + backMs)
    }
  })

  it('comes back from what was written down of the day, on a node that has seen nothing', async () => {
    const rows: DayUsageRow[] = []
    const stepped = createManualClock(0)
    const clock = {
      ...systemClock,
      // Only the writing is stepped; deadlines go by the machine.
      after: (ms: number, callback: () => void) =>
        ms === 5_000 ? stepped.after(ms, callback) : systemClock.after(ms, callback),
    }
    const usage = {
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
    const first = await open(server.url, { scripts: STILL, usage, clock })
    for (const lease of ['a', 'b', 'c']) await first.take(developer, limits, lease)
    assert.deepEqual(rows, [])
    stepped.advance(5_000)
    const day = Math.floor(1_770_000_000_000 / 86_400_000)
    await sleep(1)
    assert.deepEqual(rows, [{ developerId: developer, day, used: 3 }])
    await first.take(developer, limits, 'd')
    await first.close()
    assert.deepEqual(rows.at(-1), { developerId: developer, day, used: 4 })

    await wipe()
    const second = await open(server.url, { scripts: STILL, usage })
    // The first attempt does not wait for the database; the next one knows.
    assert.equal((await second.take(developer, limits, 'e')).state.used.day, 1)
    await sleep(1)
    assert.equal((await second.take(developer, limits, 'f')).state.used.day, 5)
    assert.deepEqual((await second.take(developer, limits, 'g')).violated, ['day'])
  })

  it('is asked at most twice a second for a developer who is over a quota', async () => {
    const node = await open(server.url)
    const calls = async () => {
      const [, count = '0'] =
        /cmdstat_evalsha:calls=(\d+)/.exec(
          await client.sendCommand<string>(['INFO', 'commandstats']),
        ) ?? []
      return Number(count)
    }
    for (const limit of ['day', 'concurrency'] as const) {
      // Where a minute begins, all that come at that moment ask.
      const leftMs = 60_000 - (Date.now() % 60_000)
      if (leftMs < 3_000) await sleep(leftMs)
      const developer = newDeveloper()
      const limits = { ...WIDE, [limit]: 3 }
      for (const lease of ['a', 'b', 'c']) await node.take(developer, limits, lease)
      const callsBefore = await calls()
      const tally = newTally()
      const startMs = performance.now()
      while (performance.now() - startMs < 1_500) {
        await Promise.all(
          Array.from({ length: 20 }, () => attemptOn(node, developer, tally, limits)),
        )
        await sleep(2)
      }
      assert.deepEqual([tally.admitted, tally.failed], [0, 0])
      assert.ok(tally.refused > 500, `${tally.refused}`)
      const asked = (await calls()) - callsBefore
      assert.ok(asked >= 1 && asked <= 3, `${limit}: ${asked} calls in 1.5 s`)
    }
  })

  it('is made up for by a raised limit within a second, and at once by a lowered one', async () => {
    const node = await open(server.url, { scripts: quotaScripts(SERVER_TIME) })
    const developer = newDeveloper()
    const at = (day: number) => ({ ...WIDE, day })
    for (const lease of ['a', 'b']) await node.take(developer, at(2), lease)
    assert.deepEqual((await node.take(developer, at(2), 'c')).violated, ['day'])
    assert.deepEqual((await node.take(developer, at(3), 'd')).violated, [])
    assert.deepEqual((await node.take(developer, at(1), 'e')).violated, ['day'])
  })
})
