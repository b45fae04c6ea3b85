import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { QuotaLimits } from '../../src/quotas/quota.ts'
import { REGIONS } from '../../src/game/region.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { checkAnswer, checkRefusal } from '../harness/check-answer.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { FORMS, targetOf } from '../harness/request-of.ts'
import { send, type Answer } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const START = Date.parse('2026-03-01T12:00:10.500Z')
const WIDE: QuotaLimits = { minute: 10_000, day: 10_000, concurrency: 1_000 }
const ANNOUNCEMENTS = '/api/open/v1/game/jp/announcements'
const folder = temporaryFolder()
let clock: ManualClock
let test: TestService

before(async () => {
  clock = createManualClock(START)
  test = await startTestService({ folder, clock })
})
after(() => test.stop())

/** Issues several keys of one new developer with these limits. */
async function keysWith(limits: Partial<QuotaLimits>, count = 1): Promise<string[]> {
  const developer = randomUUID()
  const keys: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { text } = await test.issueKey({
      developer,
      application: `${made}`,
      limits: { ...WIDE, ...limits },
    })
    keys.push(text)
  }
  return keys
}

const ask = (key: string, target = ANNOUNCEMENTS): Promise<Answer> =>
  send(test.origin, target, { key })

type Usage = Record<
  keyof QuotaLimits,
  { limit: number; used: number; remaining: number; resetsAt?: number }
>

async function usage(key: string): Promise<Usage> {
  return (await ask(key, '/api/developer/v1/quota')).json as Usage
}

/** Parses `RateLimit`: the remaining requests and the seconds to the reset of each limit. */
function rateLimit({ headers }: Answer): Record<string, number[]> {
  const parts = (headers['ratelimit'] ?? '').split(', ')
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = '', left, seconds] = /^"(\w+)";r=(\d+)(?:;t=(\d+))?$/.exec(part) ?? []
      return [name, [Number(left), ...(seconds === undefined ? [] : [Number(seconds)])]]
    }),
  )
}

describe('the quota of a developer', () => {
  for (const [limit, retryAfterS] of [
    ['minute', 50],
    ['day', 43_190],
  ] as const) {
    it(`admits exactly the ${limit} limit, over all forms, regions and keys together`, async () => {
      const keys = await keysWith({ [limit]: 40 }, 3)
      const attempts = FORMS.flatMap((form) =>
        REGIONS.map((region) => targetOf(form, region, demoExample(form.operation, region))),
      )
      const answers = await Promise.all(
        attempts.map((target, index) => ask(keys[index % 3] ?? '', target)),
      )
      const refused = answers.filter(({ status }) => status === 429)
      assert.equal(answers.length - refused.length, 40)
      for (const answer of refused) {
        checkRefusal(answer, 'quota_exceeded')
        assert.deepEqual((answer.json as Record<string, unknown>)['violated-policies'], [limit])
        assert.equal(answer.headers['retry-after'], String(retryAfterS))
        assert.deepEqual(rateLimit(answer)[limit], [0, retryAfterS])
      }
    })
  }

  it('admits again after Retry-After, and not a second earlier', async () => {
    const [key = ''] = await keysWith({ minute: 1 })
    await ask(key)
    const { headers } = checkRefusal(await ask(key), 'quota_exceeded')
    const waitMs = Number(headers['retry-after']) * 1_000
    clock.advance(waitMs - 1_000)
    checkRefusal(await ask(key), 'quota_exceeded')
    clock.advance(1_000)
    assert.equal(checkAnswer(await ask(key)).status, 200)
  })

  it('is in the headers of every answer to a request that it was checked for', async () => {
    const [key = ''] = await keysWith({ minute: 5, day: 7, concurrency: 2 })
    const first = checkAnswer(await ask(key))
    assert.equal(
      first.headers['ratelimit-policy'],
      '"minute";q=5;w=60, "day";q=7;w=86400, "concurrency";q=2;qu="concurrent-requests"',
    )
    const left = rateLimit(first)
    assert.deepEqual([left['minute']?.[0], left['day']?.[0], left['concurrency']?.[0]], [4, 6, 1])
    const absent = checkRefusal(await ask(key, '/api/open/v1/game/jp/circle/1'), 'not_found')
    assert.equal(rateLimit(absent)['day']?.[0], 5)
  })

  it('is charged once for a 404, with or without a gateway call', async () => {
    const [key = ''] = await keysWith({})
    const misses = [
      'circle/1',
      'circle/99999999999999999999',
      'profile/0',
      'event/deck?playerId=x&eventId=1',
      'music/-1/ranking',
    ]
    for (const [index, path] of misses.entries()) {
      checkRefusal(await ask(key, `/api/open/v1/game/jp/${path}`), 'not_found')
      assert.equal((await usage(key)).day.used, index + 1)
    }
  })

  it('is not charged for a request that is rejected before admission', async () => {
    const [key = ''] = await keysWith({})
    const { text: narrow } = await test.issueKey({ scopes: ['game:gacha'], regions: ['jp'] })
    await ask(key)
    const start = await usage(key)
    const rejections = [
      ask(key, `${ANNOUNCEMENTS}?x=1`),
      ask(key, '/api/open/v1/game/cn/announcements'),
      ask(key, '/api/open/v1/game/jp/nothing'),
      ask(key, '/api/open/v1/game/jp/announcement?id=x'),
      send(test.origin, ANNOUNCEMENTS, { key, method: 'POST' }),
      ask(narrow),
    ]
    const statuses = (await Promise.all(rejections)).map(({ status, headers }) => {
      assert.equal(headers['ratelimit'], undefined)
      return status
    })
    assert.deepEqual(statuses, [400, 400, 404, 400, 405, 403])
    assert.deepEqual(await usage(key), start)
    assert.equal((await usage(narrow)).day.used, 0)
  })

  it('can be read without a charge with any key of the developer, and with no other key', async () => {
    const [first = '', second = ''] = await keysWith({ minute: 3, day: 5, concurrency: 2 }, 2)
    await ask(first)
    for (const key of [first, second, first]) {
      const { minute, day, concurrency } = await usage(key)
      assert.deepEqual([minute.limit, minute.used, minute.remaining], [3, 1, 2])
      assert.deepEqual([day.limit, day.used, day.remaining], [5, 1, 4])
      assert.deepEqual(concurrency, { limit: 2, used: 0, remaining: 2 })
      const nowMs = clock.nowMs()
      assert.equal(minute.resetsAt, Math.floor(nowMs / 60_000) * 60_000 + 60_000)
      assert.equal(day.resetsAt, Date.parse('2026-03-02T00:00:00.000Z'))
    }
    const answer = await ask('none', '/api/developer/v1/quota')
    checkRefusal(answer, 'invalid_api_key')
    for (const path of ['', 'v1', 'v1/quota/', 'v2/quota', 'v1/quotas']) {
      checkRefusal(await ask(first, `/api/developer/${path}`), 'not_found')
    }
    checkRefusal(await ask(first, '/api/developer/v1/quota?x=1'), 'invalid_request')
    const { headers, status } = await send(test.origin, '/api/developer/v1/quota', {
      key: first,
      method: 'DELETE',
    })
    assert.deepEqual([status, headers['allow']], [405, 'GET'])
  })
})

describe('an internal error', () => {
  it('is "unavailable" to the client, and is observed in full under its request id', async () => {
    const broken = await startTestService({
      folder: `${folder}/broken`,
      gateway: {
        read: () => {
          throw new TypeError('secret detail of our own')
        },
        close: () => {},
      },
    })
    const { text } = await broken.issueKey()
    const answer = checkRefusal(
      await send(broken.origin, ANNOUNCEMENTS, { key: text }),
      'unavailable',
    )
    assert.ok(!answer.body.includes('secret'))
    const fault = broken.observations.find(({ type }) => type === 'fault') as {
      requestId?: string
      error?: Error
    }
    assert.equal(fault.requestId, answer.headers['x-request-id'])
    assert.equal(fault.error?.message, 'secret detail of our own')
    await broken.stop()
  })
})

describe('a rejection', () => {
  it('stays small, however many parameters are wrong', async () => {
    const [key = ''] = await keysWith({})
    const many = Array.from({ length: 128 }, (_, index) => `x${index}=1`).join('&')
    const answer = checkRefusal(await ask(key, `${ANNOUNCEMENTS}?${many}`), 'invalid_request')
    assert.equal((answer.json as { errors: unknown[] }).errors.length, 20)
  })

  it('reaches a client that is still sending a large body', async () => {
    const { hostname, port } = new URL(test.origin)
    // Half-open: the client continues to send after it has been answered.
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = once(socket, 'end')
    socket.write(`POST ${ANNOUNCEMENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n`)
    for (let sent = 0; sent < 20_000_000; sent += 100_000) {
      if (!socket.write(Buffer.alloc(100_000))) await once(socket, 'drain')
    }
    await ended
    assert.match(said, /^HTTP\/1\.1 405 /)
    socket.destroy()
  })
})
