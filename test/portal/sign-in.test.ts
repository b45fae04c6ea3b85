import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { DAY_MS, SECOND_MS } from '../../src/platform/time/time-units.ts'
import { createBrowser, type Browser, type Loaded } from '../harness/create-browser.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { nameIn, SESSION_COOKIE, startPortal, type PortalUnderTest } from './start-portal.ts'

const folder = temporaryFolder()
let portal: PortalUnderTest

before(async () => {
  portal = await startPortal({
    folder,
    environment: { BACKLINE_TRUSTED_PROXIES: '127.0.0.1/32' },
  })
})
after(() => portal.stop())

/** A client in a separate network, so that guesses of other tests do not count against it. */
let networks = 0
const ownNetwork = () => {
  networks += 1
  return { 'x-forwarded-for': `10.${networks >> 8}.${networks & 255}.1` }
}
const signInBy = (
  browser: Browser,
  token: string,
  headers: Record<string, string> = ownNetwork(),
) => browser.ask('/sign-in/link', { token }, { headers })
const look = (browser: Browser, token: string, headers: Record<string, string> = ownNetwork()) =>
  browser.ask('/sign-in/link/look', { token }, { headers })
const codeOf = (answer: Loaded) => [answer.status, answer.json()['code']]
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
/** A browser with a signed-in developer, in a separate network. */
const signedIn = async (about: { readonly name?: string; readonly isOperator?: boolean } = {}) => {
  const browser = portal.browser()
  const { name, token } = await portal.invite(about)
  assert.equal((await signInBy(browser, token)).status, 200)
  return { browser, name, token: browser.cookie(SESSION_COOKIE) ?? '' }
}
const asWith = (token: string) => {
  const browser = createBrowser(portal.origin)
  browser.cookies.set(portal.origin, new Map([[SESSION_COOKIE, token]]))
  return browser
}

describe('a sign-in link', () => {
  it('can be opened any number of times, and signs in once', async () => {
    const { name, token } = await portal.invite({ isOperator: true })
    const browser = portal.browser()
    for (let count = 0; count < 3; count += 1) {
      const { expiresAtMs, ...looked } = (await look(browser, token)).json()
      assert.deepEqual(looked, { name, isOperator: true })
      assert.ok(Number(expiresAtMs) > Date.now())
    }
    const answer = await signInBy(browser, token)
    assert.deepEqual(
      [answer.status, answer.json()['name'], answer.json()['isOperator']],
      [200, name, true],
    )
    assert.equal(await nameIn(browser), name)
    const another = portal.browser()
    assert.deepEqual(codeOf(await signInBy(another, token)), [410, 'link_over'])
    assert.deepEqual(codeOf(await look(another, token)), [410, 'link_over'])
    assert.equal(another.cookie(SESSION_COOKIE), undefined)
  })

  it('signs in one of twenty browsers that use it at once', async () => {
    const { token } = await portal.invite()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signInBy(portal.browser(), token)),
    )
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 410)])
  })

  it('that is unknown, withdrawn or expired gives the same answer', async () => {
    const withdrawn = await portal.invite()
    await portal.accounts.signIn.store.invitations.withdraw(withdrawn.invitationId, COMMAND)
    const old = await portal.invite({ lifetimeMs: 1 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const bodies: object[] = []
    for (const token of [random(), withdrawn.token, old.token]) {
      for (const answer of [
        await look(portal.browser(), token),
        await signInBy(portal.browser(), token),
      ]) {
        assert.equal(answer.status, 410)
        bodies.push({ ...answer.json(), requestId: '' })
      }
    }
    for (const body of bodies) assert.deepEqual(body, bodies[0])
  })

  it('of a suspended developer does not sign in', async () => {
    const { name, token } = await portal.invite()
    await portal.suspend(name)
    assert.deepEqual(codeOf(await look(portal.browser(), token)), [403, 'forbidden'])
    assert.deepEqual(codeOf(await signInBy(portal.browser(), token)), [403, 'forbidden'])
  })

  it('allows twenty guesses a minute per network, independent of other networks', async () => {
    const [here, there] = [ownNetwork(), ownNetwork()]
    for (let guess = 0; guess < 20; guess += 1) {
      const ask = guess % 2 === 0 ? look : signInBy
      assert.equal((await ask(portal.browser(), random(), here)).status, 410, String(guess))
    }
    const { name, token } = await portal.invite()
    for (const ask of [look, signInBy]) {
      const refused = await ask(portal.browser(), token, here)
      assert.deepEqual(codeOf(refused), [429, 'too_many_requests'])
      const wait = Number(refused.headers['retry-after'])
      assert.ok(wait >= 1 && wait <= 60, String(wait))
    }
    const answer = await signInBy(portal.browser(), token, there)
    assert.deepEqual([answer.status, answer.json()['name']], [200, name])
  })
})

describe('a session', () => {
  it('is in a cookie that scripts cannot read and other sites cannot send', async () => {
    const { token } = await portal.invite()
    const { setCookies } = await signInBy(portal.browser(), token)
    assert.equal(setCookies.length, 1)
    assert.match(
      setCookies[0] ?? '',
      /^backline-session=[\w-]{43}; Max-Age=259(?:2000|1999); Path=\/portal; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is limited to this host and TLS when browsers use TLS', async (t) => {
    const origin = 'https://portal.example.org'
    const over = await startPortal({
      folder: join(folder, 'tls'),
      environment: { BACKLINE_PORTAL_URL: origin },
    })
    t.after(() => over.stop())
    const { token } = await over.invite()
    const browser = over.browser()
    const { setCookies } = await browser.ask('/sign-in/link', { token }, { headers: { origin } })
    assert.match(
      setCookies[0] ?? '',
      /^__Host-backline-session=[\w-]{43}; Max-Age=259(?:2000|1999); Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const out = await browser.ask('/sign-out', {}, { headers: { origin } })
    assert.match(out.setCookies[0] ?? '', /^__Host-backline-session=; .*Path=\/;.*Secure/)
  })

  it('is never one that was in the browser before', async () => {
    const loadGenerator = await signedIn()
    for (const planted of [random(), loadGenerator.token]) {
      const victim = asWith(planted)
      const { name, token } = await portal.invite()
      assert.equal((await signInBy(victim, token)).status, 200)
      assert.notEqual(victim.cookie(SESSION_COOKIE), planted)
      assert.equal(await nameIn(victim), name)
      assert.equal(await nameIn(asWith(planted)), undefined)
    }
  })

  it('is rejected when the browser sends two cookies of its name', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()]
    for (const [first, second] of [
      [mine, theirs],
      [theirs, mine],
      [mine, mine],
    ] as const) {
      const cookie = [first, second].map(({ token }) => `${SESSION_COOKIE}=${token}`).join('; ')
      const answer = await portal.browser().ask('/sessions', undefined, { headers: { cookie } })
      assert.deepEqual(codeOf(answer), [401, 'not_signed_in'])
    }
  })

  it('stores no terminal control characters of its browser', async () => {
    const { token: link } = await portal.invite()
    const browser = portal.browser()
    const headers = { 'user-agent': 'evil\u009b2J\u00ff\tbrowser' }
    await browser.ask('/sign-in/link', { token: link }, { headers })
    const { sessions } = (await browser.ask('/sessions')).json() as {
      readonly sessions: readonly { readonly agent: string }[]
    }
    assert.match(sessions[0]?.agent ?? '', /^evil[?]+2J[?]+browser$/)
  })

  it('is deleted from the store at sign-out', async () => {
    const { browser, token } = await signedIn()
    assert.equal((await browser.ask('/sign-out', {})).status, 200)
    assert.equal(browser.cookie(SESSION_COOKIE), undefined)
    assert.deepEqual(codeOf(await asWith(token).ask('/sessions')), [401, 'not_signed_in'])
  })

  it('is listed, and can be ended from another browser', async () => {
    const { browser, name } = await signedIn()
    const others = [await signedIn({ name }), await signedIn({ name }), await signedIn({ name })]
    type List = {
      readonly sessions: readonly { sessionId: string; isThis: boolean; agent: string }[]
    }
    const list = async () => ((await browser.ask('/sessions')).json() as List).sessions
    const sessions = await list()
    assert.equal(sessions.length, 4)
    assert.equal(sessions.filter(({ isThis }) => isThis).length, 1)
    assert.ok(sessions.every(({ agent }) => agent === 'a browser of the tests'))
    const other = sessions.find(({ isThis }) => !isThis)
    assert.equal((await browser.ask(`/sessions/${other?.sessionId}/end`, {})).status, 200)
    assert.equal((await browser.ask(`/sessions/${other?.sessionId}/end`, {})).status, 404)
    const alive = await Promise.all(others.map((one) => nameIn(one.browser)))
    assert.equal(alive.filter((one) => one === name).length, 2)
    assert.deepEqual((await browser.ask('/sessions/end-others', {})).json(), { ended: 2 })
    assert.equal((await list()).length, 1)
  })

  it('of another developer is treated as unknown', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()]
    const { sessions } = (await theirs.browser.ask('/sessions')).json() as {
      readonly sessions: readonly { readonly sessionId: string }[]
    }
    const ask = async (id = '') => {
      const answer = await mine.browser.ask(`/sessions/${id}/end`, {})
      return [answer.status, { ...answer.json(), requestId: '' }]
    }
    assert.deepEqual(await ask(sessions[0]?.sessionId), await ask('nobody'))
    assert.equal(await nameIn(theirs.browser), theirs.name)
  })

  it('ends with the suspension of its developer', async () => {
    const { browser, name } = await signedIn()
    await portal.suspend(name)
    assert.equal((await browser.ask('/sessions')).status, 401)
  })

  it('is not accepted by the keyed API, and a key is not accepted by the portal', async () => {
    const { token } = await signedIn()
    const data = `${portal.origin}/api/open/v1/game/jp/announcements`
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `${SESSION_COOKIE}=${token}` },
    ]) {
      assert.equal((await portal.browser().load(data, { headers })).status, 401)
    }
    const { text } = await portal.issueKey()
    for (const headers of [
      { authorization: `Bearer ${text}` },
      { cookie: `${SESSION_COOKIE}=${text}` },
      { authorization: `Bearer ${token}` },
    ]) {
      const answer = await portal.browser().ask('/sessions', undefined, { headers })
      assert.equal(answer.status, 401)
    }
  })

  it('is in no observation, metric or file, and neither is a sign-in link', async () => {
    const { browser, token } = await signedIn()
    const link = await portal.invite()
    await look(browser, link.token)
    await look(browser, random())
    await portal.browser().load(`${portal.origin}/portal/sign-in`)
    const { metrics } = await portal.service.snapshot()
    const said = JSON.stringify([portal.observations, metrics])
    assert.match(said, /portal\.sign_in\.link/)
    const files = readdirSync(portal.config.dataDir).map((file) =>
      readFileSync(join(portal.config.dataDir, file)).toString('latin1'),
    )
    for (const secret of [token, link.token]) {
      for (const text of [said, ...files]) assert.equal(text.includes(secret), false)
      const bytes = Buffer.from(secret, 'base64url').toString('latin1')
      for (const text of files) assert.equal(text.includes(bytes), false)
    }
  })
})

describe('an operator', () => {
  it('invites, lists invitations, and withdraws them', async () => {
    const { browser } = await signedIn({ isOperator: true })
    const name = `invited ${crypto.randomUUID()}`
    const made = (await browser.ask('/operator/invitations', { name })).json() as {
      readonly invitationId: string
      readonly link: string
      readonly expiresAtMs: number
    }
    assert.ok(Math.abs(made.expiresAtMs - Date.now() - DAY_MS) < 60 * SECOND_MS)
    const [page, token = ''] = made.link.split('#')
    assert.equal(page, `${portal.origin}/portal/sign-in`)
    assert.equal((await look(portal.browser(), token)).json()['name'], name)
    const list = async () =>
      (
        (await browser.ask('/operator/invitations')).json() as {
          readonly invitations: readonly { readonly invitationId: string }[]
        }
      ).invitations.find(({ invitationId }) => invitationId === made.invitationId)
    assert.ok(await list())
    const withdraw = () => browser.ask(`/operator/invitations/${made.invitationId}/withdraw`, {})
    assert.equal((await withdraw()).status, 200)
    assert.equal((await withdraw()).status, 404)
    assert.equal(await list(), undefined)
    assert.equal((await signInBy(portal.browser(), token)).status, 410)
  })

  it('has operator rights only while they have the role', async () => {
    const plain = await signedIn()
    const body = { name: 'somebody', isOperator: true }
    assert.equal((await plain.browser.ask('/operator/invitations', body)).status, 404)
    const operator = await signedIn({ isOperator: true })
    assert.equal((await operator.browser.ask('/operator/invitations')).status, 200)
    const { developerId = '' } = (await portal.accounts.developers.findByName(operator.name)) ?? {}
    await portal.accounts.signIn.store.setRole(developerId, false, COMMAND)
    assert.equal((await operator.browser.ask('/operator/invitations')).status, 404)
  })
})
