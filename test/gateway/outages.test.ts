import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Simulator } from '../../src/simulator/start-simulator.ts'
import { checkAnswer, checkRefusal } from '../harness/check-answer.ts'
import { send, type Answer } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { SIMULATOR_KEY, startTestSimulator } from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// What clients see of a gateway that fails, through everything that stands between.
const DEADLINE_MS = 1_500
const folder = temporaryFolder()
let simulator: Simulator
let test: TestService
let key: string

before(async () => {
  simulator = await startTestSimulator({ folder })
  test = await startTestService({
    folder,
    environment: {
      BACKLINE_GATEWAY_URL: simulator.origin,
      BACKLINE_GATEWAY_KEY: SIMULATOR_KEY,
      BACKLINE_GATEWAY_EN_KEY: 'wrong',
      BACKLINE_GATEWAY_DEADLINE_MS: String(DEADLINE_MS),
      BACKLINE_CACHE_TTL_MS: '0',
    },
  })
  key = (await test.issueKey()).text
})
after(async () => {
  await test.stop()
  await simulator.close()
})
afterEach(() => {
  simulator.setFaults([])
  simulator.resetCalls()
})

let asked = 0
/** Asks for something that nobody has asked for, which is an empty list and not unknown. */
const ask = (region = 'jp', origin = test.origin, keyText = key): Promise<Answer> =>
  send(origin, `/api/open/v1/game/${region}/profiles?accountIds=${(asked += 1)}`, { key: keyText })

describe('a gateway', () => {
  it('that fails every time is called at most a tenth more often than it is asked', async () => {
    simulator.setFaults(['reset'])
    const count = 200
    for (let index = 0; index < count; index += 1) await ask('kr')
    const { total } = simulator.calls()
    assert.ok(total <= count * 1.1, `${total} calls`)
  })

  for (const fault of ['hang-before-headers', 'hang-mid-body', 'slow-body=1000']) {
    it(`that does ${fault} is a 504 at the deadline, and holds nothing up after it`, async () => {
      simulator.setFaults([fault])
      const startMs = performance.now()
      checkRefusal(await ask(), 'upstream_timeout')
      const tookMs = performance.now() - startMs
      // The bar is 100 ms; a machine that is busy with other tests gets more. Each fault lasts
      // longer.
      assert.ok(tookMs >= DEADLINE_MS - 5 && tookMs < DEADLINE_MS + 5_000, `${tookMs} ms`)
      const { json } = await send(test.origin, '/api/developer/v1/quota', { key })
      assert.equal((json as { concurrency: { used: number } }).concurrency.used, 0)
    })
  }

  it('that hangs in one region is not noticed in another', async () => {
    // The deadline is as late as can be, so that a slow machine does not make an answer late.
    const slow = await startTestSimulator({ folder })
    const service = await startTestService({
      folder: join(folder, 'regions'),
      environment: {
        BACKLINE_GATEWAY_URL: slow.origin,
        BACKLINE_GATEWAY_KEY: SIMULATOR_KEY,
        BACKLINE_GATEWAY_DEADLINE_MS: '9000',
        BACKLINE_CACHE_TTL_MS: '0',
      },
    })
    try {
      const { text } = await service.issueKey()
      slow.setFaults(['hang-before-headers:kr'])
      const hung = Array.from({ length: 40 }, () => ask('kr', service.origin, text))
      const others = Array.from({ length: 40 }, () => ask('tw', service.origin, text))
      for (const answer of await Promise.all(others)) assert.equal(checkAnswer(answer).status, 200)
      await slow.close()
      for (const answer of await Promise.all(hung)) assert.ok(answer.status >= 500)
    } finally {
      await service.stop()
      await slow.close()
    }
  })

  it('that hangs is asked no more than is allowed at one time', async () => {
    simulator.setFaults(['hang-before-headers'])
    await Promise.all(Array.from({ length: 100 }, () => ask('kr')))
    assert.ok(simulator.calls().mostInFlight.all <= 16)
  })

  it('is well again for everybody as soon as it is well', async () => {
    for (const fault of ['hang-before-headers', 'reset', 'error=transport']) {
      simulator.setFaults([fault])
      await Promise.all(Array.from({ length: 60 }, () => ask('tw')))
      simulator.setFaults([])
      const startMs = performance.now()
      let answer = await ask('tw')
      // One call a second is let through to see; nobody waits longer than the next one.
      while (answer.status !== 200 && performance.now() - startMs < 20_000) {
        await new Promise((resolve) => {
          setTimeout(resolve, 50)
        })
        answer = await ask('tw')
      }
      for (let count = 0; count < 100 && answer.status === 200; count += 1) answer = await ask('tw')
      assert.equal(answer.status, 200, fault)
    }
  })

  it('that refuses our own key is a 502 in that region alone', async () => {
    checkRefusal(await ask('en'), 'upstream_error')
    assert.equal(checkAnswer(await ask('tw')).status, 200)
  })

  it('whose clock runs ahead never makes data newer than now, and the operator sees it', async () => {
    simulator.setFaults(['clock-ahead=121000'])
    const answer = checkAnswer(await ask())
    assert.equal(answer.headers['age'], '0')
    const seen = test.observations.find(({ type }) => type === 'gateway.clock_ahead')
    assert.ok(seen?.type === 'gateway.clock_ahead' && Math.abs(seen.aheadMs - 121_000) < 5_000)
  })

  it('that sends secrets in unknown fields sends them to nobody, and the operator sees it', async () => {
    simulator.setFaults(['secrets=CANARY-SECRET'])
    const { body, headers, status } = await send(
      test.origin,
      '/api/open/v1/game/jp/announcements',
      { key },
    )
    assert.equal(status, 200)
    assert.doesNotMatch(body.toString() + JSON.stringify(headers), /CANARY/)
    assert.ok(test.observations.some(({ type }) => type === 'gateway.fields_dropped'))
    assert.doesNotMatch(JSON.stringify(test.observations), /CANARY/)
  })

  const rejections: Readonly<
    Record<string, readonly [code: Parameters<typeof checkRefusal>[1], retryAfterS?: string]>
  > = {
    maintenance: ['maintenance', '600'],
    'too-many-requests=7': ['unavailable', '7'],
    'error=authentication': ['upstream_error'],
    'error=version': ['unavailable'],
    'error=device_conflict': ['unavailable'],
    'error=session_changed': ['unavailable'],
    'error=protocol': ['upstream_error'],
    'error=timeout': ['upstream_timeout'],
    'error=queue_full': ['unavailable'],
    'error=region_unconfigured': ['unavailable'],
    'plain-404': ['upstream_error'],
    'not-found': ['not_found'],
    'error=business/400': ['invalid_request'],
    html: ['upstream_error'],
    redirect: ['upstream_error'],
    'wrong-types': ['upstream_error'],
    'truncated-body': ['upstream_error'],
    'gzip-bomb': ['upstream_error'],
    'reset-mid-body': ['upstream_error'],
    'many-rows=1000000': ['upstream_error'],
  }
  for (const [fault, [code, retryAfterS]] of Object.entries(rejections)) {
    it(`that does ${fault} is ${code}`, async () => {
      simulator.setFaults([fault])
      const answer = checkRefusal(
        await send(test.origin, '/api/open/v1/game/jp/announcements', { key }),
        code,
      )
      if (retryAfterS !== undefined) assert.equal(answer.headers['retry-after'], retryAfterS)
    })
  }
})
