import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator, type Simulator } from '../../src/simulator/start-simulator.ts'
import { NORMALIZE_ENVELOPE } from '../../src/upstream/normalize-message.ts'
import { OPERATION_IDS, OPERATIONS } from '../../src/game/operations.ts'
import { REGIONS } from '../../src/game/region.ts'
import { upstreamTimeout } from '../../src/platform/http/errors/service-error.ts'
import { createEmbeddedGateway } from '../../src/dataset/embedded-gateway.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { typedArguments } from '../../src/demo/demo-for-tests.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { FORMS, formTarget, targetOf } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'
import { startTestService, STILL } from '../harness/start-test-service.ts'
import {
  gatewayTarget,
  SIMULATOR_KEY,
  startTestSimulator,
} from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const clock = createManualClock(1_790_000_000_000)
let simulator: Simulator

before(async () => {
  simulator = await startTestSimulator({ folder, clock })
})
after(() => simulator.close())

const ask = (target: string, key: string | undefined = SIMULATOR_KEY) =>
  send(simulator.origin, target, { ...(key !== '' && { key }) })

describe('the simulator without faults', () => {
  it('answers every form in every region with the message of the embedded gateway', async () => {
    const gateway = createEmbeddedGateway({
      file: `${folder}/simulator.db`,
      clock,
      gameNowMs: () => STILL.startsAtMs,
      sizes: { boardRows: 100, searchResults: 50, announcements: 200 },
    })
    for (const form of FORMS) {
      const { operation } = form
      for (const region of REGIONS) {
        const example = demoExample(operation, region)
        const { status, headers, body } = await ask(`/v1/${region}${formTarget(form, example)}`)
        assert.equal(status, 200, body.toString())
        assert.equal(headers['x-fetched-at'], '1790000000000')
        const { message } = await gateway.read({
          operation,
          region,
          arguments: typedArguments(operation, example),
        })
        const isImage = message instanceof Uint8Array
        assert.equal(headers['content-type'], isImage ? 'image/png' : 'application/json')
        const expected = isImage ? message : Buffer.from(JSON.stringify(message))
        assert.ok(body.equals(expected), `${operation} in ${region}`)
      }
    }
    gateway.close()
  })

  it('gives messages that, once closed, are byte for byte what a service on the same demo answers', async () => {
    const service = await startTestService({ folder })
    const { text } = await service.issueKey()
    for (const form of FORMS) {
      const example = demoExample(form.operation, 'jp')
      const [ours, theirs] = await Promise.all([
        ask(`/v1/jp${formTarget(form, example)}`),
        send(service.origin, targetOf(form, 'jp', example), { key: text }),
      ])
      assert.equal(theirs.status, 200)
      const { response } = OPERATIONS[form.operation]
      const message =
        response === 'image/png'
          ? ours.body
          : Buffer.from(JSON.stringify(NORMALIZE_ENVELOPE[response](ours.json)))
      assert.ok(message.equals(theirs.body), form.path)
    }
    await service.stop()
  })

  for (const [what, target, key, status, kind] of [
    ['an unknown thing', '/v1/jp/announcement/999999', undefined, 404, 'not_found'],
    ['no key', '/v1/jp/announcements', '', 401, 'authentication'],
    ['a wrong key', '/v1/jp/announcements', 'wrong', 401, 'authentication'],
    ['an unknown path', '/v1/jp/nothing', undefined, 404, 'protocol'],
    ['the path of the public interface', '/api/open/v1/game/jp/circle', undefined, 404, 'protocol'],
    ['a trailing slash', '/v1/jp/announcements/', undefined, 404, 'protocol'],
    ['a region that is none', '/v1/cn/announcements', undefined, 400, 'business'],
    ['a parameter that is wrong', '/v1/jp/announcement/x', undefined, 400, 'business'],
    ['a parameter that is unknown', '/v1/jp/announcements?x=1', undefined, 400, 'business'],
    ['a bad escape', '/v1/jp/announcement/%zz', undefined, 400, 'business'],
  ] as const) {
    it(`answers ${what} with ${status} ${kind}`, async () => {
      const answer = await ask(target, key)
      assert.deepEqual([answer.status, answer.json], [status, { error: { kind } }])
      assert.equal(answer.headers['x-fetched-at'], undefined)
    })
  }

  it('takes no other method', async () => {
    const answer = await send(simulator.origin, '/v1/jp/announcements', {
      method: 'POST',
      key: SIMULATOR_KEY,
    })
    assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET'])
  })

  it('says as the protocol does what a gateway of the caller throws', async () => {
    const own = await startTestSimulator({
      folder,
      data: { read: () => Promise.reject(upstreamTimeout()), close: () => {} },
    })
    const { status, json } = await send(own.origin, gatewayTarget('circle.get'), {
      key: own.key,
    })
    await own.close()
    assert.deepEqual([status, json], [504, { error: { kind: 'timeout' } }])
  })

  it('makes itself a key of randomness when it is given none', async () => {
    const own = await startSimulator({
      data: `${folder}/simulator.db`,
      fillRandom: (b) => b.fill(7),
    })
    const { status } = await send(own.origin, gatewayTarget('circle.get'), { key: own.key })
    await own.close()
    assert.deepEqual([own.key.length, status], [32, 200])
  })

  it('counts each call once, by region, operation and outcome, and what was no call apart', async () => {
    simulator.resetCalls()
    for (const operation of OPERATION_IDS) await ask(gatewayTarget(operation, 'kr'))
    await ask(gatewayTarget('circle.get'))
    await ask(gatewayTarget('circle.get'))
    await ask('/v1/jp/circle/404404404')
    await ask('/v1/jp/circle/x')
    await ask('/v1/jp/circle/1', 'wrong')
    const { calls, ...rest } = simulator.calls()
    assert.equal(calls.filter(({ region }) => region === 'kr').length, OPERATION_IDS.length)
    assert.deepEqual(
      calls.filter(({ region }) => region === 'jp'),
      [
        { region: 'jp', operation: 'circle.get', outcome: 'ok', count: 2 },
        { region: 'jp', operation: 'circle.get', outcome: 'not_found', count: 1 },
        { region: 'jp', operation: 'circle.get', outcome: 'business', count: 1 },
      ],
    )
    assert.deepEqual(rest, {
      total: OPERATION_IDS.length + 4,
      clientLeft: 0,
      refused: { authentication: 1 },
      inFlight: 0,
      mostInFlight: { all: 1, tw: 0, jp: 1, en: 0, kr: 1 },
    })
  })
})
