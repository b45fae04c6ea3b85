import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { QuotaLimits } from '../../src/quotas/quota.ts'
import { checkRefusal } from '../harness/check-answer.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { send, type Answer } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { readProjectFile } from '../conventions/project-files.ts'

const START = Date.parse('2026-03-01T12:00:10.500Z')
const SHARES = '/api/developer/v1/quota/shares'
const LIMITS: QuotaLimits = { minute: 60, day: 1_001, concurrency: 2 }
const folder = temporaryFolder()
let clock: ManualClock
let test: TestService

before(async () => {
  clock = createManualClock(START)
  test = await startTestService({ folder, clock })
})
after(() => test.stop())

async function newKey(): Promise<string> {
  return (await test.issueKey({ developer: randomUUID(), limits: LIMITS })).text
}

const ask = (key: string, target: string): Promise<Answer> => send(test.origin, target, { key })

async function share(key: string, instance: string): Promise<Record<string, unknown>> {
  const answer = await ask(key, `${SHARES}?instance=${instance}`)
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json as Record<string, unknown>
}

describe('the shares of a developer’s limits', () => {
  it('are equal parts that add up to the limits', async () => {
    const key = await newKey()
    assert.deepEqual(await share(key, 'c'), {
      instance: 'c',
      position: 1,
      count: 1,
      expiresAt: clock.nowMs() + 30_000,
      renewAfterMs: 1_000,
      settlesInMs: 12_000,
      limits: LIMITS,
    })
    for (const instance of ['b', 'a']) await share(key, instance)
    const shares = await Promise.all(['a', 'b', 'c'].map((instance) => share(key, instance)))
    assert.deepEqual(
      shares.map(({ limits }) => limits),
      [
        { minute: 20, day: 334, concurrency: 1 },
        { minute: 20, day: 334, concurrency: 1 },
        { minute: 20, day: 333, concurrency: 0 },
      ],
    )
  })

  it('return to the others when an instance no longer renews', async () => {
    const key = await newKey()
    await share(key, 'a')
    await share(key, 'b')
    clock.advance(12_000)
    const { renewAfterMs, settlesInMs, count } = await share(key, 'a')
    assert.deepEqual([renewAfterMs, settlesInMs, count], [10_000, 0, 2])
    clock.advance(17_999)
    assert.equal((await share(key, 'a'))['count'], 2)
    clock.advance(1)
    assert.deepEqual((await share(key, 'a'))['limits'], LIMITS)
  })

  it('come with the state of the whole limits in the headers, and are never counted', async () => {
    const key = await newKey()
    await ask(key, '/api/open/v1/game/jp/announcements')
    for (const instance of ['a', 'b', 'a']) {
      const { headers } = await ask(key, `${SHARES}?instance=${instance}`)
      assert.match(headers['ratelimit'] ?? '', /^"minute";r=59;t=\d+, "day";r=1000;t=\d+, /)
      assert.match(headers['ratelimit-policy'] ?? '', /^"minute";q=60;w=60, /)
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  it('are for 64 instances; another one is rejected until one expires', async () => {
    const key = await newKey()
    await share(key, 'first')
    clock.advance(5_500)
    for (let at = 1; at < 64; at += 1) await share(key, `i${at}`)
    const answer = await ask(key, `${SHARES}?instance=more`)
    checkRefusal(answer, 'quota_exceeded')
    assert.deepEqual((answer.json as Record<string, unknown>)['violated-policies'], ['instances'])
    assert.equal(answer.headers['retry-after'], '25')
    assert.equal((await share(await newKey(), 'more'))['count'], 1)
    clock.advance(24_500)
    assert.equal((await share(key, 'more'))['count'], 64)
  })

  it('need a key and one valid name', async () => {
    const key = await newKey()
    checkRefusal(await send(test.origin, `${SHARES}?instance=a`), 'invalid_api_key')
    checkRefusal(await ask('none', `${SHARES}?instance=a`), 'invalid_api_key')
    for (const query of [
      '',
      '?',
      '?instance=',
      '?instance=a&instance=b',
      '?instance=a%20b',
      `?instance=${'x'.repeat(65)}`,
      '?instance=a&count=3',
      '?name=a',
    ]) {
      checkRefusal(await ask(key, `${SHARES}${query}`), 'invalid_request')
    }
    checkRefusal(await ask(key, `${SHARES}/?instance=a`), 'not_found')
    const { status } = await send(test.origin, `${SHARES}?instance=a`, { key, method: 'POST' })
    assert.equal(status, 405)
    assert.equal((await share(key, '~'.repeat(64)))['count'], 1)
  })

  it('match the document of the interface', async () => {
    const { components } = JSON.parse(readProjectFile('openapi-developer.json')) as {
      components: { schemas: { QuotaShare: { required: string[] } } }
    }
    const names = Object.keys(await share(await newKey(), 'a'))
    assert.deepEqual(names, components.schemas.QuotaShare.required)
  })
})
