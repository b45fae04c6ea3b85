import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  always,
  rawAnswer,
  startStubGateway,
  type StubAnswer,
} from '../../../test/harness/stub-gateway.ts'
import { createManualClock, type ManualClock } from '../../../test/harness/manual-clock.ts'
import type { Region } from '../../game/region.ts'
import { ServiceError, upstreamTimeout } from '../../platform/http/errors/service-error.ts'
import { CALL, createTestGateway, type TestGateway } from './gateway-for-tests.ts'

const OK = always(rawAnswer(200, '{}'))
const reset: StubAnswer = (socket) => void socket.resetAndDestroy()

/** One read with a deadline of 8 seconds on the test clock. */
async function readInTime(
  { gateway }: TestGateway,
  clock: ManualClock,
  region: Region = 'jp',
): Promise<string> {
  const controller = new AbortController()
  const cancel = clock.after(8_000, () => controller.abort(upstreamTimeout()))
  try {
    await gateway.read(
      { ...CALL, region },
      {
        signal: controller.signal,
        deadlineAtMs: clock.monotonicMs() + 8_000,
        priority: 'keyed',
      },
    )
    return 'answered'
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    return error.code
  } finally {
    cancel()
  }
}

describe('ten minutes of failure', () => {
  for (const everyMs of [50, 200, 1_000, 2_500, 15_000]) {
    it(`cost at most a tenth more calls than reads: one read in ${everyMs} ms`, async () => {
      const clock = createManualClock(0)
      const stub = await startStubGateway(reset)
      const tested = createTestGateway({ jp: stub.url }, { clock })
      let reads = 0
      for (let atMs = 0; atMs < 600_000; atMs += everyMs) {
        assert.notEqual(await readInTime(tested, clock), 'answered')
        reads += 1
        assert.ok(stub.requests.length <= reads * 1.1, `${stub.requests.length} for ${reads}`)
        clock.advance(everyMs)
      }
      assert.ok(stub.requests.length >= Math.min(reads, 590))
      // While open, only one probe a second passes.
      if (everyMs < 500) assert.ok(stub.requests.length < 700)
      assert.equal(clock.pending, 0)
    })
  }
})

describe('after an outage', () => {
  it('reads succeed within 5 seconds of its end, whatever the failure was', async () => {
    for (const failure of [reset, () => {}] as const) {
      const clock = createManualClock(0)
      const stub = await startStubGateway(failure)
      const tested = createTestGateway({ jp: stub.url }, { clock, connections: 100 })
      const pending: Promise<string>[] = []
      /** Sends five reads a second. */
      const run = async (seconds: number) => {
        for (let step = 0; step < seconds * 5; step += 1) {
          const read = readInTime(tested, clock)
          pending.push(read)
          // Hanging reads stay pending; the others settle while the event loop runs.
          const asked = stub.requests.length
          await Promise.race([read, untilAsked(asked)])
          clock.advance(200)
        }
      }
      const untilAsked = async (asked: number) => {
        while (stub.requests.length === asked) {
          await new Promise((resolve) => void setImmediate(resolve))
        }
      }
      await run(60)
      stub.answer(OK)
      await run(5)
      const settled = pending.length
      await run(60)
      const outcomes = await Promise.all(pending.slice(settled))
      const answered = outcomes.filter((outcome) => outcome === 'answered').length
      assert.ok(answered >= outcomes.length * 0.99, `${answered} of ${outcomes.length}`)
      clock.advance(10_000)
      await Promise.all(pending)
      const states = tested.observations.filter(({ type }) => type === 'gateway.breaker')
      assert.deepEqual(states, [
        { type: 'gateway.breaker', region: 'jp', state: 'open' },
        { type: 'gateway.breaker', region: 'jp', state: 'closed' },
      ])
    }
  })
})

describe('the circuit breaker of a region', () => {
  it('affects only that region', async () => {
    const clock = createManualClock(0)
    const [bad, good] = [await startStubGateway(reset), await startStubGateway(OK)]
    const tested = createTestGateway({ jp: bad.url, en: good.url }, { clock })
    for (let call = 0; call < 40; call += 1) {
      await readInTime(tested, clock)
      assert.equal(await readInTime(tested, clock, 'en'), 'answered')
    }
    assert.equal(good.requests.length, 40)
    assert.ok(bad.requests.length <= 22)
    const asked = bad.requests.length
    const refused = await tested.readError()
    assert.equal(refused.code, 'unavailable')
    assert.equal(refused.retryAfterS, 5)
    assert.match(String(refused.cause), /circuit breaker is open/)
    assert.equal(bad.requests.length, asked)
  })

  it('ignores error statuses, bad content and aborted calls', async () => {
    const clock = createManualClock(0)
    const stub = await startStubGateway()
    const tested = createTestGateway({ jp: stub.url }, { clock })
    for (const answer of [rawAnswer(503, ''), rawAnswer(504, ''), rawAnswer(200, '<html>')]) {
      stub.answer(always(answer))
      for (let call = 0; call < 40; call += 1) await tested.readError()
    }
    for (let call = 0; call < 40; call += 1) {
      const controller = new AbortController()
      stub.answer(() => controller.abort())
      await tested.readError(CALL, controller.signal)
    }
    assert.deepEqual(tested.observations, [])
    stub.answer(OK)
    assert.equal(await readInTime(tested, clock), 'answered')
  })

  it('opens on timeouts and on failed connections', async () => {
    const clock = createManualClock(0)
    const stub = await startStubGateway()
    const tested = createTestGateway({ jp: stub.url, kr: 'http://127.0.0.1:1' }, { clock })
    const hung = Array.from({ length: 20 }, () => readInTime(tested, clock))
    while (stub.requests.length < 16) await new Promise((resolve) => void setImmediate(resolve))
    clock.advance(8_000)
    assert.deepEqual(new Set(await Promise.all(hung)), new Set(['upstream_timeout']))
    for (let call = 0; call < 20; call += 1) await readInTime(tested, clock, 'kr')
    assert.deepEqual(
      tested.observations.map((observation) => 'region' in observation && observation.region),
      ['jp', 'kr'],
    )
    await stub.allClosed()
  })
})
