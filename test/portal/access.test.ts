import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import {
  PORTAL_OPERATIONS,
  type PortalOperationId,
} from '../../src/portal/contract/portal-operations.ts'
import type { PortalOperation } from '../../src/portal/contract/portal-operation.ts'
import type { Gateway } from '../../src/game/gateway.ts'
import {
  askPortal,
  portalPath,
  replyOf,
  signInGuest,
  type PortalGuest,
  type PortalQuestionOfTest,
} from '../harness/portal-guest.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Access rights, tested with every operation of the table.

const OPERATIONS = Object.entries<PortalOperation>(PORTAL_OPERATIONS).map(([id, operation]) => ({
  ...operation,
  id: id as PortalOperationId,
}))

/** A valid body for each operation that has one, so that only access can be rejected. */
const BODIES: Partial<Record<PortalOperationId, () => object>> = {
  'sign_in.look': () => ({ token: 'T'.repeat(43) }),
  'sign_in.link': () => ({ token: 'T'.repeat(43) }),
  'access.request': () => ({ name: crypto.randomUUID(), purpose: 'a bot', contact: 'me@example' }),
  'access.look': () => ({ token: 'T'.repeat(43) }),
  'access.ask': () => ({ purpose: 'a bot', contact: 'me@example' }),
  'operator.approve_access': () => ({ answer: '' }),
  'operator.deny_access': () => ({ answer: '' }),
  'operator.create_incident': () => ({
    title: 'Slow',
    text: 'We look.',
    impact: 'minor',
    components: ['api'],
  }),
  'operator.update_incident': () => ({ state: 'monitoring', text: 'Better.' }),
  'operator.merge': () => ({ into: 'no-such-developer' }),
  'applications.create': () => ({ name: crypto.randomUUID() }),
  'applications.rename': () => ({ name: crypto.randomUUID() }),
  'keys.create': () => ({
    name: 'k',
    scopes: ['game:rankings'],
    regions: ['jp'],
    lifetimeDays: 1,
  }),
  'keys.rotate': () => ({ overlapHours: 1 }),
  'keys.change': () => ({ name: 'k', expiresAtMs: null }),
  'leaked_keys.revoke': () => ({ text: 'no key' }),
  'webhooks.create': () => ({
    name: 'alerts',
    url: 'https://chat.example/hook',
    preset: 'discord',
    language: 'en',
    filter: {
      regions: ['jp'],
      events: [],
      conditions: [{ type: 'event.started' }],
    },
  }),
  'webhooks.change': () => ({ name: 'other' }),
  'webhooks.rotate': () => ({ overlapHours: 1 }),
  'operator.invite': () => ({ name: crypto.randomUUID() }),
  'operator.change_developer': () => ({ limits: { minute: 5 } }),
  'operator.set_plan': () => ({ name: 'gold', limits: { minute: 5 } }),
  'operator.remove_plan': () => ({ name: 'no such plan' }),
}

/** Where the body of {@link BODIES}, or an operation before, makes an operator's change impossible. */
const EXPECTED: Partial<Record<PortalOperationId, number>> = {
  'operator.remove_plan': 404,
  'operator.deny_access': 409,
  'operator.merge': 404,
}

const folder = temporaryFolder()
let test: TestService
let owner: PortalGuest
let stranger: PortalGuest
let waiting: PortalGuest
let operator: PortalGuest
/** Ids in paths: existing ones, which belong to the owner. */
let owned: Record<string, string>
const ask = (
  guest: PortalGuest | undefined,
  id: PortalOperationId,
  path: Readonly<Record<string, string>>,
) => {
  const query = id === 'operator.find_developer' ? { query: { name: owner.name } } : {}
  const question: PortalQuestionOfTest = { path, body: BODIES[id]?.(), ...query }
  return askPortal(test.origin, guest, id, question)
}

before(async () => {
  const gateway: Gateway = { read: () => ({ message: {}, fetchedAtMs: 0 }), close: () => {} }
  const environment = {
    BACKLINE_PORTAL_MINUTE: '1000000',
    // Deliveries stay pending.
    BACKLINE_WEBHOOKS: 'off',
    BACKLINE_PORTAL_APPLICATIONS_MAX: '1000',
    BACKLINE_PORTAL_ACCESS_REQUESTS_DAY: '1000000',
  }
  test = await startTestService({ folder, environment, gateway })
  owner = await signInGuest(test.accounts)
  stranger = await signInGuest(test.accounts)
  waiting = await signInGuest(test.accounts, { isWaiting: true })
  operator = await signInGuest(test.accounts, { isOperator: true })
  owned = await things(owner)
})
after(() => test.stop())

/** Creates one object of each kind that a path can name. */
async function things(guest: PortalGuest): Promise<Record<string, string>> {
  const { origin, accounts } = test
  const { applicationId } = await replyOf(origin, guest, 'applications.create', {
    body: { name: 'bot' },
  })
  const { key } = await replyOf(origin, guest, 'keys.create', {
    path: { applicationId },
    body: BODIES['keys.create']?.(),
  })
  const { sessions } = await replyOf(origin, guest, 'sessions.list')
  const { identities } = await replyOf(origin, guest, 'identities.list')
  const { accessRequestId } = await replyOf(origin, guest, 'access.ask', {
    body: BODIES['access.ask']?.(),
  })
  const { webhook } = await replyOf(origin, guest, 'webhooks.create', {
    body: BODIES['webhooks.create']?.(),
  })
  const { webhookId } = webhook
  const { seq } = await replyOf(origin, guest, 'webhooks.test', { path: { webhookId } })
  const { incidentId } = await accounts.incidents.create({
    title: 'Slow',
    text: 'We look.',
    impact: 'minor',
    components: [],
    state: 'investigating',
    window: undefined,
  })
  const about = { developerId: guest.developerId, isOperator: false, lifetimeMs: 60_000 }
  const invitation = await accounts.signIn.invite(about, COMMAND)
  assert.ok(typeof invitation === 'object')
  return {
    applicationId,
    keyId: key.keyId,
    sessionId: sessions[0]?.sessionId ?? '',
    identityId: identities[0]?.identityId ?? '',
    invitationId: invitation.invitationId,
    accessRequestId,
    incidentId,
    webhookId,
    seq: String(seq),
    developerId: guest.developerId,
    requestId: '0'.repeat(24),
  }
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

describe('the portal', () => {
  it('is tested here with every operation and every path parameter', () => {
    const bodies = OPERATIONS.filter(({ body }) => body !== undefined).map(({ id }) => id)
    assert.deepEqual(Object.keys(BODIES).toSorted(), bodies.toSorted())
    const named = new Set(OPERATIONS.flatMap(({ path }) => namesIn(path)))
    assert.deepEqual([...named].toSorted(), Object.keys(owned).toSorted())
    assert.ok(Object.values(owned).every((id) => id !== ''))
  })

  for (const { id, access, method, path } of OPERATIONS) {
    it(`requires a session for ${id}, unless it is public`, async () => {
      const answers = [await ask(undefined, id, owned), await ask(nobody(), id, owned)]
      for (const { code } of answers) {
        assert.equal(code === 'not_signed_in', access !== 'anyone', code ?? 'a reply')
      }
    })

    if (access === 'operator') {
      it(`hides ${id} from everyone but operators`, async () => {
        const none = await fetch(`${test.origin}/portal/api/v1/no/such/path`)
        const { requestId, ...problem } = (await none.json()) as Record<string, unknown>
        assert.match(String(requestId), /^\w+$/)
        for (const guest of [owner, waiting]) {
          const answer = await ask(guest, id, owned)
          const { requestId: _, ...said } = JSON.parse(answer.text) as Record<string, unknown>
          assert.deepEqual(said, problem)
        }
      })
    }

    it(`rejects other methods for ${id}`, async () => {
      const same = new Set<string>(
        OPERATIONS.filter((one) => one.path === path).map((one) => one.method),
      )
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
        if (other === method || same.has(other)) continue
        const target = test.origin + portalPath(id, { path: owned })
        const headers = {
          Cookie: `backline-session=${operator.token}`,
          'Sec-Fetch-Site': 'same-origin',
        }
        const { status } = await fetch(target, { method: other, headers })
        assert.ok(status === 404 || status === 405, `${other}: ${status}`)
      }
    })

    if (access === 'developer' && namesIn(path).length > 0) {
      it(`answers ${id} of another developer with the bytes for an unknown object`, async () => {
        const stood = await everythingOf(owner)
        const unknown = Object.fromEntries(
          Object.entries(owned).map(([name, text]) => [name, 'x'.repeat(text.length)]),
        )
        for (const guest of [stranger, waiting]) {
          const [theirs, none] = [await ask(guest, id, owned), await ask(guest, id, unknown)]
          assert.equal(theirs.code, 'not_found')
          assert.equal(theirs.textWithoutId, none.textWithoutId)
        }
        assert.deepEqual(await everythingOf(owner), stood)
      })
    }

    if (namesIn(path).length > 0) {
      it(`finds nothing for ${id} by an invalid id`, async () => {
        for (const name of ['..', '%00', "' or 1=1 --", '<script>', 'x'.repeat(65), '\u202e']) {
          const odd = Object.fromEntries(Object.keys(owned).map((one) => [one, name]))
          const { status } = await ask(operator, id, odd).catch(() => ({ status: 404 }))
          assert.ok(status === 404, `${name}: ${status}`)
        }
      })
    }
  }

  it('allows an operator every operator operation on every developer', async () => {
    const guest = await signInGuest(test.accounts)
    const theirs = await things(guest)
    for (const { id } of OPERATIONS.filter(({ access }) => access === 'operator')) {
      const { status, code } = await ask(operator, id, theirs)
      assert.equal(status, EXPECTED[id] ?? 200, `${id}: ${code}`)
    }
  })

  it("gives operators no access to another developer's objects through developer operations", async () => {
    for (const { id, path } of OPERATIONS) {
      if (id === 'requests.get' || PORTAL_OPERATIONS[id].access !== 'developer') continue
      if (namesIn(path).length === 0) continue
      assert.equal((await ask(operator, id, owned)).code, 'not_found', id)
    }
  })

  it('allows a developer who waits for approval to read everything, but not to create a key', async () => {
    const guest = await signInGuest(test.accounts, { isWaiting: true })
    const { origin } = test
    const { applicationId } = await replyOf(origin, guest, 'applications.create', {
      body: { name: 'bot' },
    })
    for (const { id, path, method } of OPERATIONS) {
      if (method !== 'GET' || PORTAL_OPERATIONS[id].access !== 'developer') continue
      if (namesIn(path).length > 0 && !path.includes('{applicationId}')) continue
      assert.equal((await ask(guest, id, { applicationId })).status, 200, id)
    }
    assert.equal((await ask(guest, 'keys.create', { applicationId })).code, 'waiting')
    await replyOf(origin, operator, 'operator.approve', {
      path: { developerId: guest.developerId },
    })
    assert.equal((await ask(guest, 'keys.create', { applicationId })).status, 200)
  })

  it('rejects operators who suspend themselves, and ends the sessions of a suspended developer', async () => {
    const suspend = (guest: PortalGuest) =>
      ask(operator, 'operator.suspend', { developerId: guest.developerId })
    assert.equal((await suspend(operator)).code, 'forbidden')
    const guest = await signInGuest(test.accounts)
    assert.equal((await ask(guest, 'applications.list', {})).status, 200)
    assert.equal((await suspend(guest)).status, 200)
    assert.equal((await ask(guest, 'applications.list', {})).code, 'not_signed_in')
  })
})

/** A guest with an unknown session token. */
function nobody(): PortalGuest {
  return { token: 'N'.repeat(43), developerId: '', name: '' }
}

/** Everything that another developer must not be able to change. */
async function everythingOf(guest: PortalGuest) {
  const { applications } = await replyOf(test.origin, guest, 'applications.list')
  const { sessions } = await replyOf(test.origin, guest, 'sessions.list')
  const { identities } = await replyOf(test.origin, guest, 'identities.list')
  const { webhooks } = await replyOf(test.origin, guest, 'webhooks.list')
  const path = { webhookId: webhooks[0]?.webhookId ?? '' }
  const { deliveries } = await replyOf(test.origin, guest, 'webhooks.deliveries', { path })
  return { applications, sessions: sessions.length, identities, webhooks, deliveries }
}
