import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  always,
  rawAnswer,
  startStubGateway,
  type StubAnswer,
} from '../../../test/harness/stub-gateway.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { upstreamTimeout } from '../../platform/http/errors/service-error.ts'
import { CALL, createTestGateway, errorTexts } from './gateway-for-tests.ts'

const OK = rawAnswer(200, '{}')

const reset: StubAnswer = (socket) => void socket.resetAndDestroy()
const end: StubAnswer = (socket) => void socket.end()

/** How a gateway can hang: its last action on a request. */
const HANGS: Readonly<Record<string, StubAnswer>> = {
  'before the headers': () => {},
  'within the headers': (socket) => void socket.write('HTTP/1.1 200 OK\r\nX-A: '),
  'after the headers': (socket) => void socket.write(rawAnswer(200, '', ['Content-Length: 9'])),
  'within the body': (socket) => void socket.write(rawAnswer(200, '{"a"', ['Content-Length: 9'])),
  'within the body of an error': (socket) =>
    void socket.write(rawAnswer(503, '{"a"', ['Content-Length: 9'])),
}

describe('a gateway that hangs', () => {
  for (const [where, hang] of Object.entries(HANGS)) {
    it(`is disconnected at once when the signal aborts: ${where}`, async () => {
      const stub = await startStubGateway()
      const { readError: rejection, observations } = createTestGateway({ jp: stub.url })
      for (const [reason, code] of [
        [upstreamTimeout(), 'upstream_timeout'],
        [new Error('Nobody waits.'), 'unavailable'],
      ] as const) {
        const controller = new AbortController()
        stub.answer((socket, request) => {
          hang(socket, request)
          // One more turn of the event loop, so that the written bytes arrive.
          setImmediate(() => setImmediate(() => controller.abort(reason)))
        })
        const refused = rejection(CALL, controller.signal)
        let abortedAt = 0
        controller.signal.addEventListener('abort', () => (abortedAt = performance.now()))
        assert.equal((await refused).code, code)
        // The deadline of a call is 8 s.
        assert.ok(performance.now() - abortedAt < 5_000)
        await stub.allClosed()
      }
      assert.deepEqual(observations, [], 'a time-out is not tried again')
      assert.equal(stub.requests.length, 2)
    })
  }

  it('is disconnected before it has accepted the connection', async () => {
    // A TLS client never receives a byte.
    const stub = await startStubGateway()
    const { readError: rejection } = createTestGateway({ jp: stub.url.replace('http:', 'https:') })
    const controller = new AbortController()
    const refused = rejection(CALL, controller.signal)
    while (stub.open === 0) await new Promise((resolve) => void setImmediate(resolve))
    controller.abort()
    assert.equal((await refused).code, 'unavailable')
    await stub.allClosed()
  })

  it('uses at most the allowed connections, and waiting calls can be aborted', async () => {
    const stub = await startStubGateway()
    const { read, readError: rejection } = createTestGateway({ jp: stub.url }, { connections: 2 })
    const [first, second, third] = [1, 2, 3].map(() => new AbortController())
    const hung = [rejection(CALL, first?.signal), rejection(CALL, second?.signal)]
    while (stub.requests.length < 2) await stub.nextRequest()
    const waits = rejection(CALL, third?.signal)
    third?.abort()
    assert.equal((await waits).code, 'unavailable')
    const fourth = read()
    stub.answer(always(OK))
    first?.abort()
    assert.deepEqual((await fourth).message, {})
    second?.abort()
    await Promise.all(hung)
    assert.equal(stub.requests.length, 3)
  })

  it('receives no request for an aborted call', async () => {
    const stub = await startStubGateway(always(OK))
    const { readError: rejection } = createTestGateway({ jp: stub.url })
    assert.equal((await rejection(CALL, AbortSignal.abort())).code, 'unavailable')
    assert.equal(stub.connections, 0)
  })

  it('does not delay close, and later reads fail at once', async () => {
    const stub = await startStubGateway()
    const { gateway, readError: rejection } = createTestGateway(
      { jp: stub.url },
      { connections: 1 },
    )
    const [hung, waiting] = [rejection(), rejection()]
    await stub.nextRequest()
    void gateway.close()
    void gateway.close()
    for (const refused of [hung, waiting, rejection()]) {
      assert.equal((await refused).code, 'unavailable')
    }
    await stub.allClosed()
  })
})

describe('a gateway that disconnects', () => {
  it('is retried once when no byte had arrived and the budget allows it', async () => {
    for (const breakOff of [reset, end]) {
      const stub = await startStubGateway(always(OK))
      const { read, readError: rejection, observations } = createTestGateway({ jp: stub.url })
      for (let call = 1; call <= 9; call += 1) await read()
      stub.answer((socket, request) => {
        stub.answer(always(OK))
        breakOff(socket, request)
      })
      assert.deepEqual((await read()).message, {})
      assert.deepEqual(observations, [{ type: 'gateway.retried', region: 'jp' }])
      assert.equal(stub.requests.length, 11)
      stub.answer(breakOff)
      const refused = await rejection()
      assert.equal(refused.code, 'upstream_error')
      assert.equal(stub.requests.length, 12, 'the budget is used up')
      assert.doesNotMatch(errorTexts(refused), /127\.0\.0\.1/)
    }
  })

  it('is not retried after any byte, nor after the deadline', async () => {
    const clock = createManualClock(0)
    const stub = await startStubGateway(always(OK))
    const {
      read,
      readError: rejection,
      observations,
    } = createTestGateway({ jp: stub.url }, { clock })
    for (let call = 1; call <= 30; call += 1) await read()
    for (const bytes of ['H', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 103 Early\r\n\r\n']) {
      stub.answer((socket) => {
        socket.write(bytes, () => socket.resetAndDestroy())
      })
      assert.equal((await rejection()).code, 'upstream_error')
    }
    stub.answer((socket) => {
      clock.advance(8_000)
      socket.resetAndDestroy()
    })
    assert.equal((await rejection()).code, 'upstream_error')
    assert.equal(stub.requests.length, 34)
    assert.deepEqual(observations, [])
  })

  it('may close idle connections without an error', async () => {
    const stub = await startStubGateway((socket) => {
      socket.write(OK, () => socket.end())
    })
    const { read, observations } = createTestGateway({ jp: stub.url })
    for (let call = 1; call <= 50; call += 1) {
      await read()
      await stub.allClosed()
    }
    assert.deepEqual(observations, [])
    assert.equal(stub.requests.length, 50)
  })

  it('may close all connections as they are reused: each is replaced', async () => {
    const stub = await startStubGateway(always(OK))
    const { read, observations } = createTestGateway({ jp: stub.url })
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 8 }, () => read()))
    }
    // Every earlier connection is dead, which shows only when something is sent over it.
    const before = stub.connections
    stub.answer((socket, { nthOfConnection }) => {
      if (nthOfConnection > 1) socket.resetAndDestroy()
      else socket.write(OK)
    })
    for (let call = 1; call <= 3; call += 1) assert.deepEqual((await read()).message, {})
    assert.ok(stub.connections > before)
    assert.ok(observations.length > 0)
  })
})

describe('a gateway that cannot be reached', () => {
  it('makes its region unavailable, with a reason that names no address', async () => {
    for (const [url, reason] of [
      ['http://127.0.0.1:1', 'ECONNREFUSED'],
      ['http://CANARY.invalid:1', 'ENOTFOUND|EAI_AGAIN'],
    ] as const) {
      const { readError: rejection, observations } = createTestGateway({ jp: url })
      const { code, cause, retryAfterS } = await rejection()
      assert.equal(code, 'unavailable')
      assert.equal(retryAfterS, 5)
      assert.match((cause as Error).message, new RegExp(`connect.*(?:${reason})`))
      assert.doesNotMatch(errorTexts(cause), /127\.0|CANARY|invalid/i)
      assert.deepEqual(observations, [])
    }
  })

  it('makes a region without an address unavailable, without a call', async () => {
    const stub = await startStubGateway(always(OK))
    const { read, readError: rejection } = createTestGateway({ jp: stub.url })
    const { code, cause } = await rejection({ ...CALL, region: 'kr' })
    assert.equal(code, 'unavailable')
    assert.equal((cause as Error).message, 'No gateway is configured for this region.')
    assert.deepEqual((await read()).message, {})
    assert.equal(stub.requests.length, 1)
  })
})
