import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import type { Gateway, GatewayReply } from '../../src/game/gateway.ts'
import { ServiceError, type ErrorCode } from '../../src/platform/http/errors/service-error.ts'
import type { PortalRequestRecord } from '../../src/portal/contract/request-operations.ts'
import { forgeKey } from '../security/provoke.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openUsageView, type UsageView } from '../harness/usage-view.ts'

// The records of requests of every kind, read through the portal by their ids.

const FAILURES = ['upstream_error', 'upstream_timeout', 'unavailable', 'maintenance'] as const
const LIST = '/announcements'
const BROADCAST = { announcements: [] }

/** What the gateway does next: returns a message, reports that it is unknown, or fails. */
let gives: 'message' | 'nothing' | ErrorCode = 'message'
let held: PromiseWithResolvers<GatewayReply> | undefined
let arrived = Promise.withResolvers<void>()
const gateway: Gateway = {
  read: () => {
    arrived.resolve()
    if (held !== undefined) return held.promise
    if (gives === 'message') return { message: BROADCAST, fetchedAtMs: Date.now() }
    if (gives === 'nothing') return { message: undefined, fetchedAtMs: Date.now() }
    throw new ServiceError(gives, 'The gateway says no.')
  },
  close: () => {},
}

interface Kept {
  readonly requestId: string
  readonly status: number
  /** The owner of the record; `undefined` if it has none. */
  readonly developerId: string | undefined
}

/** The expected record of one request: each stage with its result, and some of its facts. */
interface Expected {
  readonly status: number
  readonly stages: string
  readonly facts?: Readonly<Record<string, unknown>>
  readonly ownerless?: true
}

/** By name: the request and its expected record. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  'an answer that was fetched': {
    status: 200,
    stages: 'route key region scope parameters limits cache gateway',
    facts: { result: 'miss', call: 'called', outcome: 'answered', dayUsed: 1, region: 'jp' },
  },
  'an answer that was kept': {
    status: 200,
    stages: 'route key region scope parameters limits cache',
    facts: { result: 'hit' },
  },
  'an unknown path': {
    status: 404,
    stages: '!route',
    ownerless: true,
    facts: { code: 'not_found' },
  },
  'a wrong method': { status: 405, stages: '!route', ownerless: true },
  'no key': { status: 401, stages: 'route !key', ownerless: true, facts: { why: 'not_valid' } },
  'an unknown key': {
    status: 401,
    stages: 'route !key',
    ownerless: true,
    facts: { why: 'not_valid' },
  },
  'a wrong secret': {
    status: 401,
    stages: 'route !key',
    ownerless: true,
    facts: { why: 'not_valid' },
  },
  'a revoked key': { status: 401, stages: 'route !key', facts: { why: 'revoked' } },
  'an expired key': { status: 401, stages: 'route !key', facts: { why: 'expired' } },
  'a suspended developer': { status: 401, stages: 'route !key', facts: { why: 'suspended' } },
  'an unknown region': { status: 400, stages: 'route key !region', facts: { why: 'unknown' } },
  'a region that is not granted': {
    status: 403,
    stages: 'route key !region',
    facts: { region: 'en', granted: false },
  },
  'a scope that is missing': {
    status: 403,
    stages: 'route key region !scope',
    facts: { scope: 'game:rankings', region: 'jp' },
  },
  'a wrong parameter': { status: 400, stages: 'route key region scope !parameters' },
  'the limit of the minute': {
    status: 429,
    stages: 'route key region scope parameters !limits',
    facts: { violated: 'minute', minuteUsed: 1, minuteLimit: 1 },
  },
  'the limit of the day': {
    status: 429,
    stages: 'route key region scope parameters !limits',
    facts: { violated: 'day', dayUsed: 1, dayLimit: 1 },
  },
  'what cannot exist': {
    status: 404,
    stages: 'route key region scope parameters limits !cache',
    facts: { result: 'absent' },
  },
  'what the gateway does not know': {
    status: 404,
    stages: 'route key region scope parameters limits cache !gateway',
    facts: { call: 'called', outcome: 'not_found' },
  },
  ...Object.fromEntries(
    FAILURES.map((code) => [
      `a gateway that says ${code}`,
      {
        status: { upstream_error: 502, upstream_timeout: 504, unavailable: 503, maintenance: 503 }[
          code
        ],
        stages: 'route key region scope parameters limits cache !gateway',
        facts: { call: 'called', outcome: code },
      },
    ]),
  ),
  'a client that joined': {
    status: 200,
    stages: 'route key region scope parameters limits cache gateway',
    facts: { result: 'joined', call: 'joined' },
  },
  'a client that left': {
    status: 499,
    stages: 'route key region scope parameters limits cache gateway',
    facts: { call: 'called', outcome: 'client_left' },
  },
}

describe('the record of', () => {
  const folder = temporaryFolder()
  const kept = new Map<string, Kept>()
  let test: TestService
  let view: UsageView

  before(async () => {
    test = await startTestService({
      folder,
      gateway,
      environment: { BACKLINE_CACHE_TTL_MS: '60000' },
    })
    const keep = async (
      name: string,
      path: string,
      key: string | undefined,
      { method = 'GET' } = {},
    ) => {
      const keyId = key?.slice(4, 16) ?? ''
      const target = `/api/open/v1/game/${path}`
      const { headers, status } = await send(test.origin, target, {
        method,
        ...(key !== undefined && { key }),
      })
      const requestId = String(headers['x-request-id'])
      const [owner] = await test.accounts.names.keys({ keyIds: [keyId] })
      const isOwned = EXPECTED[name]?.ownerless === undefined
      kept.set(name, { requestId, status, developerId: isOwned ? owner?.developerId : undefined })
    }
    const issue = async (request: Parameters<TestService['issueKey']>[0] = {}) =>
      (await test.issueKey(request)).text
    const good = await issue()
    await keep('an answer that was fetched', `jp${LIST}`, good)
    await keep('an answer that was kept', `jp${LIST}`, good)
    await keep('an unknown path', 'jp/nothing/of/that/kind', good)
    await keep('a wrong method', `jp${LIST}`, good, { method: 'POST' })
    await keep('no key', `jp${LIST}`, undefined)
    await keep('an unknown key', `jp${LIST}`, forgeKey())
    await keep('a wrong secret', `jp${LIST}`, forgeKey(good.slice(4, 16)))
    const revoked = await issue()
    await test.accounts.store.revokeKey(revoked.slice(4, 16), Date.now())
    await keep('a revoked key', `jp${LIST}`, revoked)
    const expired = await issue({ lifetimeMs: 1 })
    const expiredAtMs = Date.now() + 1
    while (Date.now() <= expiredAtMs) await new Promise(setImmediate)
    await keep('an expired key', `jp${LIST}`, expired)
    const suspended = await issue()
    const [owner] = await test.accounts.names.keys({ keyIds: [suspended.slice(4, 16)] })
    await test.accounts.developers.suspend(COMMAND, owner?.developerId ?? '')
    await keep('a suspended developer', `jp${LIST}`, suspended)
    await keep('an unknown region', `zz${LIST}`, good)
    const small = await issue({ regions: ['jp'], scopes: ['game:announcements'] })
    await keep('a region that is not granted', `en${LIST}`, small)
    await keep('a scope that is missing', 'jp/event/ranking?eventId=1&ranks=1', small)
    await keep('a wrong parameter', 'jp/announcement/seven', good)
    for (const limit of ['minute', 'day'] as const) {
      const most = { minute: 9, day: 9, concurrency: 9 }
      const limited = await issue({ limits: { ...most, [limit]: 1 } })
      await send(test.origin, `/api/open/v1/game/jp${LIST}`, { key: limited })
      await keep(`the limit of the ${limit}`, `jp${LIST}`, limited)
    }
    await keep('what cannot exist', 'jp/circle/99999999999999999999999', good)
    gives = 'nothing'
    await keep('what the gateway does not know', 'jp/announcement/404', good)
    for (const code of FAILURES) {
      gives = code
      await keep(`a gateway that says ${code}`, `jp/announcement/${code.length}`, good)
    }
    gives = 'message'
    held = Promise.withResolvers<GatewayReply>()
    arrived = Promise.withResolvers<void>()
    const first = send(test.origin, `/api/open/v1/game/kr${LIST}`, { key: good })
    await arrived.promise
    const joining = keep('a client that joined', `kr${LIST}`, good)
    while (test.service.open() < 2) await new Promise(setImmediate)
    // It is admitted at the end of an event-loop iteration, and joins then.
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    held.resolve({ message: BROADCAST, fetchedAtMs: Date.now() })
    await Promise.all([first, joining])
    await leave(good)
    await test.stop()
    view = await openUsageView(test)
  })
  after(() => view.close())

  /** Disconnects before there is an answer; the request id comes from the observation. */
  async function leave(key: string): Promise<void> {
    held = Promise.withResolvers<GatewayReply>()
    arrived = Promise.withResolvers<void>()
    const { hostname, port } = new URL(test.origin)
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET /api/open/v1/game/tw${LIST} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    )
    await arrived.promise
    socket.destroy()
    await once(socket, 'close')
    const left = () =>
      test.observations.find((one) => one.type === 'request.answered' && one.status === 499)
    while (left() === undefined) await new Promise(setImmediate)
    held = undefined
    const seen = left()
    assert.ok(seen?.type === 'request.answered')
    const { requestId, developerId } = seen
    kept.set('a client that left', { requestId, developerId, status: 499 })
  }
  const recordOf = (name: string, who: { developerId: string; isOperator?: boolean }) =>
    view.ask('requests.get', who, { path: { requestId: kept.get(name)?.requestId ?? '' } })
  const OPERATOR = { developerId: 'an operator', isOperator: true }

  for (const [name, expected] of Object.entries(EXPECTED)) {
    it(`${name} shows its stages and the reason of its rejection`, async () => {
      assert.equal(kept.get(name)?.status, expected.status)
      const record = await recordOf(name, OPERATOR)
      assert.equal(record.status, expected.status)
      assert.equal(stagesOf(record), expected.stages)
      const facts: Record<string, unknown> = Object.assign(
        {},
        ...record.stages.map((one) => one.facts),
      )
      for (const [fact, value] of Object.entries(expected.facts ?? {})) {
        assert.equal(facts[fact], value, `${fact} of ${JSON.stringify(facts)}`)
      }
    })

    it(`${name} is visible only to ${expected.ownerless ? 'operators' : 'its developer'}`, async () => {
      const developerId = kept.get(name)?.developerId
      assert.equal(developerId === undefined, expected.ownerless === true)
      const unknown = await refusalOf(
        view.ask('requests.get', OPERATOR, { path: { requestId: 'f'.repeat(24) } }),
      )
      assert.equal(unknown.code, 'not_found')
      assert.deepEqual(await refusalOf(recordOf(name, { developerId: 'another' })), unknown)
      if (developerId !== undefined) {
        assert.deepEqual(await recordOf(name, { developerId }), await recordOf(name, OPERATOR))
      }
    })
  }

  it('a request is found by an id in capital letters with spaces around it', async () => {
    const name = 'an answer that was fetched'
    const requestId = ` ${kept.get(name)?.requestId.toUpperCase()} `
    const found = await view.ask('requests.get', OPERATOR, { path: { requestId } })
    assert.deepEqual(found, await recordOf(name, OPERATOR))
  })

  it('every request whose id a client received has a record', () => {
    assert.deepEqual([...kept.keys()].toSorted(), Object.keys(EXPECTED).toSorted())
  })
})

/** The stages it reached; a rejecting one is marked. */
function stagesOf({ stages }: PortalRequestRecord): string {
  return stages
    .filter(({ outcome }) => outcome !== 'not_reached')
    .map(({ stage, outcome }) => `${outcome === 'refused' ? '!' : ''}${stage}`)
    .join(' ')
}

async function refusalOf(asked: Promise<unknown>) {
  const error = (await asked.then(
    () => assert.fail('It was answered.'),
    (thrown: unknown) => thrown,
  )) as { readonly code: string; readonly message: string }
  return { code: error.code, message: error.message }
}
