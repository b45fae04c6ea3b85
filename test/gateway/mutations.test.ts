import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { OPERATIONS, OPERATION_IDS, type OperationId } from '../../src/game/operations.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { checkAnswer } from '../harness/check-answer.ts'
import { assertFits } from '../harness/assert-schema.ts'
import { FORMS, formTarget, targetOf } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { SIMULATOR_KEY, startTestSimulator } from '../harness/start-test-simulator.ts'
import { rawAnswer, startStubGateway, type StubGateway } from '../harness/stub-gateway.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Real answers, changed as only a broken or a hostile gateway would: whatever comes, a client gets
// a valid answer or a documented error, and nothing of a secret.
const CANARY = 'CANARY-f00d'
const DOCUMENTED = new Set([200, 400, 404, 502, 503, 504])
const folder = temporaryFolder()
const real = new Map<OperationId, Buffer>()
let stub: StubGateway
let test: TestService
let key: string

before(async () => {
  const simulator = await startTestSimulator({ folder })
  for (const operation of OPERATION_IDS) {
    const form = FORMS.find((one) => one.operation === operation)
    assert.ok(form !== undefined)
    const target = `/v1/jp${formTarget(form, demoExample(operation, 'jp'))}`
    real.set(operation, (await send(simulator.origin, target, { key: SIMULATOR_KEY })).body)
  }
  await simulator.close()
  stub = await startStubGateway()
  test = await startTestService({
    folder,
    environment: {
      BACKLINE_GATEWAY_URL: stub.url,
      BACKLINE_GATEWAY_KEY: `internal-${CANARY}`,
      BACKLINE_GATEWAY_DEADLINE_MS: '1000',
      BACKLINE_CACHE_TTL_MS: '0',
    },
  })
  key = (await test.issueKey()).text
})
after(() => test.stop())

/** One way to make something else of a JSON value. */
type Change = (value: unknown) => unknown

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    -0,
    '',
    '0',
    '007',
    '1e3',
    'x',
    [],
    {},
    [null],
    [[]],
  ),
  fc.constantFrom(
    2 ** 31,
    2 ** 53,
    '9223372036854775807',
    '9223372036854775808',
    '\ud800',
    '\u0000',
  ),
  fc.jsonValue(),
)

/**
 * Changes one place of a message: another value, one more, one less, a secret beside it, itself
 * inside itself.
 */
const change: fc.Arbitrary<Change> = fc.oneof(
  scalar.map(
    (given): Change =>
      () =>
        given,
  ),
  fc.constant<Change>((value) =>
    Array.isArray(value) ? [...(value as unknown[]), ...(value as unknown[])] : value,
  ),
  fc.constant<Change>((value) => (Array.isArray(value) ? value.slice(1) : value)),
  fc.constant<Change>((value) => ({
    ...(value as object),
    secret: CANARY,
    inner: { token: CANARY },
  })),
  fc.constant<Change>((value) => [value]),
  fc.constant<Change>((value) => ({ value })),
  fc.constant<Change>((value) =>
    typeof value === 'string' && /^-?[0-9]+$/.test(value) ? Number(value) : value,
  ),
  fc.constant<Change>((value) =>
    typeof value === 'object' && value !== null
      ? { ...value, __proto__: null, constructor: 1 }
      : value,
  ),
)

/** Applies changes at places that are found by walking along random numbers. */
const changes = fc.array(fc.record({ path: fc.array(fc.nat(), { maxLength: 6 }), change }), {
  minLength: 1,
  maxLength: 4,
})

function changed(value: unknown, path: readonly number[], how: Change): unknown {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object' || value === null) return how(value)
  const keys = Object.keys(value)
  const at = keys[step % Math.max(1, keys.length)]
  if (at === undefined) return how(value)
  const inner = changed((value as Record<string, unknown>)[at], rest, how)
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === at ? inner : item))
    : { ...value, [at]: inner }
}

/** Changes of the bytes themselves, after which they need not be JSON, a PNG or UTF-8 any more. */
const byteChange = fc.oneof(
  { weight: 6, arbitrary: fc.constant((bytes: Buffer) => bytes) },
  fc.nat().map((at) => (bytes: Buffer) => bytes.subarray(0, at % Math.max(1, bytes.length))),
  fc.tuple(fc.nat(), fc.nat(255)).map(([at, byte]) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    if (copy.length > 0) copy[at % copy.length] = byte
    return copy
  }),
  fc.uint8Array({ maxLength: 40 }).map((noise) => (bytes: Buffer) => Buffer.concat([noise, bytes])),
  fc.uint8Array({ maxLength: 40 }).map((noise) => () => Buffer.from(noise)),
)

const framing = fc.record({
  status: fc.oneof(
    { weight: 8, arbitrary: fc.constant(200) },
    fc.constantFrom(201, 204, 302, 400, 401, 403, 404, 418, 429, 500, 502, 503, 504, 599),
  ),
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    fc.constantFrom('text/html', 'image/png', 'application/json', `text/${CANARY}`),
  ),
  packing: fc.oneof(
    { weight: 6, arbitrary: fc.constant('none') },
    fc.constantFrom('gzip', 'br', 'lie', 'twice'),
  ),
  fetchedAt: fc.oneof(
    { weight: 3, arbitrary: fc.constant('1750000000000') },
    fc.constantFrom('0', '-5', '9'.repeat(30), 'x', '1e3', '99999999999999', ''),
  ),
})

function packed(bytes: Buffer, packing: string): readonly [Buffer, readonly string[]] {
  switch (packing) {
    case 'gzip':
      return [gzipSync(bytes), ['Content-Encoding: gzip']]
    case 'br':
      return [brotliCompressSync(bytes), ['Content-Encoding: br']]
    case 'lie':
      return [bytes, ['Content-Encoding: gzip']]
    case 'twice':
      return [gzipSync(gzipSync(bytes)), ['Content-Encoding: gzip, gzip']]
    default:
      return [bytes, []]
  }
}

/**
 * A run takes about two milliseconds; the breaker never opens, for bad content is no failure to
 * talk.
 */
const RUNS = fc.readConfigureGlobal()?.numRuns ?? 150

for (const operation of OPERATION_IDS) {
  describe(`what a gateway makes of ${operation}`, () => {
    it('is a valid answer or a documented error, and holds no secret', async () => {
      const form = FORMS.find((one) => one.operation === operation)
      assert.ok(form !== undefined)
      const target = targetOf(form, 'jp', demoExample(operation, 'jp'))
      const { response } = OPERATIONS[operation]
      const original = real.get(operation) ?? Buffer.alloc(0)
      const message: unknown =
        response === 'image/png' ? undefined : JSON.parse(original.toString())
      const statuses = new Set<number>()
      await fc.assert(
        fc.asyncProperty(changes, byteChange, framing, async (steps, changeBytes, frame) => {
          let value = message
          for (const { path, change: how } of steps) value = changed(value, path, how)
          const text = message === undefined ? original : Buffer.from(JSON.stringify(value) ?? '')
          const [bytes, packing] = packed(changeBytes(text), frame.packing)
          stub.answer((socket) => {
            const lines = [
              ...packing,
              `X-Fetched-At: ${frame.fetchedAt}`,
              `X-Secret: ${CANARY}`,
              ...(frame.type === undefined ? [] : [`Content-Type: ${frame.type}`]),
            ]
            socket.write(rawAnswer(frame.status, bytes, lines))
          })
          const seenBefore = test.observations.length
          const answer = checkAnswer(await send(test.origin, target, { key }))
          assert.ok(DOCUMENTED.has(answer.status), `${answer.status}`)
          if (answer.status === 200 && response !== 'image/png') {
            assertFits(ENVELOPES[response], answer.json)
          }
          const said = test.observations
            .slice(seenBefore)
            .map((seen) =>
              'error' in seen
                ? [seen, String(seen.error), String((seen.error as Error).cause)]
                : seen,
            )
          const told = answer.body.toString('latin1') + JSON.stringify([answer.headers, said])
          assert.ok(!told.includes(CANARY), told)
          assert.ok(!test.observations.some(({ type }) => type === 'fault'), 'a fault of ours')
          statuses.add(answer.status)
        }),
        { numRuns: RUNS },
      )
      assert.ok(statuses.has(200) && statuses.has(502), 'some changes do no harm, and some do')
    })
  })
}
