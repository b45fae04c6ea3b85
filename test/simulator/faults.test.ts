import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Simulator } from '../../src/simulator/start-simulator.ts'
import { NORMALIZE_ENVELOPE, MessageError } from '../../src/upstream/normalize-message.ts'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../src/game/operations.ts'
import { FAULT_KINDS } from '../../src/simulator/fault-families.ts'
import { ERROR_KINDS } from '../../src/simulator/faults/replies.ts'
import { send } from '../harness/send.ts'
import {
  gatewayTarget,
  SIMULATOR_KEY,
  startTestSimulator,
} from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// What faults do to what is sent; how it is sent is in deliveries.test.ts.
const folder = temporaryFolder()
let simulator: Simulator

before(async () => {
  simulator = await startTestSimulator({ folder })
})
after(() => simulator.close())

const JSON_IDS = OPERATION_IDS.filter((id) => OPERATIONS[id].response !== 'image/png')

async function ask(faults: readonly string[], operation: OperationId = 'event.ranking') {
  simulator.setFaults(faults)
  return send(simulator.origin, gatewayTarget(operation), { key: SIMULATOR_KEY })
}

/** Whether the message is one that a client may be given something of. */
function fits(operation: OperationId, message: unknown): boolean {
  try {
    NORMALIZE_ENVELOPE[OPERATIONS[operation].response as keyof typeof NORMALIZE_ENVELOPE](message)
    return true
  } catch (error) {
    assert.ok(error instanceof MessageError)
    return false
  }
}

describe('a fault in the place of an answer', () => {
  for (const [kind, status] of Object.entries(ERROR_KINDS)) {
    it(`can be an error of the kind ${kind}, with its usual status or another one`, async () => {
      const usual = await ask([`error=${kind}`])
      assert.deepEqual([usual.status, usual.json], [status, { error: { kind } }])
      assert.equal(usual.headers['x-fetched-at'], undefined)
      const other = await ask([`error=${kind}/418`])
      assert.deepEqual([other.status, other.json], [418, { error: { kind } }])
    })
  }

  for (const [fault, status, retryAfter, kind] of [
    ['maintenance', 503, '600', 'maintenance'],
    ['maintenance=30', 503, '30', 'maintenance'],
    ['too-many-requests', 429, '1', 'queue_full'],
    ['too-many-requests=7', 429, '7', 'queue_full'],
    ['not-found', 404, undefined, 'not_found'],
    ['not-found=NOT_FOUND', 404, undefined, 'NOT_FOUND'],
  ] as const) {
    it(`can be ${fault}`, async () => {
      const { status: got, headers, json } = await ask([fault])
      assert.deepEqual([got, headers['retry-after']], [status, retryAfter])
      assert.deepEqual(json, { error: { kind } })
    })
  }

  it('can be a 404 that is no answer of a gateway', async () => {
    const { status, headers, body } = await ask(['plain-404'])
    assert.deepEqual([status, headers['content-type']], [404, 'text/plain'])
    assert.equal(body.toString(), '404 page not found\n')
  })

  it('can be an empty message, also of what is unknown', async () => {
    const { status, headers, json } = await ask(['empty-object'])
    assert.deepEqual([status, json], [200, {}])
    assert.match(headers['x-fetched-at'] ?? '', /^[0-9]{13}$/)
  })

  it('can be an HTML page, called so or in disguise', async () => {
    for (const [fault, operation, type] of [
      ['html', 'profile.card', 'text/html'],
      ['html=disguised', 'profile.card', 'image/png'],
      ['html=disguised', 'circle.get', 'application/json'],
    ] as const) {
      simulator.setFaults([fault])
      const answer = await fetch(`${simulator.origin}${gatewayTarget(operation)}`, {
        headers: { authorization: `Bearer ${SIMULATOR_KEY}` },
      })
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type])
      assert.match(await answer.text(), /^<!doctype html>/)
    }
  })

  it('can be a redirect to where clouds keep secrets', async () => {
    const { status, headers } = await ask(['redirect'])
    assert.equal(status, 302)
    assert.equal(headers['location'], 'http://169.254.169.254/latest/meta-data/')
  })
})

describe('a fault in the fields of an answer', () => {
  it('gives a field a type that it cannot have, in every operation, once or many times', async () => {
    const seen = new Set<string>()
    for (const operation of JSON_IDS) {
      for (let time = 0; time < 10; time += 1) {
        const { status, json, body } = await ask(
          Array.from({ length: time + 1 }, () => 'wrong-types'),
          operation,
        )
        assert.equal(status, 200)
        assert.ok(!fits(operation, json), `${operation}: ${body.toString().slice(0, 2_000)}`)
        seen.add(body.toString())
      }
    }
    assert.ok(seen.size > JSON_IDS.length * 3, 'it is not always the same field')
  })

  it('puts secrets into every object and into the headers, and they fit the shape as unknown fields', async () => {
    for (const operation of JSON_IDS) {
      const { json, headers, body } = await ask(['secrets=canary-4711'], operation)
      const count = body.toString().split('canary-4711').length - 1
      assert.ok(count >= 4 && count % 4 === 0, `${operation}: ${count}`)
      assert.ok(fits(operation, json), operation)
      assert.match(headers['set-cookie'] ?? '', /canary-4711/)
      assert.match(headers['x-device-id'] ?? '', /canary-4711/)
    }
    const nested = await ask(['secrets'], 'profile.get')
    assert.match(nested.body.toString(), /"playerProfile":\{.*"deviceId":"device-canary-secret"/)
  })

  it('puts secrets into errors too', async () => {
    const { status, body } = await ask(['secrets=canary-4711', 'error=transport'])
    assert.equal(status, 502)
    assert.match(body.toString(), /"error":\{"kind":"transport","deviceId":"device-canary-4711"/)
  })

  it('leaves the bytes of an image alone', async () => {
    const { body: real } = await ask([], 'profile.card')
    for (const fault of ['wrong-types', 'many-rows', 'secrets']) {
      const { body } = await ask([fault], 'profile.card')
      assert.ok(body.equals(real), fault)
    }
  })
})

describe('a fault in the age of an answer', () => {
  it('sets the time of the fetch ahead', async () => {
    const askedMs = Date.now()
    const { headers } = await ask(['clock-ahead=121000'])
    const aheadMs = Number(headers['x-fetched-at']) - askedMs
    assert.ok(aheadMs >= 121_000 && aheadMs < 131_000, String(aheadMs))
  })

  it('leaves the time of the fetch out', async () => {
    const { status, headers } = await ask(['no-fetched-at'])
    assert.deepEqual([status, headers['x-fetched-at']], [200, undefined])
  })
})

describe('a fault in the body of an answer', () => {
  it('ends JSON and images early, with the length of what is sent', async () => {
    for (const operation of OPERATION_IDS) {
      const { body: real } = await ask([], operation)
      simulator.setFaults(['truncated-body'])
      const answer = await fetch(`${simulator.origin}${gatewayTarget(operation)}`, {
        headers: { authorization: `Bearer ${SIMULATOR_KEY}` },
      })
      const body = Buffer.from(await answer.arrayBuffer())
      assert.equal(answer.status, 200)
      assert.ok(body.length > 0 && body.length < real.length)
      assert.ok(real.subarray(0, body.length).equals(body))
    }
  })

  it('has as many rows as are asked for, of the shape that rows have', async () => {
    for (const operation of ['event.ranking', 'circle.get', 'gacha.rates'] as const) {
      const { json, headers } = await ask(['many-rows=1500'], operation)
      assert.equal(headers['content-length'], undefined)
      assert.ok(fits(operation, json), operation)
      assert.match(JSON.stringify(json), /^\{/)
      assert.ok(longestList(json) === 1_500, operation)
    }
    const { json } = await ask(['many-rows=1500'], 'profile.favorites')
    assert.equal(longestList(json), 1_500)
    const one = await ask(['many-rows=1'])
    assert.equal((one.json as { ranking: object[] }).ranking.length, 1)
  })

  it('goes on for a million rows, made as they are sent', async () => {
    simulator.setFaults(['many-rows'])
    const answer = await fetch(`${simulator.origin}${gatewayTarget('event.ranking')}`, {
      headers: { authorization: `Bearer ${SIMULATOR_KEY}` },
    })
    let bytes = 0
    assert.ok(answer.body)
    for await (const chunk of answer.body) {
      bytes += chunk.length
      if (bytes > 9 * 1_048_576) break
    }
    assert.ok(bytes > 9 * 1_048_576)
  })

  it('unpacks to a thousand times its size, and is sound', async () => {
    for (const operation of ['circle.get', 'profile.card'] as const) {
      const real = await ask([], operation)
      const { headers, body } = await ask(['gzip-bomb=9'], operation)
      assert.equal(headers['content-encoding'], 'gzip')
      assert.equal(Number(headers['content-length']), body.length)
      assert.ok(body.length < 100_000, String(body.length))
      const unpacked = gunzipSync(body)
      assert.equal(unpacked.length, real.body.length + 9 * 1_048_576)
      assert.ok(unpacked.subarray(0, real.body.length).equals(real.body))
      if (operation === 'circle.get') assert.deepEqual(JSON.parse(unpacked.toString()), real.json)
    }
  })
})

describe('faults together', () => {
  it('act in the order of their families, however they are listed', async () => {
    const { status, headers, json } = await ask([
      'clock-ahead=121000',
      'secrets=canary-4711',
      'empty-object',
      'error=timeout',
    ])
    const { deviceId } = json as { deviceId: string }
    assert.deepEqual([status, deviceId], [200, 'device-canary-4711'])
    assert.ok(Number(headers['x-fetched-at']) > Date.now() + 100_000)
    const { calls } = simulator.calls()
    assert.equal(
      calls.at(-1)?.outcome,
      'empty-object+secrets=canary-4711+clock-ahead=121000',
      'the first of a family acts',
    )
  })

  it('are counted under what an answer truly is where they change nothing', async () => {
    simulator.resetCalls()
    await ask(['wrong-types', 'latency=1'], 'profile.card')
    assert.deepEqual(
      simulator.calls().calls.map(({ outcome }) => outcome),
      ['ok'],
    )
  })
})

it('every kind of fault can be named bare or says what it needs', () => {
  for (const [name, { argument }] of Object.entries(FAULT_KINDS)) {
    const set = () => simulator.setFaults([name])
    if (argument === undefined || argument.fallback !== undefined) set()
    else assert.throws(set, new RegExp(`${name} needs an argument: ${name}=`))
  }
})

/** The length of the longest list anywhere in a value. */
function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Math.max(own, ...Object.values(value).map(longestList))
}
