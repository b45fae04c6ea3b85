import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CHANGES_PER_DAY_MAX } from '../../src/accounts/self-service-keys.ts'
import type { PortalOperation } from '../../src/portal/contract/portal-operation.ts'
import type { PortalErrorCode } from '../../src/portal/contract/portal-error.ts'
import { WEBHOOK_OPERATIONS } from '../../src/portal/contract/webhook-operations.ts'
import { conditionSchema } from '../../src/webhooks/conditions/condition.ts'
import { MANUAL_DELIVERIES_MAX } from '../../src/webhooks/webhook-store.ts'
import {
  askPortal,
  portalPath,
  replyOf,
  signInGuest,
  type PortalGuest,
  type PortalQuestionOfTest,
} from '../harness/portal-guest.ts'
import { boundaryValue, invalidValues } from '../harness/schema-values.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal, type PortalUnderTest } from './start-portal.ts'

type WebhookOperationId = keyof typeof WEBHOOK_OPERATIONS

const IDS = Object.keys(WEBHOOK_OPERATIONS) as WebhookOperationId[]
const MAX = 3
const SECRET_PATH = '/hooks/T0PSECRET/end'
const TRAITS = {
  name: 'alerts',
  url: `https://chat.example${SECRET_PATH}`,
  preset: 'slack',
  language: 'ja',
  filter: {
    regions: ['jp', 'kr'],
    events: ['2004'],
    conditions: conditionSchema.anyOf.map((one) => boundaryValue(one, 'minimum')),
  },
}
/** A valid body of each operation that has one. */
const BODIES: Partial<Record<WebhookOperationId, object>> = {
  'webhooks.create': TRAITS,
  'webhooks.change': TRAITS,
  'webhooks.rotate': { overlapHours: 24 },
}

const INVALID_QUERIES = [
  { limit: '0' },
  { limit: '101' },
  { limit: '1.5' },
  { before: '-1' },
  { before: 'x' },
  { unknown: '1' },
]

const FOREIGN_HEADERS: readonly Record<string, string>[] = [
  {},
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

const REFUSED_URLS = [
  ['chat.example/hook', 'no scheme'],
  ['ftp://chat.example/hook', 'another scheme'],
  ['https://ada:secret@chat.example/', 'credentials'],
  ['https://chat.example/#part', 'a fragment'],
  ['https://chat.example:8443/', 'the port'],
  ['http://169.254.169.254/latest', 'the metadata service'],
  ['http://[::ffff:10.0.0.1]/', 'a private address in IPv6'],
  ['http://2130706433/', 'this machine as an integer'],
  ['http://localhost/', 'a local name'],
] as const

let portal: PortalUnderTest
before(async () => {
  portal = await startPortal({
    folder: temporaryFolder(),
    // Deliveries stay pending.
    environment: { BACKLINE_WEBHOOKS: 'off', BACKLINE_WEBHOOKS_MAX: String(MAX) },
  })
})
after(() => portal.stop())

/** A developer with a webhook and one pending delivery. */
async function signInOwner() {
  const guest = await signInGuest(portal.accounts)
  const reply = <Id extends WebhookOperationId>(id: Id, question?: PortalQuestionOfTest) =>
    replyOf(portal.origin, guest, id, question)
  const { webhook, secret } = await reply('webhooks.create', { body: TRAITS })
  const path = { webhookId: webhook.webhookId }
  const { seq } = await reply('webhooks.test', { path })
  return { guest, webhook, secret, reply, path: { ...path, seq: String(seq) } }
}

const codeOf = async (
  guest: PortalGuest,
  id: WebhookOperationId,
  question: PortalQuestionOfTest = {},
): Promise<PortalErrorCode | undefined> =>
  (await askPortal(portal.origin, guest, id, { body: BODIES[id], ...question })).code

describe('the webhook operations of the portal', () => {
  it('create, list, change, pause, resume and remove a webhook', async () => {
    const { webhook, reply, path, guest } = await signInOwner()
    const { createdAtMs: _, dueAtMs: __, webhookId: ___, ...rest } = webhook
    const { url: ____, ...shown } = TRAITS
    const target = 'https://chat.example/…/end'
    assert.deepEqual(rest, { ...shown, target, state: 'active', failures: 0 })
    const { webhooks, max } = await reply('webhooks.list')
    assert.deepEqual([webhooks.map(({ webhookId }) => webhookId), max], [[path.webhookId], MAX])
    const changed = await reply('webhooks.change', { path, body: { name: 'other' } })
    assert.deepEqual(
      { ...changed, dueAtMs: undefined },
      { ...webhook, name: 'other', dueAtMs: undefined },
    )
    const moved = await reply('webhooks.change', { path, body: { url: 'http://chat.example/' } })
    assert.equal(moved.target, 'http://chat.example')
    const paused = await reply('webhooks.pause', { path })
    assert.deepEqual([paused.state, paused.note, paused.dueAtMs], ['paused', 'by_owner', undefined])
    assert.deepEqual(await reply('webhooks.get', { path }), paused)
    const resumed = await reply('webhooks.resume', { path })
    assert.deepEqual(
      [resumed.state, resumed.note, typeof resumed.dueAtMs],
      ['active', undefined, 'number'],
    )
    await reply('webhooks.remove', { path })
    for (const id of IDS.filter((one) => WEBHOOK_OPERATIONS[one].path.includes('{'))) {
      assert.equal(await codeOf(guest, id, { path }), 'not_found', id)
    }
    assert.deepEqual((await reply('webhooks.list')).webhooks, [])
  })

  it('show a secret when it is new and in no other answer, and the URL in none', async () => {
    const { guest, secret, reply, path } = await signInOwner()
    const rotated = await reply('webhooks.rotate', { path, body: { overlapHours: 1 } })
    const secrets = [secret, rotated.secret]
    for (const one of secrets) assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(new Set(secrets).size, 2)
    for (const id of IDS) {
      if (id === 'webhooks.remove') continue
      const { status, text } = await askPortal(portal.origin, guest, id, { path, body: BODIES[id] })
      assert.equal(status, 200, id)
      assert.ok(![...secrets, SECRET_PATH].some((hidden) => text.includes(hidden)), id)
      assert.equal(text.includes('whsec_'), ['webhooks.create', 'webhooks.rotate'].includes(id), id)
    }
  })

  it('send tests and deliveries again with the same message id, and list them by pages', async () => {
    const { reply, path } = await signInOwner()
    const sent = [await reply('webhooks.test', { path }), await reply('webhooks.test', { path })]
    const again = await reply('webhooks.send_again', { path })
    assert.deepEqual(
      [String(again.seq), again.state, again.type],
      [path.seq, 'pending', 'webhook.test'],
    )
    const content = JSON.parse(again.request) as { readonly data: object }
    assert.deepEqual(content.data, { webhookId: path.webhookId })
    const newest = await reply('webhooks.deliveries', { path, query: { limit: '2' } })
    assert.deepEqual(newest.deliveries, sent.toReversed())
    const query = { before: String(newest.next), limit: '2' }
    const oldest = await reply('webhooks.deliveries', { path, query })
    assert.deepEqual([oldest.deliveries, oldest.next], [[again], undefined])
  })

  it('accept every condition at both ends of its bounds', async () => {
    const { reply, path } = await signInOwner()
    const conditions = conditionSchema.anyOf.map((one) => boundaryValue(one, 'maximum'))
    const filter = { ...TRAITS.filter, conditions }
    const changed = await reply('webhooks.change', { path, body: { filter } })
    assert.deepEqual(changed.filter, filter)
    for (const overlapHours of [0, 24 * 7]) {
      await reply('webhooks.rotate', { path, body: { overlapHours } })
    }
  })

  for (const id of IDS) {
    const { body, query, method }: PortalOperation = WEBHOOK_OPERATIONS[id]

    it(`reject every invalid input of ${id}, and change nothing`, async () => {
      const { guest, reply, path } = await signInOwner()
      const stood = await reply('webhooks.list')
      const bodies = body === undefined ? [] : invalidValues(body, BODIES[id])
      for (const invalid of bodies) {
        const code = await codeOf(guest, id, { path, body: invalid })
        assert.equal(code, 'invalid_request', JSON.stringify(invalid).slice(0, 300))
      }
      const queries = query === undefined ? [{ unknown: '1' }] : INVALID_QUERIES
      for (const invalid of queries) {
        const code = await codeOf(guest, id, { path, query: invalid })
        assert.equal(code, 'invalid_request', JSON.stringify(invalid))
      }
      assert.deepEqual(await reply('webhooks.list'), stood)
    })

    if (method === 'GET') continue
    it(`reject ${id} from another site`, async () => {
      const { guest, reply, path } = await signInOwner()
      const stood = [await reply('webhooks.list'), await reply('webhooks.deliveries', { path })]
      for (const headers of FOREIGN_HEADERS) {
        const { status }: Response = await fetch(portal.origin + portalPath(id, { path }), {
          method,
          headers: {
            ...headers,
            Cookie: `backline-session=${guest.token}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify(BODIES[id] ?? {}),
        })
        assert.equal(status, 403)
      }
      const stands = [await reply('webhooks.list'), await reply('webhooks.deliveries', { path })]
      assert.deepEqual(stands, stood)
    })
  }

  for (const [url, why] of REFUSED_URLS) {
    it(`refuse the URL ${url} at creation and at a change (${why})`, async () => {
      const { guest, reply, path, webhook } = await signInOwner()
      const create = await codeOf(guest, 'webhooks.create', { body: { ...TRAITS, url } })
      const change = await codeOf(guest, 'webhooks.change', { path, body: { url } })
      assert.deepEqual([create, change], ['webhook_url', 'webhook_url'])
      assert.equal((await reply('webhooks.get', { path })).target, webhook.target)
      assert.equal((await reply('webhooks.list')).webhooks.length, 1)
    })
  }

  it('refuse more webhooks than the maximum, until one is removed', async () => {
    const { guest, reply, path } = await signInOwner()
    for (let count = 1; count < MAX; count += 1) {
      assert.equal(await codeOf(guest, 'webhooks.create'), undefined)
    }
    assert.equal(await codeOf(guest, 'webhooks.create'), 'webhooks_full')
    await reply('webhooks.remove', { path })
    assert.equal(await codeOf(guest, 'webhooks.create'), undefined)
  })

  it('refuse a webhook of a developer who waits for approval', async () => {
    const guest = await signInGuest(portal.accounts, { isWaiting: true })
    assert.equal(await codeOf(guest, 'webhooks.create'), 'waiting')
  })

  it('refuse tests and repetitions while too many deliveries are pending', async () => {
    const { guest, reply, path } = await signInOwner()
    for (let count = 1; count < MANUAL_DELIVERIES_MAX; count += 1)
      await reply('webhooks.test', { path })
    assert.equal(await codeOf(guest, 'webhooks.test', { path }), 'deliveries_full')
    assert.equal(await codeOf(guest, 'webhooks.send_again', { path }), 'deliveries_full')
    const { deliveries } = await reply('webhooks.deliveries', { path, query: { limit: '100' } })
    assert.equal(deliveries.length, MANUAL_DELIVERIES_MAX)
  })

  it('refuse changes after the daily maximum, but always pause and remove', async () => {
    const { guest, reply, path } = await signInOwner()
    await portal.accounts.tables.database
      .updateTable('developer_changes')
      .set({ changes: CHANGES_PER_DAY_MAX })
      .where('developer_id', '=', guest.developerId)
      .execute()
    for (const id of ['create', 'change', 'rotate', 'resume', 'test'] as const) {
      assert.equal(await codeOf(guest, `webhooks.${id}`, { path }), 'too_many_requests', id)
    }
    await reply('webhooks.pause', { path })
    await reply('webhooks.remove', { path })
  })

  it('find no delivery by a number that the webhook does not have', async () => {
    const { guest, path } = await signInOwner()
    const other = await signInOwner()
    for (const seq of [other.path.seq, '0', '-1', '1e3', '9'.repeat(15), '9'.repeat(16)]) {
      const question = { path: { ...path, seq } }
      assert.equal(await codeOf(guest, 'webhooks.send_again', question), 'not_found', seq)
    }
  })
})
