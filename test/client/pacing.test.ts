import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, eventId, type BacklineError } from '../../client/src/client.ts'
import type { QuotaLimits } from '../../src/quotas/quota.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A bot that wants more than its quota, against the real server. Both clocks are stepped together,
// and have nothing else in common: minutes of the server begin in the middle of those of the
// client.
const SERVER_START = Date.parse('2026-03-01T12:00:17.300Z')
const MINUTE_MS = 60_000
const folder = temporaryFolder()
let serverClock: ManualClock
let clientClock: ManualClock
let service: TestService
let statuses: { status: number; minute: number }[] = []

before(async () => {
  serverClock = createManualClock(SERVER_START)
  clientClock = createManualClock(4_242)
  service = await startTestService({
    folder,
    clock: serverClock,
    observe: (observation) => {
      if (observation.type !== 'request.answered') return
      const minute = Math.floor(serverClock.nowMs() / MINUTE_MS)
      statuses.push({ status: observation.status, minute })
    },
  })
})
after(() => service.stop())

/** One client with a key of the developer. */
async function startBot(developer: string, limits: QuotaLimits, share?: 'auto') {
  const { text } = await service.issueKey({ developer, application: crypto.randomUUID(), limits })
  const asked = { now: 0 }
  const counted: typeof fetch = async (...words) => {
    asked.now += 1
    try {
      const answer = await fetch(...words)
      const body = await answer.arrayBuffer()
      return new Response(body, answer)
    } finally {
      asked.now -= 1
    }
  }
  const client = createClient({
    baseUrl: service.origin,
    key: text,
    clock: { nowMs: () => clientClock.monotonicMs(), after: clientClock.after },
    fetch: counted,
    share,
  })
  return { client, asked }
}

/**
 * Lets every request that is under way end, then moves both clocks; until so much time has passed.
 */
async function pass(ms: number, asked: { readonly now: number }): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    for (let quiet = 0; quiet < 20; quiet += 1) {
      if (asked.now > 0) quiet = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    serverClock.advance(100)
    clientClock.advance(100)
  }
}

describe('a bot that wants more than its minute quota', () => {
  it('is refused nothing in three minutes of the real server, and uses at least 95 of 100 in each', async () => {
    statuses = []
    const limits = { minute: 300, day: 50_000, concurrency: 10 }
    const { client, asked } = await startBot('greedy', limits)
    const errors: BacklineError[] = []
    const bot = { isOver: false }
    const work = async (worker: number) => {
      for (let rank = worker; !bot.isOver; rank += 40) {
        await client.event
          .ranking('jp', { eventId: eventId('2004'), ranks: [1 + (rank % 100_000)] })
          .catch((error: BacklineError) => errors.push(error))
      }
    }
    const workers = Promise.all(Array.from({ length: 25 }, (_, at) => work(at)))
    await pass(3 * MINUTE_MS, asked)
    bot.isOver = true
    await pass(MINUTE_MS, asked)
    await workers

    assert.deepEqual(errors, [])
    assert.ok(statuses.every(({ status }) => status === 200))
    const first = Math.floor(SERVER_START / MINUTE_MS)
    for (const minute of [first, first + 1, first + 2]) {
      const used = statuses.filter((one) => one.minute === minute).length
      assert.ok(used >= 285 && used <= 300, `${used} of 300 in minute ${minute - first}`)
    }
  })

  it('loses no answer when another program uses the same developer’s quota', async () => {
    statuses = []
    const limits = { minute: 60, day: 50_000, concurrency: 4 }
    const bots = [await startBot('shared', limits), await startBot('shared', limits)]
    const asked = {
      get now() {
        return bots.reduce((sum, bot) => sum + bot.asked.now, 0)
      },
    }
    const calls = bots.flatMap(({ client }, bot) =>
      Array.from({ length: 70 }, (_, at) =>
        client.event.ranking(
          'en',
          { eventId: eventId('3004'), ranks: [bot + 2 * at + 1] },
          { deadlineMs: 400_000 },
        ),
      ),
    )
    const settled = Promise.all(calls)
    await pass(4 * MINUTE_MS, asked)
    assert.equal((await settled).length, 140)
    const answered = statuses.filter(({ status }) => status === 200).length
    const refused = statuses.filter(({ status }) => status === 429).length
    assert.equal(answered, 140)
    assert.ok(refused <= 40, `${refused} refused`)
  })

  it('is refused nothing as three processes that share the quota, and each gets its part', async () => {
    statuses = []
    const limits = { minute: 60, day: 50_000, concurrency: 6 }
    const bots = await Promise.all([1, 2, 3].map(() => startBot('three', limits, 'auto')))
    const asked = {
      get now() {
        return bots.reduce((sum, bot) => sum + bot.asked.now, 0)
      },
    }
    const end = { isOver: false }
    const counts = bots.map(() => 0)
    const work = async (bot: number, worker: number) => {
      for (let rank = worker; !end.isOver; rank += 5) {
        await bots[bot]?.client.event.ranking('en', {
          eventId: eventId('3004'),
          ranks: [1 + bot * 10_000 + rank],
        })
        counts[bot] = (counts[bot] ?? 0) + 1
      }
    }
    const workers = Promise.all(
      bots.flatMap((_, bot) => Array.from({ length: 5 }, (__, worker) => work(bot, worker))),
    )
    await pass(130_000, asked)
    end.isOver = true
    const [least, most] = [Math.min(...counts), Math.max(...counts)]
    await pass(2 * MINUTE_MS, asked)
    await workers
    assert.deepEqual([...new Set(statuses.map(({ status }) => status))], [200])
    assert.ok(most - least <= most / 10 && least * 3 >= 115, String(counts))
  })
})
