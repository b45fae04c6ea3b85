import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Browser } from '../harness/create-browser.ts'
import { nameIn, startPortal, type PortalUnderTest } from './start-portal.ts'

// Requests for access over HTTP, from the first one to the session, and what attackers send.

const DAILY = 3
let portal: PortalUnderTest
let operator: Browser
let address = 0
before(async () => {
  portal = await startPortal({
    folder: temporaryFolder(),
    environment: {
      BACKLINE_TRUSTED_PROXIES: '127.0.0.1',
      BACKLINE_PORTAL_ACCESS_REQUESTS_DAY: String(DAILY),
      BACKLINE_PORTAL_CONTACT: 'ops@example.org',
    },
  })
  operator = await portal.signIn({ isOperator: true })
})
after(() => portal.stop())

/** An address that has asked for nothing yet. */
const newAddress = () => `198.51.100.${(address += 1)}`
const request = (about: object = {}) => ({
  name: `Ann ${crypto.randomUUID()}`,
  purpose: 'A bot that posts cutoffs.',
  contact: 'ann@example.org',
  ...about,
})
const send = (body: object, from = newAddress()) =>
  portal.browser().ask('/access-requests', body, { headers: { 'x-forwarded-for': from } })
const requested = async (body: object) => {
  const answer = await send(body)
  assert.equal(answer.status, 200, answer.text)
  return String(answer.json()['token'])
}
const look = async (token: string) =>
  (await portal.browser().ask('/access-requests/look', { token })).json()
const queue = async () =>
  (await operator.ask('/operator/access-requests')).json()['requests'] as readonly {
    readonly accessRequestId: string
    readonly name: string
    readonly state: string
  }[]
const idOf = async (name: string) =>
  (await queue()).find((one) => one.name === name)?.accessRequestId ?? ''

describe('a request for access', () => {
  it('is offered where there is no provider, with the contact of the operators', async () => {
    const options = (await portal.browser().ask('/sign-in')).json()
    assert.deepEqual([options['canRequestAccess'], options['contact']], [true, 'ops@example.org'])
  })

  it('signs in after its approval, and not before', async () => {
    const body = request()
    const token = await requested(body)
    const browser = portal.browser()
    assert.equal((await browser.ask('/sign-in/link', { token })).status, 410)
    assert.deepEqual(
      [(await look(token))['state'], (await look(token))['signsIn']],
      ['pending', false],
    )
    const id = await idOf(body.name)
    const approved = await operator.ask(`/operator/access-requests/${id}/approve`, {
      answer: 'Have fun.',
    })
    assert.equal(approved.status, 200, approved.text)
    const seen = await look(token)
    assert.deepEqual(
      [seen['state'], seen['answer'], seen['signsIn']],
      ['approved', 'Have fun.', true],
    )
    assert.equal((await browser.ask('/sign-in/link', { token })).status, 200)
    assert.equal(await nameIn(browser), body.name)
  })

  it('under a taken name never becomes the account of that name', async () => {
    const { name } = await portal.invite()
    const token = await requested(request({ name }))
    const approved = await operator.ask(`/operator/access-requests/${await idOf(name)}/approve`, {
      answer: '',
    })
    assert.equal(approved.status, 200)
    const browser = portal.browser()
    await browser.ask('/sign-in/link', { token })
    assert.equal(await nameIn(browser), `${name} 2`)
  })

  it('is limited per network and day, after its form is valid', async () => {
    const from = newAddress()
    for (let at = 0; at < DAILY; at += 1) {
      assert.equal((await send({ name: '' }, from)).status, 400)
      assert.equal((await send(request(), from)).status, 200)
    }
    const refused = await send(request(), from)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 80_000)
    assert.equal((await send(request())).status, 200)
    // A /56 has four times as many.
    const subnet = (at: number) => `2001:db8:9:${(at % 16).toString(16)}::1`
    const statuses: number[] = []
    for (let at = 0; at < 4 * DAILY + 1; at += 1) {
      statuses.push((await send(request(), subnet(at))).status)
    }
    assert.deepEqual(statuses, [...Array<number>(4 * DAILY).fill(200), 429])
  })

  it('cannot carry what would deceive an operator, a terminal or a page', async () => {
    const count = (await queue()).length
    const long = (length: number) => 'x'.repeat(length)
    for (const body of [
      request({ name: ' Ann' }),
      request({ name: 'Ann\u202enimda' }),
      request({ name: 'Ann\u001b[2J' }),
      request({ name: long(101) }),
      request({ purpose: '' }),
      request({ purpose: 'a\u0000b' }),
      request({ purpose: 'a\u001b]0;b' }),
      request({ purpose: 'a\u200bb' }),
      request({ purpose: long(1_001) }),
      request({ contact: 'a\nb' }),
      request({ contact: long(201) }),
      request({ contact: { $ne: '' } }),
      request({ plan: 'gold' }),
      request({ isOperator: true }),
      request({ developerId: 'x' }),
      { purpose: 'p', contact: 'c' },
    ]) {
      const answer = await send(body)
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 80))
      assert.ok(!answer.text.includes('nimda'))
    }
    assert.equal((await send(request({ purpose: long(70_000) }))).status, 413)
    assert.equal((await queue()).length, count)
    const body = request({ purpose: '<img src=x onerror=alert(1)>\nsecond line' })
    await requested(body)
    assert.equal(
      (await operator.ask('/operator/access-requests')).headers['content-type'],
      'application/json; charset=utf-8',
    )
  })

  it('is found by its secret alone, whose guesses are limited', async () => {
    await requested(request())
    const guess = () =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    const from = { 'x-forwarded-for': newAddress() }
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) {
      const answer = await portal
        .browser()
        .ask('/access-requests/look', { token: guess() }, { headers: from })
      statuses.push(answer.status)
    }
    assert.deepEqual(statuses, [...Array<number>(20).fill(410), 429])
  })

  it('of another developer can neither be read nor decided by a developer', async () => {
    const [one, other] = [await portal.signIn(), await portal.signIn()]
    const asked = await one.ask('/access-requests/own', { purpose: 'more', contact: 'me' })
    assert.equal(asked.status, 200, asked.text)
    const id = String(asked.json()['accessRequestId'])
    assert.deepEqual((await other.ask('/access-requests/own')).json()['requests'], [])
    for (const browser of [one, other, portal.browser()]) {
      const answer = await browser.ask(`/operator/access-requests/${id}/approve`, { answer: '' })
      assert.ok([401, 404].includes(answer.status))
    }
    assert.equal((await queue()).find((entry) => entry.accessRequestId === id)?.state, 'pending')
  })
})

describe('a portal whose form for requests is off', () => {
  it('accepts none', async () => {
    const closed = await startPortal({
      folder: temporaryFolder(),
      environment: { BACKLINE_PORTAL_ACCESS_REQUESTS_DAY: '0' },
    })
    const answer = await closed.browser().ask('/access-requests', request())
    assert.equal(answer.status, 403)
    assert.equal((await closed.browser().ask('/sign-in')).json()['canRequestAccess'], false)
    await closed.stop()
  })
})
