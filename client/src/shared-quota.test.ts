import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createEventClock, type EventClock } from './event-clock-for-tests.ts'
import { parseShare, type LimitShare } from './limit-share.ts'
import { Pace } from './pace.ts'
import { createQuotaModel, type QuotaModel } from './quota-model-for-tests.ts'
import { ShareLease, type SharePlace } from './share-lease.ts'

const MINUTE_MS = 60_000
/** Server minutes begin at any time of the client's clock. */
const SERVER_AHEAD_MS = 1_795_175_431_234
const TTL_MS = 30_000
const SETTLE_MS = 12_000
const LIMITS = { minute: 60, day: 50_000, concurrency: 6 }

/** The shares of a server: instances by name, with the time when they expire. */
class ShareServer {
  readonly #expiresAtMs = new Map<string, number>()
  #settlesAtMs = 0

  register(instance: string, nowMs: number): SharePlace {
    for (const [name, expiresAtMs] of this.#expiresAtMs) {
      if (expiresAtMs <= nowMs) this.#expiresAtMs.delete(name)
    }
    if (!this.#expiresAtMs.has(instance)) this.#settlesAtMs = nowMs + SETTLE_MS
    this.#expiresAtMs.set(instance, nowMs + TTL_MS)
    const names = [...this.#expiresAtMs.keys()].sort()
    const settlesInMs = Math.max(0, this.#settlesAtMs - nowMs)
    return {
      position: names.indexOf(instance) + 1,
      count: names.length,
      renewAfterMs: settlesInMs > 0 ? 1_000 : 10_000,
      settlesInMs,
    }
  }
}

interface Process {
  readonly name: string
  readonly startsAtMs: number
  /** Milliseconds of a request on its way, at the server, and on its way back. */
  readonly ways: readonly [number, number, number]
}

interface Stage {
  readonly clock: EventClock
  readonly model: QuotaModel
  readonly shares: ShareServer
}

/** Runs a process that always wants more, until the clock stops. Returns what counts its answers. */
function startProcess(stage: Stage, process: Process, fixed: LimitShare | undefined) {
  const { clock, model, shares } = stage
  const [there, work, back] = process.ways
  const passed = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  let answers = 0
  const lease = new ShareLease({
    clock,
    renew: async () => {
      const sentAtMs = clock.nowMs()
      await passed(there)
      const place = shares.register(process.name, clock.nowMs())
      const samples = model.samples(clock.nowMs() + SERVER_AHEAD_MS)
      await passed(back)
      pace.learn(sentAtMs, samples)
      return place
    },
    onChange: () => pace.reshare(),
  })
  const pace: Pace = new Pace({
    clock,
    pacing: 'burst',
    concurrencyMax: Infinity,
    share: fixed ?? lease,
  })
  const ask = async (): Promise<void> => {
    if (fixed === undefined) await lease.enter()
    const ticket = await pace.enter(new AbortController().signal, () => {})
    await passed(there)
    const decision = model.take(clock.nowMs() + SERVER_AHEAD_MS)
    await passed(decision.admitted ? work : 0)
    decision.release()
    await passed(back)
    const restMs = decision.admitted ? undefined : decision.retryAfterMs
    pace.leave(ticket, { fate: 'answered', samples: decision.samples, restMs })
    if (fixed === undefined) lease.leave()
    if (decision.admitted) answers += 1
    return ask()
  }
  clock.after(process.startsAtMs, () => {
    for (let worker = 0; worker < 5; worker += 1) void ask()
  })
  return () => answers
}

/** Runs three processes from `startMs` within a minute to the end of the third whole minute. */
async function run(
  startMs: number,
  ways: readonly Process['ways'][],
  fixed: LimitShare | undefined,
) {
  const begin = MINUTE_MS - (SERVER_AHEAD_MS % MINUTE_MS) + startMs
  const clock = createEventClock(begin)
  const stage = { clock, model: createQuotaModel(LIMITS), shares: new ShareServer() }
  const answers = ways.map((way, at) =>
    startProcess(stage, { name: String(at), startsAtMs: at * 700, ways: way }, fixed),
  )
  // In the part of the first minute, a slow process cannot use its share.
  const first = begin - startMs + MINUTE_MS
  await clock.runUntil(first)
  const before = answers.map((count) => count())
  await clock.runUntil(first + 3 * MINUTE_MS)
  const counts = answers.map((count, at) => count() - (before[at] ?? 0))
  return { answers: counts, refused: stage.model.refused }
}

const milliseconds = fc.integer({ min: 0, max: 400 })
const ways = fc.tuple(milliseconds, milliseconds, milliseconds)

describe('three processes with one key of 60 requests a minute', () => {
  for (const [name, fixed] of [
    ['the server divides', undefined],
    ['each has a third', parseShare('1/3')],
  ] as const) {
    it(`are rejected nothing and get equal parts of the whole minutes when ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 59_999 }),
          fc.array(ways, { minLength: 3, maxLength: 3 }),
          async (startMs, latencies) => {
            const { answers, refused } = await run(startMs, latencies, fixed)
            assert.equal(refused, 0)
            const [least, most] = [Math.min(...answers), Math.max(...answers)]
            assert.ok(most - least <= most / 10, String(answers))
            assert.ok(least >= 58, String(answers))
          },
        ),
        { numRuns: 40 },
      )
    })
  }
})
