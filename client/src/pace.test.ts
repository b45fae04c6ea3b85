import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createEventClock, type EventClock } from './event-clock-for-tests.ts'
import { Pace, type Pacing } from './pace.ts'
import { createQuotaModel, type ModelLimits, type QuotaModel } from './quota-model-for-tests.ts'

const MINUTE_MS = 60_000
/** Server minutes begin at any time of the client's clock. */
const SERVER_AHEAD_MS = 1_795_175_431_234

interface Bot {
  readonly clock: EventClock
  readonly model: QuotaModel
  readonly pace: Pace
  /** Milliseconds for the way there, the work and the way back of the next request. */
  readonly ways: () => readonly [number, number, number]
  readonly answered: () => void
}

/** Sends one request and tells the pace what the headers would say; again when it is refused. */
async function ask(bot: Bot): Promise<void> {
  const { clock, model, pace, ways, answered } = bot
  const ticket = await pace.enter(new AbortController().signal, () => {})
  const [there, work, back] = ways()
  const passed = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  await passed(there)
  const { admitted, samples, retryAfterMs, release } = model.take(clock.nowMs() + SERVER_AHEAD_MS)
  await passed(admitted ? work : 0)
  release()
  await passed(back)
  pace.leave(ticket, {
    fate: 'answered',
    receivedAtMs: clock.nowMs(),
    samples,
    restMs: admitted ? undefined : retryAfterMs,
  })
  if (admitted) answered()
  else await ask(bot)
}

/**
 * Runs bots that always want more, for so many minutes of the server, from `startMs` within one.
 */
async function run(options: {
  readonly limits: ModelLimits
  readonly bots?: number
  readonly pacing?: Pacing
  readonly startMs: number
  readonly minutes: number
  readonly ways: Bot['ways']
}) {
  const { limits, bots = 1, pacing = 'burst', startMs, minutes, ways } = options
  const begin = MINUTE_MS - (SERVER_AHEAD_MS % MINUTE_MS) + startMs
  const clock = createEventClock(begin)
  const model = createQuotaModel(limits)
  let answers = 0
  for (let bot = 0; bot < bots; bot += 1) {
    const pace = new Pace({ clock, pacing, concurrencyMax: Number.POSITIVE_INFINITY })
    const one = { clock, model, pace, ways, answered: () => void (answers += 1) }
    const goOn = (): Promise<void> => ask(one).then(goOn)
    for (let worker = 0; worker < limits.concurrency + 3; worker += 1) void goOn()
  }
  await clock.runUntil(begin - startMs + minutes * MINUTE_MS)
  const first = Math.floor((begin + SERVER_AHEAD_MS) / MINUTE_MS)
  const used = Array.from({ length: minutes }, (_, at) => model.used.get(first + at) ?? 0)
  return { used, refused: model.refused, answers }
}

const ways = fc.tuple(
  fc.integer({ min: 0, max: 700 }),
  fc.integer({ min: 0, max: 700 }),
  fc.integer({ min: 0, max: 700 }),
)
const limits = fc.record({
  minute: fc.integer({ min: 1, max: 60 }),
  day: fc.constant(50_000),
  concurrency: fc.integer({ min: 4, max: 10 }),
})

/** A source of latencies that gives those of the list in turn. */
function inTurn(list: readonly (readonly [number, number, number])[]): Bot['ways'] {
  let at = 0
  return () => list[(at += 1) % list.length] ?? [0, 0, 0]
}

describe('the pace', () => {
  it('never has a request refused, and uses the whole minute, whatever the latency and the server’s clock', async () => {
    await fc.assert(
      fc.asyncProperty(
        limits,
        // Late in a minute, requests are under way when it turns, and its quota is not used up.
        fc.oneof(fc.integer({ min: 0, max: 45_000 }), fc.integer({ min: 55_000, max: 59_999 })),
        fc.array(ways, { minLength: 1, maxLength: 20 }),
        async (given, startMs, latencies) => {
          const { used, refused } = await run({
            limits: given,
            startMs,
            minutes: 4,
            ways: inTurn(latencies),
          })
          assert.equal(refused, 0)
          const whole = used.slice(startMs > 20_000 ? 1 : 0, 3)
          for (const count of whole) assert.equal(count, given.minute)
        },
      ),
      { numRuns: 80 },
    )
  })

  it('keeps to the day too', async () => {
    const { used, refused } = await run({
      limits: { minute: 10, day: 25, concurrency: 4 },
      startMs: 0,
      minutes: 5,
      ways: () => [20, 50, 20],
    })
    assert.deepEqual([used, refused], [[10, 10, 5, 0, 0], 0])
  })

  it('spreads requests evenly where that is wanted, and uses 95 of 100 all the same', async () => {
    const { used, refused } = await run({
      limits: { minute: 60, day: 50_000, concurrency: 5 },
      pacing: 'even',
      startMs: 0,
      minutes: 4,
      ways: () => [20, 50, 20],
    })
    assert.equal(refused, 0)
    for (const count of used.slice(0, 3)) assert.ok(count >= 57, String(used))
  })

  it('of several programs with one key loses no answer and little of the quota', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ways, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 2, max: 4 }),
        async (latencies, bots) => {
          const { used, refused, answers } = await run({
            limits: { minute: 100, day: 50_000, concurrency: 8 },
            bots,
            startMs: 0,
            minutes: 4,
            ways: inTurn(latencies),
          })
          for (const count of used.slice(0, 3)) assert.ok(count >= 95, String(used))
          const admitted = used.reduce((sum, count) => sum + count)
          assert.ok(answers >= admitted - bots * 8)
          assert.ok(refused <= admitted / 3, `${refused} of ${admitted}`)
        },
      ),
      { numRuns: 30 },
    )
  })
})
