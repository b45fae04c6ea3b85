import assert from 'node:assert/strict'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import type { Gateway } from '../../src/game/gateway.ts'
import { upstreamError } from '../../src/platform/http/errors/service-error.ts'
import { FAMILIES, OBSERVATIONS, PRODUCTS } from '../../src/app/telemetry/observations.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { parseExposition, valueOf } from '../harness/parse-exposition.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { forgeKey } from '../security/provoke.ts'

const CIRCLE = '/api/open/v1/game/jp/circle/7'
const scrape = async ({ service }: TestService, accept?: string) => {
  const headers = accept === undefined ? {} : { Accept: accept }
  return send(service.adminOrigin, '/metrics', { headers })
}
const read = async (service: TestService) =>
  parseExposition((await scrape(service)).body.toString())

describe('the observations of all products', () => {
  it('have one declaration for each type, and one for each metric', () => {
    const types = PRODUCTS.flatMap(([rules]) => Object.keys(rules))
    assert.deepEqual(types.toSorted(), Object.keys(OBSERVATIONS).toSorted())
    const names = FAMILIES.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
  })
})

describe('the metrics', () => {
  const clock: ManualClock = createManualClock(Date.UTC(2026, 5, 15, 12))
  const folder = temporaryFolder()
  let service: TestService
  let key: string
  let fails = false
  let heapShare = 0
  const held: (() => void)[] = []
  const gateway: Gateway = {
    read: async ({ arguments: given }) => {
      if (fails) throw upstreamError(new Error('It is broken.'))
      if (given['circleId'] === '8') await new Promise<void>((resolve) => held.push(resolve))
      // Ten seconds old, or a minute ahead of the local clock.
      const aheadMs = given['circleId'] === '9' ? 60_000 : -10_000
      return {
        message: { circle: { circleRanking: 1, unknownField: 5 } },
        fetchedAtMs: clock.nowMs() + aheadMs,
      }
    },
    close: () => {},
  }
  before(async () => {
    service = await startTestService({
      folder,
      clock,
      gateway,
      openSensors: () => ({
        eventLoopDelayMs: () => 0,
        heapShare: () => heapShare,
        ownBytes: () => 0,
        freeMemory: () => {},
        close: () => {},
      }),
      environment: { BACKLINE_UNKNOWN_KEYS_MINUTE: '1' },
    })
    const limits = { minute: 12, day: 1_000, concurrency: 10 }
    key = (await service.issueKey({ limits })).text
  })
  after(() => service.stop())

  it('are all present from the start, each with its help text and type, in both formats', async () => {
    const [plain, open] = [
      await scrape(service),
      await scrape(service, 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5'),
    ]
    assert.match(plain.headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/)
    assert.match(
      open.headers['content-type'] ?? '',
      /^application\/openmetrics-text; version=1\.0\.0/,
    )
    assert.ok(open.body.toString().endsWith('\n# EOF\n'))
    assert.ok(!plain.body.toString().includes('# EOF'))
    const families = parseExposition(plain.body.toString())
    assert.deepEqual(
      [...families.keys()],
      FAMILIES.map(({ name }) => name),
    )
    for (const { name, kind, help } of FAMILIES) {
      assert.deepEqual([families.get(name)?.type, families.get(name)?.help], [kind, help])
    }
    const counters = [...parseExposition(open.body.toString())].filter(
      ([, { type }]) => type === 'counter',
    )
    assert.ok(counters.length > 10)
    for (const [name, { samples }] of counters) {
      assert.ok(!name.endsWith('_total'))
      for (const sample of samples) assert.equal(sample.name, `${name}_total`)
    }
  })

  it('count requests by operation, region and code, and cache results', async () => {
    const old = await read(service)
    for (const expected of [200, 200, 200]) {
      const answer = await send(service.origin, CIRCLE, { key })
      assert.equal(answer.status, expected, answer.body.toString())
      clock.advance(5_000)
    }
    assert.equal((await send(service.origin, CIRCLE)).status, 401)
    assert.equal((await send(service.origin, '/api/open/v1/nothing')).status, 404)
    const now = await read(service)
    const more = (name: string, labels: Record<string, string>) =>
      valueOf(now, name, labels) - valueOf(old, name, labels)
    const of = { operation: 'circle.get', region: 'jp' }
    assert.equal(more('backline_requests_total', { ...of, code: 'ok' }), 3)
    // The region is not checked before the key is known.
    const refused = { operation: 'circle.get', region: 'none', code: 'invalid_api_key' }
    assert.equal(more('backline_requests_total', refused), 1)
    const lost = { operation: 'none', region: 'none', code: 'not_found' }
    assert.equal(more('backline_requests_total', lost), 1)
    assert.equal(more('backline_answers_total', { cache: 'miss' }), 1)
    assert.equal(more('backline_answers_total', { cache: 'hit' }), 2)
    assert.equal(more('backline_admissions_total', { outcome: 'admitted' }), 3)
    assert.equal(more('backline_stage_duration_seconds_count', { stage: 'identify' }), 5)
    assert.equal(more('backline_stage_duration_seconds_count', { stage: 'admit' }), 3)
    assert.equal(more('backline_stage_duration_seconds_count', { stage: 'respond' }), 3)
    assert.equal(more('backline_request_duration_seconds_count', { operation: 'circle.get' }), 4)
    // The first answer was 10 s old on arrival, and was served again at 15 and 20 s.
    const age = { operation: 'circle.get' }
    assert.equal(more('backline_answer_age_seconds_sum', age), 45)
    assert.equal(more('backline_answer_age_seconds_bucket', { ...age, le: '10.0' }), 1)
    assert.equal(more('backline_answer_age_seconds_bucket', { ...age, le: '15.0' }), 2)
    assert.equal(valueOf(now, 'backline_cache_entries'), 1)
    assert.ok(valueOf(now, 'backline_cache_bytes') > 1_000)
  })

  it('count gateway calls and their failures, and measure how far the gateway’s clock is ahead', async () => {
    const call = (id: number) => send(service.origin, `/api/open/v1/game/jp/circle/${id}`, { key })
    assert.equal((await call(9)).status, 200)
    fails = true
    assert.equal((await call(10)).status, 502)
    fails = false
    const now = await read(service)
    const of = { region: 'jp', operation: 'circle.get' }
    assert.equal(
      valueOf(now, 'backline_gateway_calls_total', { ...of, outcome: 'upstream_error' }),
      1,
    )
    assert.equal(valueOf(now, 'backline_gateway_clock_ahead_total', { region: 'jp' }), 1)
    assert.equal(valueOf(now, 'backline_gateway_clock_ahead_seconds', { region: 'jp' }), 60)
    assert.equal(valueOf(now, 'backline_gateway_state', { region: 'jp', state: 'failing' }), 1)
    assert.equal(valueOf(now, 'backline_gateway_state', { region: 'jp', state: 'answering' }), 0)
    assert.equal(valueOf(now, 'backline_gateway_state', { region: 'tw', state: 'unasked' }), 1)
  })

  it('show open gateway calls, requests and connections', async () => {
    const answer = send(service.origin, '/api/open/v1/game/jp/circle/8', { key })
    const labels = { region: 'jp', lane: 'keyed' }
    let families = await read(service)
    while (valueOf(families, 'backline_gateway_in_flight', labels) === 0)
      families = await read(service)
    assert.equal(valueOf(families, 'backline_gateway_in_flight', labels), 1)
    assert.equal(valueOf(families, 'backline_requests_open'), 1)
    assert.ok(valueOf(families, 'backline_connections_open') >= 1)
    for (const end of held) end()
    assert.equal((await answer).status, 200)
    families = await read(service)
    assert.equal(valueOf(families, 'backline_gateway_in_flight', labels), 0)
    assert.equal(valueOf(families, 'backline_requests_open'), 0)
  })

  it('count rejections by limit', async () => {
    let status = 200
    while (status === 200) ({ status } = await send(service.origin, CIRCLE, { key }))
    assert.equal(status, 429)
    const families = await read(service)
    assert.equal(valueOf(families, 'backline_admissions_total', { outcome: 'minute' }), 1)
    assert.equal(valueOf(families, 'backline_admissions_total', { outcome: 'day' }), 0)
  })

  it('count rejections before admission', async () => {
    heapShare = 0.95
    clock.advance(1_000)
    assert.equal((await send(service.origin, CIRCLE, { key })).status, 503)
    heapShare = 0
    clock.advance(1_000)
    const unknown = [forgeKey(), forgeKey()].map((text) =>
      send(service.origin, CIRCLE, { key: text }),
    )
    assert.equal((await Promise.race(unknown)).status, 503)
    // The other one was looked up, and is rejected a moment later.
    clock.advance(20)
    await Promise.all(unknown)
    const families = await read(service)
    assert.equal(valueOf(families, 'backline_requests_shed_total', { overload: 'memory' }), 1)
    assert.equal(valueOf(families, 'backline_requests_shed_total', { overload: 'delay' }), 0)
    assert.equal(valueOf(families, 'backline_key_look_ups_refused_total'), 1)
    assert.equal(valueOf(families, 'backline_connections_refused_total'), 0)
  })

  it('have at most the documented number of series, whatever clients send', async () => {
    const old = await read(service)
    for (let nth = 0; nth < 40; nth += 1) {
      await send(service.origin, `/api/open/v1/game/r${nth}/circle/${nth}?x${nth}=${nth}`, { key })
      await send(service.origin, `/${nth}/${nth}`, { key: `bkl_${nth}`, method: 'PUT' })
    }
    const [was, is] = [old, await read(service)].map((families) =>
      [...families.values()].reduce((count, { samples }) => count + samples.length, 0),
    )
    // Rejections that did not occur before: unknown parameter or region, bad key, wrong method.
    assert.ok(is !== undefined && was !== undefined && is - was < 40, `${was} → ${is}`)
    const text = (await scrape(service)).body.toString()
    for (const secret of [key, key.slice(4, 16), '/39', 'r39', 'x39']) {
      assert.ok(!text.includes(secret), secret)
    }
  })

  it('show the process', async () => {
    const families = await read(service)
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_heap_used_bytes',
      'nodejs_heap_limit_bytes',
      'nodejs_external_memory_bytes',
    ]) {
      assert.ok(valueOf(families, name) > 0, name)
    }
    if (process.platform === 'linux') {
      assert.ok(valueOf(families, 'process_open_fds') > 3)
      assert.ok(valueOf(families, 'process_max_fds') >= valueOf(families, 'process_open_fds'))
    }
    assert.equal(valueOf(families, 'backline_ready'), 1)
    assert.equal(valueOf(families, 'backline_store_up', { store: 'quotas' }), 1)
  })

  it('are the same in /status, which also has the state', async () => {
    const families = await read(service)
    const { json } = await send(service.service.adminOrigin, '/status')
    const status = json as {
      ready: boolean
      gateways: Record<string, { state: string; clockAheadMs: number }>
      metrics: Record<
        string,
        { labels: Record<string, string>; value: number; count: number; p99: number | null }[]
      >
    }
    assert.deepEqual(
      Object.keys(status.metrics),
      FAMILIES.map(({ name }) => name),
    )
    assert.equal(status.ready, true)
    assert.equal(status.gateways['jp']?.clockAheadMs, 60_000)
    for (const { labels, value } of status.metrics['backline_requests_total'] ?? []) {
      assert.equal(value, valueOf(families, 'backline_requests_total', labels))
    }
    const ages = status.metrics['backline_answer_age_seconds'] ?? []
    const family = valueOf(families, 'backline_answer_age_seconds_count', {
      operation: 'circle.get',
    })
    assert.deepEqual(
      ages.map(({ count }) => count),
      [family],
    )
    assert.ok(ages[0]?.p99 !== null)
  })
})
