import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { GatewayReply } from '../../src/game/gateway.ts'
import { createHealth } from '../../src/app/telemetry/health.ts'
import { REGIONS } from '../../src/game/region.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { send } from '../harness/send.ts'
import { always, rawAnswer, startStubGateway } from '../harness/stub-gateway.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

interface Readiness {
  readonly ready: boolean
  readonly draining: boolean
  readonly stores: Readonly<Record<string, string>>
  readonly gateways: Readonly<Record<string, { readonly state: string }>>
}

async function askReadiness({ service }: TestService): Promise<{ status: number } & Readiness> {
  const headers = { Accept: 'application/json' }
  const { status, json } = await send(service.adminOrigin, '/readyz', { headers })
  return { status, ...(json as Readiness) }
}

describe('readiness', () => {
  it('follows the stores, and names the one that is down', () => {
    const health = createHealth(REGIONS, createManualClock(0))
    assert.deepEqual(health.stores, { accounts: 'up', quotas: 'up' })
    health.observe({ type: 'store.changed', store: 'quotas', state: 'away', error: new Error('x') })
    assert.deepEqual(health.stores, { accounts: 'up', quotas: 'away' })
    health.observe({ type: 'store.changed', store: 'quotas', state: 'back' })
    assert.deepEqual(health.stores, { accounts: 'up', quotas: 'up' })
  })

  it('survives an outage of the accounts for the grace period of known keys, but not an outage of the quotas', () => {
    const clock = createManualClock(0)
    const health = createHealth(REGIONS, clock)
    const tell = (store: 'accounts' | 'quotas', state: 'away' | 'back') =>
      health.observe({ type: 'store.changed', store, state })
    const graceMs = 60_000
    clock.advance(100_000)
    tell('accounts', 'away')
    assert.deepEqual([health.canAnswer(graceMs), health.canAnswer(0)], [true, false])
    clock.advance(graceMs - 1)
    assert.equal(health.canAnswer(graceMs), true)
    clock.advance(1)
    assert.equal(health.canAnswer(graceMs), false)
    tell('accounts', 'back')
    assert.deepEqual([health.canAnswer(graceMs), health.canAnswer(0)], [true, true])
    tell('quotas', 'away')
    assert.equal(health.canAnswer(graceMs), false)
  })

  it('takes the state of a gateway from its last call and its circuit breaker, and ignores abandoned calls', () => {
    const health = createHealth(['jp', 'tw'], createManualClock(0))
    const called = (
      outcome: 'answered' | 'unknown' | 'abandoned' | 'unavailable' | 'invalid_request',
    ) =>
      health.observe({
        type: 'gateway.called',
        region: 'jp',
        operation: 'event.ranking',
        priority: 'keyed',
        outcome,
        durationMs: 1,
      })
    const seen = [health.gateway('jp')]
    for (const outcome of [
      'abandoned',
      'answered',
      'unavailable',
      'abandoned',
      'unknown',
    ] as const) {
      called(outcome)
      seen.push(health.gateway('jp'))
    }
    assert.deepEqual(seen, ['unasked', 'unasked', 'answering', 'failing', 'failing', 'answering'])
    health.observe({ type: 'gateway.breaker', region: 'jp', state: 'open' })
    assert.deepEqual(
      REGIONS.map((region) => health.gateway(region)),
      ['unasked', 'cut_off', 'not_set', 'not_set'],
    )
    health.observe({ type: 'gateway.breaker', region: 'jp', state: 'closed' })
    assert.equal(health.gateway('jp'), 'answering')
  })
})

describe('readiness of a running service', () => {
  const folders = [temporaryFolder(), temporaryFolder()] as const
  let service: TestService
  before(async () => {
    const jp = await startStubGateway(always(rawAnswer(500, 'broken')))
    service = await startTestService({
      folder: folders[0],
      environment: { BACKLINE_GATEWAY_JP_URL: jp.url, BACKLINE_GATEWAY_JP_KEY: 'internal-key' },
    })
  })
  after(() => service.stop())

  it('does not need the gateway of a region, whose state it reports', async () => {
    const { text: key } = await service.issueKey()
    assert.deepEqual((await askReadiness(service)).gateways['jp']?.state, 'unasked')
    const path = '/api/open/v1/game/jp/circle/7'
    assert.equal((await send(service.origin, path, { key })).status, 502)
    const readiness = await askReadiness(service)
    assert.deepEqual([readiness.status, readiness.ready], [200, true])
    assert.deepEqual(
      Object.entries(readiness.gateways).map(([region, { state }]) => [region, state]),
      [
        ['tw', 'not_set'],
        ['jp', 'failing'],
        ['en', 'not_set'],
        ['kr', 'not_set'],
      ],
    )
  })

  it('is text for people, whose first line is the result', async () => {
    const { status, body, headers } = await send(service.service.adminOrigin, '/readyz')
    assert.equal(status, 200)
    assert.match(headers['content-type'] ?? '', /^text\/plain/)
    assert.equal(
      body.toString(),
      'ready\n\nnode          listening\naccounts      up\nquotas        up\n' +
        'gateway tw    not set\ngateway jp    failing\ngateway en    not set\ngateway kr    not set\n',
    )
  })

  it('is on a listener that serves only its own pages, read-only', async () => {
    const { adminOrigin } = service.service
    assert.equal((await send(adminOrigin, '/livez')).status, 200)
    assert.equal((await send(adminOrigin, '/livez?a=b')).status, 200)
    for (const path of ['/', '/constructor', '/__proto__', '/api/open/openapi.json']) {
      assert.equal((await send(adminOrigin, path)).status, 404, path)
    }
    const posted = await send(adminOrigin, '/livez', { method: 'POST' })
    assert.deepEqual([posted.status, posted.headers['allow']], [405, 'GET, HEAD'])
    for (const path of ['/metrics', '/readyz', '/livez']) {
      assert.equal((await send(service.origin, path)).status, 404, path)
    }
    // The public page of the same name reports nothing of the process but its gateway calls.
    const page = await send(service.origin, '/status')
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.doesNotMatch(page.body.toString(), /memory|eventLoop|requestsOpen/i)
  })

  it('ends when draining starts, and reports it', async () => {
    const reading = Promise.withResolvers<void>()
    const reply = Promise.withResolvers<GatewayReply>()
    const stopping = await startTestService({
      folder: folders[1],
      gateway: {
        read: () => {
          reading.resolve()
          return reply.promise
        },
        close: () => {},
      },
    })
    const { text: key } = await stopping.issueKey()
    const answer = send(stopping.origin, '/api/open/v1/game/jp/circle/7', { key })
    await reading.promise
    const stopped = stopping.stop()
    const readiness = await askReadiness(stopping)
    assert.deepEqual([readiness.status, readiness.ready, readiness.draining], [503, false, true])
    const { body } = await send(stopping.service.adminOrigin, '/readyz')
    assert.match(body.toString(), /^not ready\n\nnode {10}draining\n/)
    reply.resolve({ message: { circle: { circleRanking: 1 } }, fetchedAtMs: 1 })
    assert.equal((await answer).status, 200)
    await stopped
  })
})
