import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Check } from 'typebox/value'
import type { Gateway } from '../../src/game/gateway.ts'
import { ServiceError } from '../../src/platform/http/errors/service-error.ts'
import { DAY_MS, HOUR_MS } from '../../src/platform/time/time-units.ts'
import { PORTAL_OPERATIONS } from '../../src/portal/contract/portal-operations.ts'
import type { PortalUsage } from '../../src/portal/contract/usage-operations.ts'
import { forecastQuota } from '../../src/portal/usage/forecast-quota.ts'
import { usageSpan } from '../../src/portal/usage/usage-span.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openUsageView, type UsageView } from '../harness/usage-view.ts'

const ROUNDS = 400

interface UsageFilter {
  readonly keyId?: string
  readonly applicationId?: string
}

// A gateway that answers asynchronously and sometimes fails, so that calls are coalesced and
// outcomes vary.
let calls = 0
const gateway: Gateway = {
  read: async ({ operation }) => {
    calls += 1
    const isBad = calls % 7 === 0
    await new Promise(setImmediate)
    if (isBad) throw new ServiceError('upstream_error', 'The gateway says no.')
    const message = operation === 'announcement.get' ? undefined : { announcements: [] }
    return { message, fetchedAtMs: Date.now() }
  },
  close: () => {},
}

describe('usage under load', () => {
  const folder = temporaryFolder()
  let test: TestService
  let view: UsageView
  let developers: readonly { readonly developerId: string; readonly keys: readonly string[] }[]
  const statuses = new Map<number, number>()
  const used = new Map<string, number>()
  let sent = 0

  before(async () => {
    test = await startTestService({ folder, gateway, environment: { BACKLINE_CACHE_TTL_MS: '0' } })
    const issue = async (developer: string, application: string) => {
      const limits = { minute: 1_500, day: 1_200, concurrency: 15 }
      return (await test.issueKey({ developer, application, regions: ['jp', 'tw'], limits })).text
    }
    developers = await Promise.all(
      ['ann', 'bob'].map(async (name) => {
        const keys = [await issue(name, 'bot'), await issue(name, 'site')]
        const [owner] = await test.accounts.names.keys({ keyIds: [keys[0]?.slice(4, 16) ?? ''] })
        return { developerId: owner?.developerId ?? '', keys }
      }),
    )
    const paths = ['jp/announcements', 'tw/announcements', 'jp/announcement/7', 'en/announcements']
    const ask = async (key: string, path: string) => {
      const { status } = await send(test.origin, `/api/open/v1/game/${path}`, { key })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      sent += 1
    }
    const clients = developers.flatMap(({ keys }) => keys).flatMap((key) => Array(8).fill(key))
    await Promise.all(
      clients.map(async (key: string, client) => {
        for (let nth = 0; nth < ROUNDS / 2; nth += 1) {
          await ask(key, paths[(nth + client) % paths.length] ?? '')
        }
      }),
    )
    for (const { developerId, keys } of developers) {
      const { json } = await send(test.origin, '/api/developer/v1/quota', { key: keys[0] ?? '' })
      used.set(developerId, (json as { day: { used: number } }).day.used)
    }
    await test.stop()
    view = await openUsageView(test)
  })
  after(() => view.close())
  const OPERATOR = { developerId: 'an operator', isOperator: true }

  it('sums exactly to the admitted attempts, of each developer and of all', async () => {
    assert.ok(sent > 5_000 && statuses.size >= 4, JSON.stringify([...statuses]))
    for (const { developerId } of developers) {
      const { total } = await view.ask('usage.read', { developerId })
      assert.equal(total.admitted, used.get(developerId))
      assert.ok(total.refused > 0 && total.failed > 0 && total.upstreamCalls > 0)
    }
    const { total, developers: each, statuses: found } = await view.ask('operator.usage', OPERATOR)
    assert.equal(total.admitted + total.refused, sent)
    assert.deepEqual(each.map(({ name }) => name).toSorted(), ['ann', 'bob'])
    assert.deepEqual(new Map(found.map(({ status, requests }) => [status, requests])), statuses)
  })

  it('has one call per gateway call', async () => {
    const { total } = await view.ask('operator.usage', OPERATOR)
    assert.equal(total.upstreamCalls, calls)
    const observed = test.observations.filter(({ type }) => type === 'gateway.called')
    assert.equal(observed.length, calls)
  })

  it('has parts that sum to the total, every step of the range, and the schema of the table', async () => {
    const usage = await view.ask('operator.usage', OPERATOR)
    const all = usage.total.admitted + usage.total.refused
    for (const part of ['steps', 'operations', 'regions', 'keys', 'developers'] as const) {
      const rows: readonly { readonly admitted: number; readonly refused: number }[] = usage[part]
      assert.equal(
        rows.reduce((sum, { admitted, refused }) => sum + admitted + refused, 0),
        all,
        part,
      )
    }
    assert.equal(usage.steps.length, (usage.toMs - usage.fromMs) / usage.stepMs)
    assert.ok(Check(PORTAL_OPERATIONS['operator.usage'].reply, usage))
    const limits = new Map(usage.limits.map(({ limit, requests }) => [limit, requests]))
    assert.ok((limits.get('day') ?? 0) > 0)
    const refused429 = usage.errors.filter(({ code }) => code === 'quota_exceeded')
    const of429 = refused429.reduce((sum, { requests }) => sum + requests, 0)
    assert.equal(of429, statuses.get(429))
  })

  it('is available by day and by hour', async () => {
    const developerId = developers[0]?.developerId ?? ''
    const query = { fromMs: Date.now() - 30 * DAY_MS, toMs: Date.now() } as const
    const days = await view.ask('usage.read', { developerId }, { query })
    assert.deepEqual([days.stepMs, days.steps.length], [DAY_MS, 31])
    assert.equal(days.steps.at(-1)?.admitted, days.total.admitted)
    assert.equal(days.total.admitted, used.get(developerId))
  })

  it('can be limited to one key or one application, but not to those of another developer', async () => {
    const [ann, bob] = developers
    assert.ok(ann !== undefined && bob !== undefined)
    const whole = await view.ask('usage.read', ann)
    assert.deepEqual(whole.keys.map(({ application }) => application).toSorted(), ['bot', 'site'])
    for (const { keyId, applicationId = '', admitted } of whole.keys) {
      const filters: readonly UsageFilter[] = [
        { keyId },
        { applicationId },
        { keyId, applicationId },
      ]
      for (const query of filters) {
        const { total, keys }: PortalUsage = await view.ask('usage.read', ann, { query })
        assert.deepEqual([total.admitted, keys.length], [admitted, 1])
        const unknown = { query: { keyId: 'nothing' } }
        const refused: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled([
          view.ask('usage.read', bob, { query }),
          view.ask('usage.read', bob, unknown),
        ])
        const [theirs, none] = refused.map((one) => one.status === 'rejected' && String(one.reason))
        assert.ok(theirs !== false && theirs === none)
      }
    }
  })

  it('shows the rate of use of the daily quota', async () => {
    const [ann] = developers
    assert.ok(ann !== undefined)
    const quota = await view.ask('usage.quota', ann)
    assert.ok(Check(PORTAL_OPERATIONS['usage.quota'].reply, quota))
    assert.ok(quota.forecast.hourly > 0)
    assert.ok(quota.forecast.hourly <= (used.get(ann.developerId) ?? 0))
  })
})

describe('the forecast of the quota', () => {
  const nowMs = Date.UTC(2026, 5, 15, 12)
  const endsAtMs = Date.UTC(2026, 5, 16)
  const forecast = (hourly: number, used: number, limit: number) =>
    forecastQuota(hourly, { used, limit, endsAtMs }, nowMs).dayUsedUpAtMs

  it('states when the daily quota runs out at this rate, if that is before its reset', () => {
    assert.equal(forecast(100, 500, 1_000), nowMs + 5 * HOUR_MS)
    assert.equal(forecast(100, 0, 1_000), nowMs + 10 * HOUR_MS)
    assert.equal(forecast(100, 0, 1_200), undefined)
    assert.equal(forecast(0, 0, 1), undefined)
    assert.equal(forecast(0, 7, 7), nowMs)
    assert.equal(forecast(0, 9, 7), nowMs)
  })
})

describe('the range of usage', () => {
  const nowMs = Date.UTC(2026, 5, 15, 12, 34)

  it('is the last day by hour by default, rounded to whole steps', () => {
    assert.deepEqual(usageSpan({}, nowMs), {
      fromMs: Date.UTC(2026, 5, 14, 12),
      toMs: Date.UTC(2026, 5, 15, 13),
      stepMs: HOUR_MS,
    })
    const week = usageSpan({ fromMs: nowMs - 7 * DAY_MS }, nowMs)
    const days = { fromMs: Date.UTC(2026, 5, 8), toMs: Date.UTC(2026, 5, 16), stepMs: DAY_MS }
    assert.deepEqual(week, days)
    assert.equal(usageSpan({ fromMs: nowMs - 7 * DAY_MS, step: 'hour' }, nowMs).stepMs, HOUR_MS)
  })

  it('is rejected when it is empty or has too many steps', () => {
    for (const query of [
      { fromMs: nowMs, toMs: nowMs },
      { fromMs: nowMs + 1, toMs: nowMs },
      { fromMs: 0, step: 'hour' },
    ] as const) {
      assert.throws(() => usageSpan(query, nowMs), { code: 'invalid_request' })
    }
  })
})
