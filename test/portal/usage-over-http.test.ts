import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Gateway } from '../../src/game/gateway.ts'
import {
  askPortal,
  replyOf,
  signInGuest,
  type PortalGuest,
  type PortalQuestionOfTest,
} from '../harness/portal-guest.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Usage as the portal returns it for real requests to a complete service.

const LIST = '/announcements'
const PATHS = [`jp${LIST}`, `jp${LIST}`, `en${LIST}`, `zz${LIST}`, 'jp/announcement/seven']
const gateway: Gateway = {
  read: () => ({ message: { announcements: [] }, fetchedAtMs: Date.now() - 5_000 }),
  close: () => {},
}

describe('usage, read through the portal,', () => {
  const folder = temporaryFolder()
  const requestIds: string[] = []
  let test: TestService
  let owner: PortalGuest
  let stranger: PortalGuest
  let operator: PortalGuest
  let keyId: string
  let applicationId: string
  const ask = (guest: PortalGuest, question: PortalQuestionOfTest = {}) =>
    replyOf(test.origin, guest, 'usage.read', question)

  before(async () => {
    const environment = { BACKLINE_PORTAL_MINUTE: '1000000', BACKLINE_CACHE_TTL_MS: '60000' }
    test = await startTestService({ folder, gateway, environment })
    owner = await signInGuest(test.accounts)
    stranger = await signInGuest(test.accounts)
    operator = await signInGuest(test.accounts, { isOperator: true })
    const made = await replyOf(test.origin, owner, 'applications.create', { body: { name: 'bot' } })
    applicationId = made.applicationId
    const body = {
      name: 'k',
      scopes: ['game:announcements'],
      regions: ['jp'],
      lifetimeDays: 1,
    }
    const path = { applicationId }
    const issued = await replyOf(test.origin, owner, 'keys.create', { path, body })
    keyId = issued.key.keyId
    const one = (target: string) =>
      send(test.origin, `/api/open/v1/game/${target}`, { key: issued.text })
    // The service learns of a new key within a second.
    while (
      (await send(test.origin, '/api/developer/v1/quota', { key: issued.text })).status !== 200
    );
    for (const target of PATHS) requestIds.push(String((await one(target)).headers['x-request-id']))
    while (countedOf(await ask(owner)) < PATHS.length);
  })
  after(() => test.stop())

  it('is counted by region, status and code, including regions that are not granted', async () => {
    const usage = await ask(owner)
    assert.deepEqual(usage.total, { admitted: 2, refused: 3, failed: 0, upstreamCalls: 1 })
    const refused = { admitted: 0, failed: 0, upstreamCalls: 0 }
    assert.deepEqual(
      new Map(usage.regions.map(({ region, ...counts }) => [region, counts])),
      new Map([
        ['jp', { admitted: 2, refused: 1, failed: 0, upstreamCalls: 1 }],
        ['en', { ...refused, refused: 1 }],
        [undefined, { ...refused, refused: 1 }],
      ]),
    )
    assert.deepEqual(
      usage.statuses.map(({ status, requests }) => [status, requests]),
      [
        [200, 2],
        [400, 2],
        [403, 1],
      ],
    )
    assert.deepEqual(
      usage.keys.map((key) => [key.keyId, key.application]),
      [[keyId, 'bot']],
    )
  })

  it('is limited to the developer’s own keys, whatever the query names', async () => {
    assert.equal(countedOf(await ask(stranger)), 0)
    for (const query of [{ keyId }, { applicationId }, { keyId: 'no-such-key' }]) {
      const { code } = await askPortal(test.origin, stranger, 'usage.read', { query })
      assert.equal(code, 'not_found')
    }
    assert.equal(countedOf(await ask(owner, { query: { keyId, applicationId } })), PATHS.length)
  })

  it('includes the current quota and its rate of use', async () => {
    const quota = await replyOf(test.origin, owner, 'usage.quota')
    assert.deepEqual([quota.used.day, quota.used.concurrency], [2, 0])
    // If a new hour starts now, slightly less than all of the previous one is counted.
    assert.equal(Math.round(quota.forecast.hourly), 2)
    assert.ok(quota.dayEndsAtMs > Date.now() && quota.dayEndsAtMs % 86_400_000 === 0)
  })

  it('shows the record of a request only to its developer and to operators', async () => {
    for (const [nth, stage] of [undefined, undefined, 'region', 'region', 'parameters'].entries()) {
      const question = { path: { requestId: requestIds[nth] ?? '' } }
      const [own, seen] = await Promise.all([
        replyOf(test.origin, owner, 'requests.get', question),
        replyOf(test.origin, operator, 'requests.get', question),
      ])
      assert.deepEqual(own, seen)
      assert.equal(own.stages.find(({ outcome }) => outcome === 'refused')?.stage, stage)
      const { code } = await askPortal(test.origin, stranger, 'requests.get', question)
      assert.equal(code, 'not_found')
    }
  })

  it('lists the requests of a developer, newest first, by page and by filter', async () => {
    const list = (guest: PortalGuest, query: Record<string, string> = {}) =>
      replyOf(test.origin, guest, 'requests.list', { query })
    const { requests, next } = await list(owner)
    assert.equal(next, undefined)
    const ids = requests.map(({ requestId }) => requestId)
    assert.deepEqual(ids.toSorted(), requestIds.toSorted())
    const seconds = requests.map(({ atMs }) => Math.floor(atMs / 1_000))
    assert.deepEqual(
      seconds,
      seconds.toSorted((one, other) => other - one),
    )
    const paged: string[] = []
    for (let query: Record<string, string> = { limit: '2' }; ;) {
      const page = await list(owner, query)
      paged.push(...page.requests.map(({ requestId }) => requestId))
      if (page.next === undefined) break
      query = { limit: '2', before: page.next }
    }
    assert.deepEqual(paged, ids)
    assert.equal((await list(owner, { status: '200' })).requests.length, 2)
    assert.equal((await list(owner, { code: 'insufficient_scope' })).requests.length, 1)
    assert.equal((await list(owner, { cache: 'hit', region: 'jp' })).requests.length, 1)
    assert.equal((await list(owner, { keyId, applicationId })).requests.length, PATHS.length)
    assert.deepEqual((await list(stranger)).requests, [])
    const { code } = await askPortal(test.origin, stranger, 'requests.list', { query: { keyId } })
    assert.equal(code, 'not_found')
    const all = await replyOf(test.origin, operator, 'operator.requests')
    assert.deepEqual(
      all.requests.map(({ requestId, developer }) => [requestId, developer?.developerId]),
      ids.map((requestId) => [requestId, owner.developerId]),
    )
  })

  it('rejects invalid filters of the list', async () => {
    for (const query of [
      { before: "' or 1=1 --" },
      { before: 'a'.repeat(35) },
      { before: 'A'.repeat(36) },
      { limit: '0' },
      { limit: '1001' },
      { limit: '1e3' },
      { slowMs: '-1' },
      { status: '99' },
      { code: 'drop_table' },
      { operation: '__proto__' },
      { region: 'JP' },
      { cache: 'hit%00' },
      { developerId: stranger.developerId },
      { unknown: '1' },
    ] as readonly Record<string, string>[]) {
      const answer = await askPortal(test.origin, owner, 'requests.list', { query })
      assert.equal(answer.code, 'invalid_request', JSON.stringify(query))
    }
    const far = { before: 'f'.repeat(36) }
    const found = await replyOf(test.origin, owner, 'requests.list', { query: far })
    assert.equal(found.requests.length, PATHS.length)
  })

  it('includes durations and errors by operation', async () => {
    const { operations } = await replyOf(test.origin, owner, 'usage.latency')
    assert.equal(operations.length, 1)
    const [{ requests, failed, p50Ms = 0, p99Ms = 0, steps }] = operations as [
      (typeof operations)[number],
    ]
    assert.deepEqual([requests, failed], [2, 0])
    assert.ok(p50Ms > 0 && p50Ms <= p99Ms)
    assert.equal(
      steps.reduce((sum, step) => sum + step.requests, 0),
      2,
    )
    assert.deepEqual((await replyOf(test.origin, stranger, 'usage.latency')).operations, [])
  })

  it('of all developers is shown only to operators', async () => {
    const usage = await replyOf(test.origin, operator, 'operator.usage')
    assert.deepEqual(
      usage.developers.map(({ developerId, admitted }) => [developerId, admitted]),
      [[owner.developerId, 2]],
    )
    for (const operation of ['operator.usage', 'operator.service'] as const) {
      const { code } = await askPortal(test.origin, owner, operation)
      assert.equal(code, 'not_found')
    }
  })

  it('shows the state of the service by region', async () => {
    const { regions, atMs } = await replyOf(test.origin, operator, 'operator.service')
    assert.ok(Math.abs(atMs - Date.now()) < 60_000)
    const [jp, en] = ['jp', 'en'].map((name) => regions.find(({ region }) => region === name))
    assert.ok(jp !== undefined && en !== undefined)
    const { answers, cacheHits, joined, upstreamCalls, upstreamFailures } = jp
    assert.deepEqual(
      { answers, cacheHits, joined, upstreamCalls, upstreamFailures },
      { answers: 2, cacheHits: 1, joined: 0, upstreamCalls: 1, upstreamFailures: 0 },
    )
    const { meanAgeMs = 0, maxAgeMs = 0 } = jp
    assert.ok(meanAgeMs >= 5_000 && maxAgeMs >= meanAgeMs && maxAgeMs < 60_000)
    assert.deepEqual([en.answers, en.meanAgeMs], [0, undefined])
    assert.deepEqual([jp.callsInFlight, jp.callsWaiting], [0, 0])
  })

  it('accepts any time in the future, and rejects a range with too many steps', async () => {
    const far = 8_000_000_000_000_000
    const query = { fromMs: String(far), toMs: String(far + 86_400_000) }
    assert.equal(countedOf(await ask(owner, { query })), 0)
    const tooMany = { fromMs: '0', step: 'hour' }
    const { code } = await askPortal(test.origin, owner, 'usage.read', { query: tooMany })
    assert.equal(code, 'invalid_request')
  })
})

function countedOf({
  total,
}: {
  readonly total: { readonly admitted: number; readonly refused: number }
}): number {
  return total.admitted + total.refused
}
