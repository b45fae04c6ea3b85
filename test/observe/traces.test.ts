import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SpanKind, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { readTraceparent, writeTraceparent } from '../../src/platform/telemetry/traceparent.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'
import { send } from '../harness/send.ts'
import { rawAnswer, startStubGateway, type StubGateway } from '../harness/stub-gateway.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const GIVEN = `00-${TRACE_ID}-${SPAN_ID}-01`
const MESSAGE = JSON.stringify({ circle: { circleRanking: 1 } })
const json = ['Content-Type: application/json']

/** A traceparent in another format than that of W3C Trace Context is ignored. */
const BAD = [
  '',
  'x',
  GIVEN.toUpperCase(),
  `${GIVEN} `.repeat(2),
  `${GIVEN}-00`,
  `ff-${TRACE_ID}-${SPAN_ID}-01`,
  `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
  `00-${TRACE_ID}-${SPAN_ID}`,
  `00-${TRACE_ID}-${SPAN_ID}-1`,
  `00-${TRACE_ID}-${SPAN_ID}-zz`,
  `${GIVEN},${GIVEN}`,
]

let nth = 100
/** A path that is not cached. */
const nextPath = () => `/api/open/v1/game/jp/circle/${(nth += 1)}`

async function start(gateway: StubGateway, folder: string): Promise<TestService> {
  const environment = {
    BACKLINE_GATEWAY_JP_URL: gateway.url,
    BACKLINE_GATEWAY_JP_KEY: 'internal-key',
  }
  return startTestService({ folder, environment })
}

describe('a traceparent', () => {
  it('is parsed and written according to W3C Trace Context', () => {
    assert.deepEqual(readTraceparent(GIVEN), { traceId: TRACE_ID, spanId: SPAN_ID, flags: 1 })
    // Of a later version, the known part is used.
    const later = readTraceparent(`cc-${TRACE_ID}-${SPAN_ID}-03-more`)
    assert.ok(later !== undefined)
    assert.equal(writeTraceparent(later), GIVEN)
    for (const text of BAD) assert.equal(readTraceparent(text), undefined, text)
  })
})

describe('traces without an SDK', () => {
  const folder = temporaryFolder()
  let gateway: StubGateway
  let service: TestService
  let key: string
  before(async () => {
    gateway = await startStubGateway((socket) => void socket.write(rawAnswer(200, MESSAGE, json)))
    service = await start(gateway, folder)
    key = (await service.issueKey()).text
  })
  after(() => service.stop())
  const handedOn = () => gateway.requests.at(-1)?.headers['traceparent']

  it('forward the trace context of the request to the gateway', async () => {
    assert.equal(
      (await send(service.origin, nextPath(), { key, headers: { traceparent: GIVEN } })).status,
      200,
    )
    assert.equal(handedOn(), GIVEN)
    await send(service.origin, nextPath(), { key })
    assert.equal(handedOn(), undefined)
  })

  it('ignore malformed and repeated headers', async () => {
    for (const traceparent of BAD) {
      const answer = await send(service.origin, nextPath(), { key, headers: { traceparent } })
      assert.deepEqual([answer.status, handedOn()], [200, undefined], traceparent)
    }
    const asked = gateway.requests.length
    const connection = await connectRaw(service.origin)
    connection.write(
      head(
        `GET ${nextPath()} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${key}`,
        `traceparent: ${GIVEN}`,
        `Traceparent: ${GIVEN}`,
      ),
    )
    assert.equal((await connection.next()).status, 200)
    connection.drop()
    assert.deepEqual([gateway.requests.length - asked, handedOn()], [1, undefined])
  })
})

describe('traces with a registered SDK', () => {
  const exporter = new InMemorySpanExporter()
  const folder = temporaryFolder()
  let gateway: StubGateway
  let service: TestService
  let key: string
  let status = 200
  before(async () => {
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    })
    assert.ok(trace.setGlobalTracerProvider(provider))
    gateway = await startStubGateway(
      (socket) => void socket.write(rawAnswer(status, MESSAGE, json)),
    )
    service = await start(gateway, folder)
    key = (await service.issueKey()).text
  })
  after(async () => {
    await service.stop()
    trace.disable()
  })
  beforeEach(() => exporter.reset())

  it('have a span for the request, each stage and the gateway call', async () => {
    const path = nextPath()
    await send(service.origin, path, { key, headers: { traceparent: GIVEN } })
    const spans = byName(exporter)
    assert.deepEqual([...spans.keys()].sort(byText), [
      'GET circle.get',
      'admit',
      'gateway circle.get',
      'identify',
      'respond',
      'write',
    ])
    const request = spans.get('GET circle.get') as ReadableSpan
    assert.equal(request.kind, SpanKind.SERVER)
    assert.equal(request.spanContext().traceId, TRACE_ID)
    assert.equal(request.parentSpanContext?.spanId, SPAN_ID)
    assert.deepEqual(request.attributes, {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'backline.complete': true,
      'backline.operation': 'circle.get',
      'backline.region': 'jp',
      'backline.cache': 'miss',
    })
    for (const [name, span] of spans) {
      if (span === request) continue
      assert.equal(span.parentSpanContext?.spanId, request.spanContext().spanId, name)
      assert.ok(timeOf(span.startTime) >= timeOf(request.startTime), name)
    }
    const call = spans.get('gateway circle.get') as ReadableSpan
    assert.equal(call.kind, SpanKind.CLIENT)
    assert.equal(call.attributes['backline.outcome'], 'answered')
    assert.equal(
      gateway.requests.at(-1)?.headers['traceparent'],
      `00-${TRACE_ID}-${call.spanContext().spanId}-01`,
    )
    // Stages are sequential and cover the request except for what lies between them.
    const stages = ['identify', 'admit', 'respond', 'write'].map(
      (name) => spans.get(name) as ReadableSpan,
    )
    for (const [at, span] of stages.slice(1).entries()) {
      const last = stages[at] as ReadableSpan
      assert.ok(Math.abs(timeOf(span.startTime) - timeOf(last.endTime)) < 0.01)
    }
  })

  it('start with the request without a trace header, and end at the stage that rejected it', async () => {
    await send(service.origin, nextPath())
    const spans = byName(exporter)
    assert.deepEqual([...spans.keys()].sort(byText), ['GET circle.get', 'identify', 'write'])
    const request = spans.get('GET circle.get') as ReadableSpan
    assert.equal(request.parentSpanContext, undefined)
    assert.equal(request.attributes['error.type'], 'invalid_api_key')
    // An error of a client is not an error of the span.
    assert.equal(request.status.code, 0)
  })

  it('mark a failed gateway call, and the request that failed because of it', async () => {
    status = 500
    await send(service.origin, nextPath(), { key })
    status = 200
    const spans = byName(exporter)
    assert.equal(spans.get('gateway circle.get')?.attributes['backline.outcome'], 'upstream_error')
    assert.deepEqual(
      [spans.get('gateway circle.get')?.status.code, spans.get('GET circle.get')?.status.code],
      [2, 2],
    )
  })

  it('contain no keys, ids or parameter values', async () => {
    const canary = '7654321'
    const answers = [
      await send(service.origin, `/api/open/v1/game/jp/circle/${canary}`, { key }),
      await send(
        service.origin,
        `/api/open/v1/game/${canary}/circle?circleId=${canary}&${canary}=1`,
        { key },
      ),
      await send(service.origin, `/${canary}`, { key: `bkl_${canary}` }),
    ]
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 400, 404],
    )
    const spans = exporter.getFinishedSpans()
    assert.ok(spans.length > 8)
    const told = JSON.stringify(
      spans.map(({ name, attributes, events, status: ended, links }) => [
        name,
        attributes,
        events,
        ended,
        links,
      ]),
    )
    const ids = answers.map(({ headers }) => headers['x-request-id'] ?? '')
    for (const secret of [canary, key, key.slice(4, 16), 'internal-key', ...ids]) {
      assert.ok(!told.includes(secret), secret)
    }
  })
})

function byName(exporter: InMemorySpanExporter): Map<string, ReadableSpan> {
  return new Map(exporter.getFinishedSpans().map((span) => [span.name, span]))
}

function timeOf([seconds, nanoseconds]: readonly [number, number]): number {
  return seconds * 1_000 + nanoseconds / 1e6
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
