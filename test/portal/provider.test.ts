import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../../scripts/cluster/free-port.ts'
import {
  PROVIDER_PATH,
  PROVIDER_RETURN_PATH,
} from '../../src/portal/contract/sign-in-operations.ts'
import type { Browser } from '../harness/create-browser.ts'
import { startOidcProvider, type OidcProvider } from '../harness/start-oidc-provider.ts'
import { describeError } from '../../src/platform/telemetry/describe-error.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { nameIn, SESSION_COOKIE, startPortal, type PortalUnderTest } from './start-portal.ts'

// Sign-in with OpenID Connect, against a third-party provider in a separate process.

const folder = temporaryFolder()
const CLIENT_SECRET = 'the secret of the client in the tests'
const ATTEMPT_COOKIE = 'backline-attempt'
let portal: PortalUnderTest
let provider: OidcProvider

const settings = (port: number) => ({
  BACKLINE_OIDC_ISSUER: `http://127.0.0.1:${port}`,
  BACKLINE_OIDC_CLIENT_ID: 'backline',
  BACKLINE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  BACKLINE_OIDC_NAME: 'Example login',
  BACKLINE_PORTAL_REGISTRATION: 'open',
})

const person = (name = crypto.randomUUID()) => ({
  subject: `subject of ${crypto.randomUUID()}`,
  claims: { name, email: `${name}@example.org` },
})
const begin = (query = '') => `${portal.origin}${PROVIDER_PATH}${query}`
const isReturn = ({ pathname }: URL) => pathname === PROVIDER_RETURN_PATH
/** Returns the path and query at which a browser ended. */
const endOf = (url: URL) => url.pathname + url.search
/** Signs in at the provider; returns the URL to which it redirects the browser. */
const upToReturn = async (browser: Browser, query = '') =>
  (await browser.follow(begin(query), isReturn)).url

before(async () => {
  const port = await freePort()
  // The service starts while the provider is down.
  portal = await startPortal({ folder, environment: settings(port) })
  const away = portal.browser()
  assert.equal(endOf((await away.follow(begin())).url), '/portal/sign-in?problem=unavailable')
  assert.equal((await away.ask('/sign-in')).status, 200)
  provider = await startOidcProvider({
    port,
    portalOrigin: portal.origin,
    clientSecret: CLIENT_SECRET,
  })
})
after(async () => {
  await provider.stop()
  await portal.stop()
})

describe('signing in with a provider', () => {
  it('is reported as unavailable while the provider is down, and the log states the reason', () => {
    const faults = portal.observations.filter(({ type }) => type === 'fault')
    assert.match(
      JSON.stringify(faults.map((fault) => String('error' in fault && fault.error))),
      /ECONNREFUSED/,
    )
  })

  it('registers a new person as a developer, and returns to the page where it started', async () => {
    const who = person()
    await provider.become(who)
    const browser = portal.browser()
    const end = await browser.follow(begin('?to=/portal/applications/abc?tab=keys'))
    assert.equal(endOf(end.url), '/portal/applications/abc?tab=keys')
    assert.equal(await nameIn(browser), who.claims.name)
    const { sessions } = (await browser.ask('/sessions')).json() as {
      readonly sessions: readonly { readonly signedInBy: string }[]
    }
    assert.deepEqual(
      sessions.map(({ signedInBy }) => signedInBy),
      ['provider'],
    )
    assert.equal(browser.cookie(ATTEMPT_COOKIE), undefined)
  })

  it('recognizes a person in another browser', async () => {
    await provider.become(person())
    const [one, two] = [portal.browser(), portal.browser()]
    await one.follow(begin())
    await two.follow(begin())
    assert.equal(await nameIn(one), await nameIn(two))
  })

  it('requests a code with PKCE, state and nonce, all new for each attempt', async () => {
    const browser = portal.browser()
    const asked = async () => {
      const { headers } = await browser.load(begin())
      return new URL(headers['location'] ?? '').searchParams
    }
    const [one, two] = [await asked(), await asked()]
    assert.equal(one.get('response_type'), 'code')
    assert.equal(one.get('code_challenge_method'), 'S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.match(one.get(name) ?? '', /^[\w-]{43}$/, name)
      assert.notEqual(one.get(name), two.get(name), name)
    }
  })

  it('stores its attempt in an encrypted cookie that scripts cannot read', async () => {
    const { headers, setCookies } = await portal.browser().load(begin())
    const [line = ''] = setCookies
    const asked = new URL(headers['location'] ?? '').searchParams
    assert.match(line, /^backline-attempt=[\w-]{200,};/)
    assert.match(line, /; Max-Age=600; Path=\/portal\/sign-in\/provider; HttpOnly; SameSite=Lax$/)
    const text = Buffer.from(line.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')
    assert.equal(text.includes(asked.get('state') ?? ''), false)
  })

  it('reports a refusal of consent without repeating text of the provider', async () => {
    await provider.become(undefined)
    const browser = portal.browser()
    const end = await browser.follow(begin())
    assert.equal(endOf(end.url), '/portal/sign-in?problem=cancelled')
    assert.equal(end.text.includes('WORDS OF THE PROVIDER'), false)
    assert.equal(browser.cookie(SESSION_COOKIE), undefined)
    assert.equal(browser.cookie(ATTEMPT_COOKIE), undefined)
  })

  it('appends a number to a name that is taken', async () => {
    const name = crypto.randomUUID()
    const names: (string | undefined)[] = []
    for (let count = 0; count < 2; count += 1) {
      await provider.become(person(name))
      const browser = portal.browser()
      await browser.follow(begin())
      names.push(await nameIn(browser))
    }
    assert.deepEqual(names, [name, `${name} 2`])
  })

  it('adds a person to the signed-in developer and to no other', async () => {
    const [ann, bob] = [await portal.signIn(), await portal.signIn()]
    const who = person()
    await provider.become(who)
    assert.equal(endOf((await ann.follow(begin('?add&to=/portal/account'))).url), '/portal/account')
    const { identities } = (await ann.ask('/identities')).json() as {
      readonly identities: readonly { readonly name: string }[]
    }
    assert.deepEqual(
      identities.map(({ name }) => name),
      [who.claims.name],
    )
    assert.equal(endOf((await bob.follow(begin('?add'))).url), '/portal/sign-in?problem=taken')
    const anew = portal.browser()
    await anew.follow(begin())
    assert.equal(await nameIn(anew), await nameIn(ann))
  })

  it('does not add a person to another developer who has signed in meanwhile', async () => {
    const browser = await portal.signIn()
    await provider.become(person())
    const back = await upToReturn(browser, '?add')
    const { token } = await portal.invite()
    await browser.ask('/sign-in/link', { token })
    assert.equal(endOf((await browser.follow(back)).url), '/portal/sign-in?problem=failed')
    assert.deepEqual((await browser.ask('/identities')).json(), { identities: [] })
  })

  it('rejects a suspended developer and ends their sessions', async () => {
    await provider.become(person())
    const browser = portal.browser()
    await browser.follow(begin())
    const developer = await nameIn(browser)
    await portal.suspend(developer ?? '')
    assert.equal(await nameIn(browser), undefined)
    assert.equal(endOf((await browser.follow(begin())).url), '/portal/sign-in?problem=suspended')
  })

  it('answers in time while the provider does not', async () => {
    const browser = portal.browser()
    await provider.become(person())
    const back = await upToReturn(browser)
    provider.freeze()
    try {
      const start = performance.now()
      const end = await browser.follow(back)
      assert.equal(endOf(end.url), '/portal/sign-in?problem=unavailable')
      assert.ok(performance.now() - start < 20_000)
      assert.equal((await portal.browser().ask('/sign-in')).status, 200)
    } finally {
      provider.thaw()
    }
    assert.equal(endOf((await portal.browser().follow(begin())).url), '/portal')
  })
})

describe('a return from the provider with', () => {
  /** Two browsers whose users have signed in at the provider and have not returned yet. */
  const underWay = async () => {
    const [mine, theirs] = [portal.browser(), portal.browser()]
    await provider.become(person())
    const myReturn = await upToReturn(mine)
    await provider.become(person())
    const theirReturn = await upToReturn(theirs)
    return { mine, theirs, myReturn, theirReturn }
  }
  const refused = async (browser: Browser, url: URL) => {
    const end = await browser.follow(url)
    assert.equal(endOf(end.url), '/portal/sign-in?problem=failed')
    assert.equal(browser.cookie(SESSION_COOKIE), undefined)
    assert.equal(browser.cookie(ATTEMPT_COOKIE), undefined)
  }
  const changed = (url: URL, name: string, value: string | null) => {
    const made = new URL(url)
    if (value === null) made.searchParams.delete(name)
    else made.searchParams.set(name, value)
    return made
  }

  it('no open attempt is rejected, so that no user is signed in as an attacker', async () => {
    const { theirReturn } = await underWay()
    await refused(portal.browser(), theirReturn)
  })

  it('the code and state of another user is rejected', async () => {
    const { mine, theirReturn } = await underWay()
    await refused(mine, theirReturn)
  })

  it('the code of another user and an own state is rejected', async () => {
    const { mine, myReturn, theirReturn } = await underWay()
    const code = theirReturn.searchParams.get('code')
    await refused(mine, changed(myReturn, 'code', code))
  })

  it('the cookie of another user is rejected, because it does not match the code', async () => {
    const { mine, theirs, myReturn } = await underWay()
    const stolen = theirs.cookie(ATTEMPT_COOKIE) ?? ''
    mine.cookies.get(portal.origin)?.set(ATTEMPT_COOKIE, stolen)
    await refused(mine, myReturn)
  })

  it('a modified cookie is rejected', async () => {
    const { mine, myReturn } = await underWay()
    const jar = mine.cookies.get(portal.origin)
    const sealed = jar?.get(ATTEMPT_COOKIE) ?? ''
    jar?.set(ATTEMPT_COOKIE, `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`)
    await refused(mine, myReturn)
  })

  it('no state, or another issuer, is rejected', async () => {
    for (const [name, value] of [
      ['state', null],
      ['iss', 'https://evil.example'],
      ['iss', null],
    ] as const) {
      const { mine, myReturn } = await underWay()
      await refused(mine, changed(myReturn, name, value))
    }
  })

  it('a used code is rejected, even with its original cookie', async () => {
    const { mine, myReturn } = await underWay()
    const sealed = mine.cookie(ATTEMPT_COOKIE) ?? ''
    assert.equal(endOf((await mine.follow(myReturn)).url), '/portal')
    await refused(portal.browser(), myReturn)
    const replayed = portal.browser()
    await replayed.load(portal.origin)
    replayed.cookies.get(portal.origin)?.set(ATTEMPT_COOKIE, sealed)
    await refused(replayed, myReturn)
  })
})

describe('the start of a sign-in', () => {
  const location = async (browser: Browser, query: string, site: string | undefined) =>
    (await browser.load(begin(query), { headers: { 'sec-fetch-site': site } })).headers['location']

  it('is allowed from the portal and from the address bar, and not from other sites', async () => {
    for (const site of ['cross-site', 'same-site']) {
      assert.equal(await location(portal.browser(), '', site), '/portal/sign-in', site)
    }
    for (const site of ['same-origin', 'none', undefined]) {
      assert.match(
        (await location(portal.browser(), '', site)) ?? '',
        /^http:\/\/127/,
        String(site),
      )
    }
  })

  it('to add a person is allowed only from the portal, with a session', async () => {
    const browser = await portal.signIn()
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      assert.equal(await location(browser, '?add', site), '/portal/sign-in', String(site))
    }
    assert.match((await location(browser, '?add', 'same-origin')) ?? '', /^http:\/\/127/)
    assert.equal(await location(portal.browser(), '?add', 'same-origin'), '/portal/sign-in')
  })
})

describe('registration', () => {
  /** The same provider under other settings. */
  const under = async (
    registration: string,
    run: (other: PortalUnderTest) => Promise<void>,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const port = await freePort()
    const other = await startPortal({
      folder: join(folder, registration),
      environment: { ...settings(port), BACKLINE_PORTAL_REGISTRATION: registration, ...more },
    })
    const theirs = await startOidcProvider({
      port,
      portalOrigin: other.origin,
      clientSecret: CLIENT_SECRET,
    })
    await theirs.become(person())
    try {
      await run(other)
    } finally {
      await theirs.stop()
      await other.stop()
    }
  }

  it('by approval creates a developer who waits for approval', () =>
    under('approval', async (other) => {
      const browser = other.browser()
      await browser.follow(other.origin + PROVIDER_PATH)
      const { developer } = (await browser.ask('/sign-in')).json() as {
        readonly developer: { readonly state: string }
      }
      assert.equal(developer.state, 'waiting')
    }))

  it('by invitation rejects unknown people and accepts those who were added', () =>
    under('invitation', async (other) => {
      const browser = other.browser()
      const path = other.origin + PROVIDER_PATH
      assert.equal(endOf((await browser.follow(path)).url), '/portal/sign-in?problem=not_invited')
      assert.equal(browser.cookie(SESSION_COOKIE), undefined)
      const invited = await other.signIn()
      assert.equal(endOf((await invited.follow(`${path}?add`)).url), '/portal')
      assert.equal(endOf((await browser.follow(path)).url), '/portal')
      assert.equal(await nameIn(browser), await nameIn(invited))
    }))

  it('with a wrong client secret fails, and the log says so without a secret', () =>
    under(
      'open',
      async (other) => {
        const browser = other.browser()
        const back = (await browser.follow(other.origin + PROVIDER_PATH, isReturn)).url
        assert.equal(endOf((await browser.follow(back)).url), '/portal/sign-in?problem=failed')
        const faults = other.observations.flatMap((seen) => (seen.type === 'fault' ? [seen] : []))
        assert.match(
          String(faults[0]?.error),
          /The provider returned an error: invalid_client|was rejected: OAUTH_/,
        )
        const said = other.observations.map((seen) =>
          JSON.stringify(seen.type === 'fault' ? describeError(seen.error as Error) : seen),
        )
        for (const secret of ['wrong-secret', ...back.searchParams.values()]) {
          if (secret.startsWith('http')) continue
          assert.equal(said.join('').includes(secret), false)
        }
      },
      { BACKLINE_OIDC_CLIENT_SECRET: 'wrong-secret' },
    ))
})
