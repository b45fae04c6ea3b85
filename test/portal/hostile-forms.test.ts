import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PortalOperationId } from '../../src/portal/contract/portal-operations.ts'
import { askPortal, replyOf, signInGuest, type PortalGuest } from '../harness/portal-guest.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal, type PortalUnderTest } from './start-portal.ts'

// The forms of requests, incidents, plans and merged developers, sent with what no page sends.

/** Characters that would deceive a reader, a terminal or a store. */
const FORBIDDEN = ['\u0000', '\u001B[2J', '\u202E', '\u200B', '\uD800']

/** Values of another type than any field has. */
const WRONG: readonly unknown[] = [null, 42, true, [], {}, { $ne: '' }, ['x'], '']

const HTML = '<img src=x onerror=alert(1)></script><script>alert(1)</script>'

/** A form: its valid body, and the required texts in it. */
interface Form {
  readonly id: PortalOperationId
  readonly body: Readonly<Record<string, unknown>>
  readonly texts: readonly string[]
  /** Fields that may be null or empty. */
  readonly lenient?: readonly string[]
}

const FORMS: readonly Form[] = [
  {
    id: 'access.ask',
    body: { purpose: 'More regions.', contact: 'ann@example.org' },
    texts: ['purpose', 'contact'],
  },
  {
    id: 'operator.create_incident',
    body: { title: 'Slow', text: 'We look.', impact: 'minor', components: ['api'] },
    texts: ['title', 'text', 'impact'],
    lenient: ['components'],
  },
  {
    id: 'operator.update_incident',
    body: { state: 'monitoring', text: 'Better.' },
    texts: ['state', 'text'],
  },
  {
    id: 'operator.set_plan',
    body: { name: 'gold', limits: { minute: 5 }, scopes: ['game:rankings'], regions: ['jp'] },
    texts: ['name'],
    lenient: ['limits', 'scopes', 'regions'],
  },
  { id: 'operator.merge', body: { into: 'unknown' }, texts: ['into'] },
]

describe('forms of the portal', () => {
  let portal: PortalUnderTest
  let guest: PortalGuest
  let operator: PortalGuest
  let path: Readonly<Record<string, string>>
  before(async () => {
    portal = await startPortal({ folder: temporaryFolder() })
    guest = await signInGuest(portal.accounts)
    operator = await signInGuest(portal.accounts, { isOperator: true })
    const { incidentId } = await replyOf(portal.origin, operator, 'operator.create_incident', {
      body: FORMS[1]?.body,
    })
    path = { incidentId, developerId: guest.developerId }
  })
  after(() => portal.stop())

  const send = async ({ id }: Form, body: object) => {
    const asks = id.startsWith('operator') ? operator : guest
    return (await askPortal(portal.origin, asks, id, { path, body })).status
  }
  const everything = async () => [
    await portal.accounts.incidents.list(0),
    await portal.accounts.plans.list(),
    await portal.accounts.accessRequests.list(),
    await portal.accounts.developers.get(guest.developerId),
  ]

  for (const form of FORMS) {
    it(`change nothing with wrong types, unknown fields or hostile texts: ${form.id}`, async () => {
      const untouched = await everything()
      const { body, texts, lenient = [] } = form
      const refused: (readonly [object, number])[] = [
        [{ ...body, isOperator: true }, 400],
        [{ ...body, ['__proto__']: { isOperator: true }, constructor: 1 }, 400],
      ]
      for (const field of Object.keys(body)) {
        const { [field]: _, ...rest } = body
        if (texts.includes(field)) refused.push([rest, 400])
        for (const wrong of lenient.includes(field) ? [42, true, 'x', ['x']] : WRONG) {
          refused.push([{ ...body, [field]: wrong }, 400])
        }
      }
      for (const field of texts) {
        for (const text of FORBIDDEN) refused.push([{ ...body, [field]: `a${text}b` }, 400])
        refused.push([{ ...body, [field]: 'x'.repeat(5_000) }, 400])
        refused.push([{ ...body, [field]: 'x'.repeat(70_000) }, 413])
      }
      for (const [hostile, status] of refused) {
        const name = JSON.stringify(hostile).slice(0, 120)
        assert.equal(await send(form, hostile), status, name)
      }
      assert.deepEqual(await everything(), untouched)
    })
  }

  it('do not start or end maintenance in an impossible window', async () => {
    const [, form] = FORMS
    assert.ok(form !== undefined)
    for (const window of [
      { fromMs: 2, untilMs: 1 },
      { fromMs: 1, untilMs: 1 },
      { fromMs: -1, untilMs: 1 },
      { fromMs: 0.5, untilMs: 2 },
      { fromMs: 1, untilMs: 1e300 },
      { fromMs: 1 },
    ]) {
      assert.equal(await send(form, { ...form.body, window }), 400, JSON.stringify(window))
    }
  })

  it('do not merge a developer into itself or into one that does not exist', async () => {
    const form = FORMS[4]
    assert.ok(form !== undefined)
    const untouched = await everything()
    for (const into of [guest.developerId, 'no-such-developer']) {
      assert.ok((await send(form, { into })) >= 400, into)
    }
    assert.deepEqual(await everything(), untouched)
  })

  it('are shown as text on the status page, in its feeds and in its documents', async () => {
    const body = { title: HTML, text: HTML, impact: 'minor', components: ['api'] }
    await replyOf(portal.origin, operator, 'operator.create_incident', { body })
    const { origin } = portal
    for (const address of ['/status', '/status/feed.atom']) {
      const text = await (await fetch(origin + address)).text()
      assert.match(text, /&(?:lt|#60);img src=x/, address)
      assert.ok(!text.includes('<img src=x'), address)
    }
    const response = await fetch(`${origin}/api/v2/summary.json`)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.ok((await response.text()).includes(JSON.stringify(HTML)))
  })
})
