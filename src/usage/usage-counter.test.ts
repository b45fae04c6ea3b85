import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { UsageObservation, RequestAnswered } from './observations.ts'
import { USAGE_HOUR_MS, type UsageFlush, type UsageStore } from './usage-store.ts'
import { createFindRecord } from './find-request-record.ts'
import { createUsageCounter, FLUSH_MS } from './usage-counter.ts'

const START_MS = Date.UTC(2026, 5, 15, 12)

/**
 * The outcome of the next additions: success, failure without effect, or effect with a lost reply.
 */
type Weather = 'fine' | 'away' | 'reply-lost'

/**
 * Creates a counter over a store that adds what is new to it, according to the weather. With
 * records, a flush waits for another thread, which `pass` does not.
 */
function scene({ recordsBytes = 0 } = {}) {
  const clock = createManualClock(START_MS)
  const state = { weather: 'fine' as Weather, additions: 0 }
  const flushes: UsageFlush[] = []
  const observed: UsageObservation[] = []
  const seen = new Set<string>()
  const forgotten: Parameters<UsageStore['prune']>[0][] = []
  const add: UsageStore['add'] = async (flush) => {
    state.additions += 1
    if (state.weather === 'away') throw new Error('The store is down.')
    const name = `${flush.process} ${flush.sequence}`
    const isNew = !seen.has(name)
    seen.add(name)
    if (isNew) flushes.push(structuredClone(flush))
    if (state.weather === 'reply-lost') throw new Error('The connection is lost.')
    return isNew
  }
  const store: UsageStore = {
    add,
    prune: async (retention) => {
      forgotten.push(retention)
      return false
    },
    sums: () => assert.fail(),
    lastUsed: () => assert.fail(),
    keysLastUsed: () => assert.fail(),
    list: () => assert.fail(),
    latencies: () => assert.fail(),
    rollUp: async () => false,
    pagesOf: async (second) =>
      flushes.flatMap(({ page }) =>
        page !== undefined && page.firstS <= second && second <= page.lastS ? [page.bytes] : [],
      ),
    close: async () => {},
  }
  const counter = createUsageCounter({
    store,
    clock,
    observe: (observation) => void observed.push(observation),
    process: 'a process',
    usageDays: 90,
    recordsBytes,
  })
  const rowsOf = () => flushes.flatMap(({ rows }) => rows)
  /** The added counts so far, by kind of request. */
  const sums = () => {
    const all = new Map<string, number>()
    for (const { hour, keyId, operation, region, status, code, requests } of rowsOf()) {
      const name = [hour, keyId, operation, region, status, code].join(' ')
      all.set(name, (all.get(name) ?? 0) + requests)
    }
    return all
  }
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  }
  const pass = async (ms = FLUSH_MS) => {
    clock.advance(ms)
    await settle()
  }
  return { clock, state, flushes, observed, forgotten, counter, store, rowsOf, sums, settle, pass }
}

let ids = 0

/** Returns a finished request whose id encodes this time. */
function answered(
  beganMs: number,
  fields: Partial<RequestAnswered> = {},
): RequestAnswered & { readonly requestId: string } {
  const second = Math.floor(beganMs / 1_000)
    .toString(16)
    .padStart(8, '0')
  const requestId = second + (ids += 1).toString(16).padStart(16, '0')
  return {
    type: 'request.answered',
    requestId,
    isKeyed: true,
    keyId: 'key',
    developerId: 'developer',
    operation: 'event.ranking',
    region: 'jp',
    method: 'GET',
    status: 200,
    violated: [],
    complete: true,
    durationMs: 0,
    stagesMs: { identify: 1, admit: 1, respond: 1 },
    ...fields,
  }
}

describe('the usage counter', () => {
  it('adds every request exactly once under any sequence of store failures', async () => {
    const request = fc.record({
      do: fc.constant('request' as const),
      key: fc.constantFrom('a', 'b'),
      operation: fc.constantFrom('event.ranking', 'circle.search', undefined),
      status: fc.constantFrom(200, 404, 429),
    })
    const step = fc.oneof(
      { weight: 6, arbitrary: request },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(3_000) }) },
      { weight: 1, arbitrary: fc.constant({ do: 'hour' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('weather' as const),
          weather: fc.constantFrom<Weather>('fine', 'away', 'reply-lost'),
        }),
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        // With records, a flush spans several turns of the event loop, during which requests
        // arrive.
        const recordsBytes = steps.length % 2 === 0 ? 0 : 1_000_000
        const { clock, state, counter, sums, pass } = scene({ recordsBytes })
        const expected = new Map<string, number>()
        for (const one of steps) {
          if (one.do === 'pass') await pass(one.ms)
          else if (one.do === 'hour') clock.advance(USAGE_HOUR_MS)
          else if (one.do === 'weather') state.weather = one.weather
          else {
            const { key, operation, status } = one
            counter.count(answered(clock.nowMs(), { keyId: key, operation, status }))
            const hour = Math.floor(clock.nowMs() / USAGE_HOUR_MS)
            const name = [hour, key, operation ?? '', 'jp', status, ''].join(' ')
            expected.set(name, (expected.get(name) ?? 0) + 1)
          }
        }
        state.weather = 'fine'
        await counter.close()
        assert.deepEqual(sums(), expected)
        assert.equal(clock.pending, 0)
      }),
      { numRuns: 200 },
    )
  })

  it('adds once after a second, and is idle without requests', async () => {
    const { clock, state, counter, flushes, pass } = scene({ recordsBytes: 0 })
    for (let time = 0; time < 5; time += 1) counter.count(answered(clock.nowMs()))
    await pass(FLUSH_MS - 1)
    assert.equal(state.additions, 0)
    await pass(1)
    assert.equal(flushes.length, 1)
    assert.equal(clock.pending, 0)
    await pass(60_000)
    assert.equal(state.additions, 1)
    await counter.close()
  })

  it('counts rejections by limit, calls, failures, hits, coalesced requests and ages', async () => {
    const { clock, counter, rowsOf } = scene()
    const now = clock.nowMs()
    const count = (fields: Partial<RequestAnswered>) => counter.count(answered(now, fields))
    count({ cache: 'miss', gateway: 'called', ageMs: 10.4 })
    count({ cache: 'hit', ageMs: 90.6 })
    count({ cache: 'joined', gateway: 'joined', ageMs: 0 })
    count({ status: 429, code: 'quota_exceeded', violated: ['minute', 'concurrency'] })
    count({ status: 429, code: 'quota_exceeded', violated: ['day'] })
    count({ status: 502, code: 'upstream_error', gateway: 'called' })
    count({ status: 404, code: 'not_found', gateway: 'called' })
    count({ status: 503, code: 'unavailable', violated: undefined })
    await counter.close()
    const rows = rowsOf().map(({ status, ...row }) => [status, row] as const)
    const of = (wanted: number) => rows.find(([status]) => status === wanted)?.[1]
    const { requests, admitted, calls, hits, joined, answers, ageMsSum, ageMsMax } = of(200) ?? {}
    assert.deepEqual(
      { requests, admitted, calls, hits, joined, answers, ageMsSum, ageMsMax },
      {
        requests: 3,
        admitted: 3,
        calls: 1,
        hits: 1,
        joined: 1,
        answers: 3,
        ageMsSum: 101,
        ageMsMax: 91,
      },
    )
    const { admitted: none, overMinute, overDay, overConcurrency } = of(429) ?? {}
    assert.deepEqual([none, overMinute, overDay, overConcurrency], [0, 1, 1, 1])
    assert.deepEqual([of(502)?.calls, of(502)?.callFailures, of(502)?.admitted], [1, 1, 1])
    assert.deepEqual([of(404)?.calls, of(404)?.callFailures], [1, 0])
    assert.deepEqual([of(503)?.requests, of(503)?.admitted], [1, 0])
  })

  it('counts in the hour in which a request began', async () => {
    const { clock, counter, rowsOf } = scene()
    clock.advance(50)
    counter.count(answered(clock.nowMs() - 100, { durationMs: 100 }))
    counter.count(answered(clock.nowMs(), { durationMs: 10 }))
    await counter.close()
    const hour = START_MS / USAGE_HOUR_MS
    const hours = rowsOf().map((row) => row.hour)
    assert.deepEqual(new Set(hours), new Set([hour - 1, hour]))
  })

  it('distinguishes the regions of rejected requests', async () => {
    const { clock, counter, rowsOf } = scene()
    for (const askedRegion of ['jp', 'en', 'en', undefined] as const) {
      const rejection = { status: 403, code: 'insufficient_scope', region: undefined } as const
      counter.count(
        answered(clock.nowMs(), {
          ...rejection,
          violated: undefined,
          requestedRegion: askedRegion,
        }),
      )
    }
    await counter.close()
    const found = rowsOf().map(({ region, requests }) => [region, requests] as const)
    assert.deepEqual(
      new Map(found),
      new Map([
        ['', 1],
        ['en', 2],
        ['jp', 1],
      ]),
    )
  })

  it('counts requests of the keyed interface with a key only', async () => {
    const { clock, counter, flushes } = scene({ recordsBytes: 1_000_000 })
    counter.count(answered(clock.nowMs(), { isKeyed: undefined }))
    await counter.close()
    assert.deepEqual(flushes, [])
    const second = scene({ recordsBytes: 1_000_000 })
    const keyless = { keyId: undefined, developerId: undefined, code: 'invalid_api_key' } as const
    const request = answered(second.clock.nowMs(), { ...keyless, status: 401 })
    second.counter.count(request)
    await second.counter.close()
    assert.deepEqual(second.rowsOf(), [])
    const find = createFindRecord(second.store, second.clock)
    assert.equal((await find(request.requestId))?.developerId, undefined)
    assert.equal((await find(request.requestId))?.status, 401)
  })

  it('counts requests whose stages were not timed', async () => {
    const { clock, counter, rowsOf } = scene()
    counter.count(answered(clock.nowMs(), { stagesMs: undefined }))
    await counter.close()
    assert.deepEqual(
      rowsOf().map(({ requests }) => requests),
      [1],
    )
  })

  it('reports once that the store is down, and once that it is up', async () => {
    const { clock, state, counter, observed, sums, pass } = scene()
    state.weather = 'away'
    for (let second = 0; second < 10; second += 1) {
      counter.count(answered(clock.nowMs()))
      await pass()
    }
    const said = () => observed.map((one) => one.type === 'usage.changed' && one.state)
    assert.deepEqual(said(), ['away'])
    state.weather = 'fine'
    await pass()
    await pass()
    assert.deepEqual(said(), ['away', 'back'])
    await counter.close()
    assert.deepEqual([...sums().values()], [10])
  })

  it('closes within two seconds if the store does not answer', async () => {
    const { clock, counter, store, settle } = scene()
    const stuck = createUsageCounter({
      store: { ...store, add: () => new Promise<never>(() => {}) },
      clock,
      observe: () => {},
      process: 'stuck',
      usageDays: 1,
      recordsBytes: 0,
    })
    stuck.count(answered(clock.nowMs()))
    let isClosed = false
    const closing = stuck.close().then(() => (isClosed = true))
    await settle()
    assert.equal(isClosed, false)
    clock.advance(2_000)
    await closing
    await counter.close()
  })

  it('bounds its memory while the store is down, and reports what it dropped', async () => {
    const { clock, state, counter, observed, sums, settle, pass } = scene({
      recordsBytes: 1_000_000,
    })
    state.weather = 'away'
    for (let nth = 0; nth < 90_000; nth += 1) counter.count(answered(clock.nowMs()))
    await settle()
    state.weather = 'fine'
    await pass()
    await pass()
    await counter.close()
    assert.deepEqual([...sums().values()], [90_000])
    const dropped = observed.find(({ type }) => type === 'usage.records_dropped')
    assert.ok(dropped?.type === 'usage.records_dropped' && dropped.count > 20_000)
  })

  it('retries a store that is down once a second, regardless of the pending amount', async () => {
    const { clock, state, counter, sums, settle, pass } = scene()
    state.weather = 'away'
    counter.count(answered(clock.nowMs()))
    await pass()
    while (state.additions === 0) await settle()
    const before = state.additions
    for (let burst = 0; burst < 20; burst += 1) {
      for (let nth = 0; nth < 1_000; nth += 1) counter.count(answered(clock.nowMs()))
      await settle()
    }
    assert.equal(state.additions, before)
    await pass()
    assert.equal(state.additions, before + 1)
    state.weather = 'fine'
    await pass()
    await counter.close()
    assert.deepEqual([...sums().values()], [20_001])
  })

  it('adds many rows in parts, each exactly once, even if one of them fails', async () => {
    const { clock, state, counter, flushes, sums, pass } = scene({ recordsBytes: 0 })
    for (let nth = 0; nth < 10_000; nth += 1) {
      counter.count(answered(clock.nowMs(), { keyId: `key ${nth}` }))
    }
    state.weather = 'reply-lost'
    await pass()
    assert.equal(flushes.length, 1)
    counter.count(answered(clock.nowMs(), { keyId: 'key 0' }))
    state.weather = 'fine'
    await pass()
    await counter.close()
    assert.ok(flushes.every(({ rows }) => rows.length <= 4_000))
    const counts = [...sums().values()]
    assert.deepEqual([counts.length, Math.max(...counts)], [10_000, 2])
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      10_001,
    )
  })

  it('has no record of a request whose row was merged', async () => {
    const { clock, state, counter, observed, store, sums, settle, pass } = scene({
      recordsBytes: 1_000_000,
    })
    state.weather = 'away'
    counter.count(answered(clock.nowMs(), { keyId: 'before' }))
    await pass()
    while (state.additions === 0) await settle()
    const requests = Array.from({ length: 20_100 }, (_, nth) =>
      answered(clock.nowMs(), { keyId: `key ${nth}` }),
    )
    for (const request of requests) counter.count(request)
    state.weather = 'fine'
    await counter.close()
    const find = createFindRecord(store, clock)
    assert.equal((await find(requests[0]?.requestId ?? ''))?.keyId, 'key 0')
    assert.equal(await find(requests.at(-1)?.requestId ?? ''), undefined)
    const dropped = observed.find(({ type }) => type === 'usage.records_dropped')
    assert.ok(dropped?.type === 'usage.records_dropped' && dropped.count === 100)
    const all = [...sums().values()].reduce((sum, count) => sum + count, 0)
    assert.equal(all, requests.length + 1)
  })

  it('writes no records when they are disabled', async () => {
    const { clock, counter, flushes } = scene({ recordsBytes: 0 })
    counter.count(answered(clock.nowMs()))
    await counter.close()
    assert.deepEqual(
      flushes.map(({ page }) => page),
      [undefined],
    )
  })

  it('prunes expired data once a minute', async () => {
    const { clock, counter, forgotten, pass } = scene({ recordsBytes: 0 })
    for (let second = 0; second < 61; second += 1) {
      counter.count(answered(clock.nowMs()))
      await pass()
    }
    await counter.close()
    assert.equal(forgotten.length, 2)
    const hour = START_MS / USAGE_HOUR_MS
    assert.equal(forgotten[0]?.beforeHour, hour - 90 * 24)
    assert.equal(forgotten[0]?.pagesBeforeS, START_MS / 1_000 + 1 - 86_400)
  })
})
