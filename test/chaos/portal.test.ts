import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { startValkey, type Valkey } from '../../scripts/cluster/start-valkey.ts'
import { openAccountService, type AccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import {
  PROVIDER_PATH,
  PROVIDER_RETURN_PATH,
} from '../../src/portal/contract/sign-in-operations.ts'
import type { Browser, Loaded } from '../harness/create-browser.ts'
import { send } from '../harness/send.ts'
import { skipWithout } from '../harness/servers.ts'
import { startOidcProvider, type OidcProvider } from '../harness/start-oidc-provider.ts'
import { startTcpProxy, type TcpFaults, type TcpProxy } from '../harness/tcp-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal, type PortalUnderTest } from '../portal/start-portal.ts'

// The portal under faults of its stores: what it answers must be true of what they hold, at once
// and later.

/** Time after which a change that is not made by then is never made, in milliseconds. */
const SETTLED_MS = 1_500

const KEY = { name: 'a key', scopes: ['game:rankings'], regions: ['jp'], lifetimeDays: null }

/** A signed-in developer with one application. */
interface Scene {
  readonly browser: Browser
  readonly developerId: string
  readonly applicationId: string
}

describe('the portal', { skip: skipWithout('postgres', 'initdb', 'valkey') }, () => {
  const folder = temporaryFolder()
  let server: Postgres
  let valkey: Valkey
  let proxy: TcpProxy
  let provider: OidcProvider
  let portal: PortalUnderTest
  /** The accounts without the proxy. */
  let stored: AccountService

  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
    valkey = await startValkey({ folder: join(folder, 'valkey') })
    proxy = await startTcpProxy(server.port)
    const port = await freePort()
    const environment = {
      BACKLINE_DATABASE_URL: server.url.replace(`:${server.port}/`, `:${proxy.port}/`),
      BACKLINE_KEY_PEPPER: 'a pepper of at least 32 characters',
      BACKLINE_VALKEY_URL: valkey.url,
      BACKLINE_OIDC_ISSUER: `http://127.0.0.1:${port}`,
      BACKLINE_OIDC_CLIENT_ID: 'backline',
      BACKLINE_OIDC_NAME: 'Example login',
      BACKLINE_PORTAL_REGISTRATION: 'open',
      BACKLINE_PORTAL_APPLICATIONS_MAX: '100',
    }
    portal = await startPortal({ folder, environment })
    provider = await startOidcProvider({ port, portalOrigin: portal.origin })
    stored = await openAccountService({ ...portal.config, databaseUrl: server.url }, systemPlatform)
  })
  after(async () => {
    await stored.close()
    await provider.stop()
    await portal.stop()
    await proxy.close()
    await valkey.stop()
    await server.stop()
  })

  const newApplication = async (browser: Browser, name: string): Promise<string> => {
    const made = (await browser.ask('/applications', { name })).json()
    return String(made['applicationId'])
  }
  const newScene = async (): Promise<Scene> => {
    const browser = await portal.signIn()
    const { developer } = (await browser.ask('/sign-in')).json() as {
      readonly developer: { readonly developerId: string }
    }
    const applicationId = await newApplication(browser, 'bot')
    return { browser, developerId: developer.developerId, applicationId }
  }
  const applicationsOf = async ({ developerId }: Scene) =>
    (await stored.applications.list(developerId)).map(({ name }) => name)
  const keysOf = async ({ developerId }: Scene) =>
    (await stored.applications.list(developerId)).flatMap(({ keys }) => keys)
  const codeOf = (answer: Loaded) => (answer.status === 200 ? 'done' : answer.json()['code'])
  const under = async <Result>(faults: Partial<TcpFaults>, work: () => Promise<Result>) => {
    const normal = Object.fromEntries(
      Object.keys(faults).map((name) => [name, proxy.faults[name as keyof TcpFaults]]),
    )
    proxy.set(faults)
    try {
      return await work()
    } finally {
      proxy.set(normal)
    }
  }

  describe('answers a change that took too long with 503, and it is never made:', () => {
    it('one that waited for a lock', async () => {
      const scene = await newScene()
      const holder = new Client({ connectionString: server.url })
      await holder.connect()
      await holder.query('begin')
      await holder.query('select 1 from developers where id = $1 for update', [scene.developerId])
      const startMs = performance.now()
      const answer = await scene.browser.ask('/applications', { name: 'too late' })
      const tookMs = performance.now() - startMs
      await holder.query('rollback')
      await holder.end()
      await sleep(SETTLED_MS)
      assert.deepEqual([codeOf(answer), answer.headers['retry-after']], ['unavailable', '5'])
      assert.deepEqual(await applicationsOf(scene), ['bot'])
      assert.ok(tookMs > 4_500 && tookMs < 5_900, `${tookMs} ms`)
    })

    it('one whose statements were slow, each in time', async () => {
      const scene = await newScene()
      const answer = await under({ delayMs: 1_200 }, () =>
        scene.browser.ask('/applications', { name: 'too late' }),
      )
      await sleep(SETTLED_MS)
      assert.equal(codeOf(answer), 'unavailable')
      assert.deepEqual(await applicationsOf(scene), ['bot'])
      assert.equal(codeOf(await scene.browser.ask('/applications', { name: 'next' })), 'done')
    })
  })

  describe('says that the outcome is unknown, and not when to repeat the change,', () => {
    const isUnknown = (answer: Loaded) => {
      assert.deepEqual([answer.status, codeOf(answer)], [503, 'outcome_unknown'])
      assert.match(String(answer.json()['detail']), /may or may not have been made/)
      assert.equal(answer.headers['retry-after'], undefined)
    }

    it('when the reply to COMMIT is lost', async () => {
      const scene = await newScene()
      const cutReplyTo = ['insert into "applications"', 'commit']
      isUnknown(
        await under({ cutReplyTo }, () => scene.browser.ask('/applications', { name: 'unknown' })),
      )
      assert.deepEqual(await applicationsOf(scene), ['bot', 'unknown'])
    })

    it('when COMMIT is still under way after 5 s', async () => {
      const scene = await newScene()
      isUnknown(
        await under({ lateNextMs: 6_000, lateNextOf: 'commit' }, () =>
          scene.browser.ask('/applications', { name: 'unknown' }),
        ),
      )
      assert.deepEqual(await applicationsOf(scene), ['bot'])
      await sleep(1_000 + SETTLED_MS)
      assert.deepEqual(await applicationsOf(scene), ['bot', 'unknown'])
    })
  })

  describe('whichever statement loses its reply,', () => {
    const changes: Readonly<Record<string, (scene: Scene) => Promise<() => Promise<Loaded>>>> = {
      'a key is created': async ({ browser, applicationId }) => {
        return () => browser.ask(`/applications/${applicationId}/keys`, KEY)
      },
      'a key is rotated': async ({ browser, applicationId }) => {
        const made = await browser.ask(`/applications/${applicationId}/keys`, KEY)
        const { key } = made.json() as { readonly key: { readonly keyId: string } }
        return () => browser.ask(`/keys/${key.keyId}/rotate`, { overlapHours: 1 })
      },
    }
    for (const [name, prepare] of Object.entries(changes)) {
      it(`${name} if the portal says so, and not if it is unavailable`, async () => {
        const codes: unknown[] = []
        // One developer: sign-ins are limited.
        const signedIn = await newScene()
        for (let later = 0; codes.at(-1) !== 'done'; later += 1) {
          const applicationId = await newApplication(signedIn.browser, `bot ${later}`)
          const scene = { ...signedIn, applicationId }
          const change = await prepare(scene)
          const keysBefore = (await keysOf(scene)).length
          // From the statement that locks the application.
          const cutReplyTo = ['for no key update', ...Array<string>(later).fill('')]
          const answer = await under({ cutReplyTo }, change)
          const code = codeOf(answer)
          const made = (await keysOf(scene)).length - keysBefore
          if (code !== 'outcome_unknown') assert.equal(made, code === 'done' ? 1 : 0, `${later}`)
          codes.push(code)
        }
        const isLost = (code: unknown) => code === 'unavailable'
        assert.deepEqual(codes, [...codes.filter(isLost), 'outcome_unknown', 'done'])
        assert.ok(codes.length > 8, codes.join())
      })
    }

    it('a key whose COMMIT was answered reaches the page', async () => {
      const { browser, applicationId } = await newScene()
      const cutReplyTo = ['insert into "keys"', 'commit', '']
      const answer = await under({ cutReplyTo }, () =>
        browser.ask(`/applications/${applicationId}/keys`, KEY),
      )
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await stored.keys.accepts(String(answer.json()['text'])), true)
    })
  })

  describe('leads whoever comes back from a provider to a page,', () => {
    const begin = (query = '') => `${portal.origin}${PROVIDER_PATH}${query}`
    const underWay = async (browser: Browser, query?: string) => {
      const name = crypto.randomUUID()
      await provider.become({ subject: `subject of ${name}`, claims: { name } })
      const isReturn = ({ pathname }: URL) => pathname === PROVIDER_RETURN_PATH
      return (await browser.follow(begin(query), isReturn)).url
    }
    const pathOf = ({ url }: Loaded) => url.pathname + url.search

    const returnUnder = async (faults: Partial<TcpFaults>) => {
      const browser = portal.browser()
      const back = await underWay(browser)
      const end = await under(faults, () => browser.follow(back))
      assert.equal(pathOf(end), '/portal/sign-in?problem=portal_unavailable')
      assert.match(end.headers['content-type'] ?? '', /^text\/html/)
      assert.equal(browser.cookies.get(portal.origin)?.size, 0)
      assert.equal(pathOf(await browser.follow(begin())), '/portal')
    }

    it('while the accounts refuse connections', () => returnUnder({ refusing: true }))

    it('while the accounts do not answer', () => returnUnder({ blackHole: true }))

    it('also when they begin while the accounts refuse connections', async () => {
      const browser = await portal.signIn()
      const end = await under({ refusing: true }, () => browser.follow(begin('?add')))
      assert.equal(pathOf(end), '/portal/sign-in?problem=portal_unavailable')
    })

    it('which says that a person may have been added when the reply to COMMIT is lost', async () => {
      const browser = await portal.signIn()
      const back = await underWay(browser, '?add')
      const cutReplyTo = ['insert into "identities"', 'commit']
      const end = await under({ cutReplyTo }, () => browser.follow(back))
      assert.equal(pathOf(end), '/portal/sign-in?problem=outcome_unknown')
      const { identities } = (await browser.ask('/identities')).json() as {
        readonly identities: readonly unknown[]
      }
      assert.equal(identities.length, 1)
    })
  })

  it('says when to read the quota again while its store is away, as the API does', async () => {
    const { browser } = await newScene()
    const { text } = await portal.issueKey()
    const read = async () => {
      const ofSession = await browser.ask('/quota')
      const ofKey = await send(portal.origin, '/api/developer/v1/quota', { key: text })
      return [{ ...ofSession, json: ofSession.json() }, ofKey]
    }
    assert.deepEqual(
      (await read()).map(({ status }) => status),
      [200, 200],
    )
    await valkey.end('SIGKILL')
    try {
      for (const { status, headers, json } of await read()) {
        assert.deepEqual([status, headers['retry-after']], [503, '5'])
        assert.equal((json as { readonly code: string }).code, 'unavailable')
      }
    } finally {
      await valkey.start()
    }
  })
})
