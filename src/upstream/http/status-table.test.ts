import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ErrorCode, UpstreamKind } from '../../platform/http/errors/service-error.ts'
import {
  always,
  rawAnswer,
  startStubGateway,
  type StubGateway,
} from '../../../test/harness/stub-gateway.ts'
import { createTestGateway, errorTexts, type TestGateway } from './gateway-for-tests.ts'
import { ERROR_KINDS } from './response/error-of-response.ts'

let stub: StubGateway
let tested: TestGateway
before(async () => {
  stub = await startStubGateway()
  tested = createTestGateway({ jp: stub.url })
})

const errorBody = (kind: string) => JSON.stringify({ error: { kind, detail: 'CANARY-detail' } })

/** A status, the kind in its body, and the expected error code and kind. */
const ROWS: readonly (readonly [
  status: number,
  kind: string,
  code: ErrorCode | 'unknown thing',
  upstreamKind?: UpstreamKind,
  retryAfterS?: number,
])[] = [
  [201, '', 'upstream_error', 'protocol'],
  [204, '', 'upstream_error', 'protocol'],
  [301, '', 'upstream_error', 'protocol'],
  [304, '', 'upstream_error', 'protocol'],
  [400, 'business', 'invalid_request', 'business'],
  [401, 'authentication', 'upstream_error', 'authentication'],
  [403, 'authentication', 'upstream_error', 'authentication'],
  [404, 'not_found', 'unknown thing'],
  [404, 'business', 'upstream_error', 'business'],
  [404, '', 'upstream_error', 'protocol'],
  [409, 'device_conflict', 'upstream_error', 'device_conflict'],
  [429, 'queue_full', 'unavailable', 'queue_full', 5],
  [500, 'maintenance', 'upstream_error', 'maintenance'],
  [502, 'transport', 'upstream_error', 'transport'],
  [503, 'maintenance', 'maintenance', 'maintenance', 60],
  [503, 'queue_full', 'unavailable', 'queue_full', 5],
  [503, 'not_found', 'unavailable', 'transport', 5],
  [503, '', 'unavailable', 'transport', 5],
  [400, '', 'invalid_request', 'business'],
  [401, '', 'upstream_error', 'authentication'],
  [429, '', 'unavailable', 'queue_full', 5],
  [504, '', 'upstream_timeout', 'timeout'],
  [502, 'not_found', 'upstream_error', 'protocol'],
  [503, 'CANARY-kind', 'unavailable', 'transport', 5],
  [504, 'timeout', 'upstream_timeout', 'timeout'],
  [599, 'version', 'upstream_error', 'version'],
  [999, '', 'upstream_error', 'protocol'],
]

describe('the statuses of a gateway', () => {
  for (const [status, kind, code, upstreamKind, retryAfterS] of ROWS) {
    it(`${status} ${kind} is ${code}`, async () => {
      const body = status === 204 || status === 304 ? '' : errorBody(kind)
      stub.answer(always(rawAnswer(status, body, ['X-Secret: CANARY-header'])))
      if (code === 'unknown thing') {
        assert.equal((await tested.read()).message, undefined)
        return
      }
      const rejection = await tested.readError()
      assert.equal(rejection.code, code)
      assert.equal(rejection.upstreamKind, upstreamKind)
      assert.equal(rejection.retryAfterS, retryAfterS)
      const said = ERROR_KINDS.find((known) => known === kind) ?? 'unknown'
      assert.equal((rejection.cause as Error).message, `The gateway answered ${status} (${said}).`)
      assert.doesNotMatch(errorTexts(rejection), /CANARY/)
    })
  }

  it('have no kind when the body is not an error body', async () => {
    for (const body of ['', '{', 'null', '[]', '{"error":null}', '{"error":{"kind":{}}}', '\xff']) {
      stub.answer(always(rawAnswer(404, Buffer.from(body, 'latin1'))))
      assert.equal((await tested.readError()).code, 'upstream_error', body)
    }
  })

  it('read at most 64 KiB of an error body', async () => {
    const padded = (bytes: number) => errorBody('not_found').padEnd(bytes)
    stub.answer(always(rawAnswer(404, padded(65_536))))
    assert.equal((await tested.read()).message, undefined)
    stub.answer(always(rawAnswer(404, padded(65_537))))
    assert.equal((await tested.readError()).code, 'upstream_error')
    const [head, chunk] = ['Transfer-Encoding: chunked', `10000\r\n${'x'.repeat(65_536)}\r\n`]
    stub.answer((socket) => {
      // The body never ends.
      socket.write(Buffer.concat([rawAnswer(503, chunk.repeat(2), [head])]))
    })
    assert.equal((await tested.readError()).code, 'unavailable')
  })

  it('forward Retry-After within bounds', async () => {
    for (const [status, given, expected] of [
      [429, '7', 7],
      [503, '0', 1],
      [503, '86400', 3_600],
      [503, 'soon', 5],
      [503, '-3', 5],
      [429, 'Thu, 01 Jan 1970 00:00:00 GMT', 1],
      [429, 'Fri, 01 Jan 2100 00:00:00 GMT', 3_600],
    ] as const) {
      stub.answer(always(rawAnswer(status, '', [`Retry-After: ${given}`])))
      assert.equal((await tested.readError()).retryAfterS, expected, given)
    }
  })

  it('never cause a second request', () => {
    assert.deepEqual(tested.observations, [])
  })
})
