import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openAccounts } from '../../src/accounts/store/open-configured-accounts.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { PortalOperation } from '../../src/portal/contract/portal-operation.ts'
import { PORTAL_OPERATIONS } from '../../src/portal/contract/portal-operations.ts'
import type { Browser } from '../harness/create-browser.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal, type PortalUnderTest } from './start-portal.ts'

// Requests that another site can make the browser of an operator send: with all cookies, and
// without effect.

const folder = temporaryFolder()
const POSTS = Object.entries<PortalOperation>(PORTAL_OPERATIONS).filter(
  ([, { method }]) => method === 'POST',
)

/** The complete content of the accounts, for comparison. */
async function everything({ config }: PortalUnderTest): Promise<unknown> {
  const { database, close } = await openAccounts(config, systemPlatform.clock)
  const tables = [
    'developers',
    'applications',
    'keys',
    'sessions',
    'invitations',
    'audit',
    'identities',
    'access_requests',
    'incidents',
    'webhooks',
    'webhook_messages',
  ] as const
  const rows = await Promise.all(
    tables.map((table) => database.selectFrom(table).selectAll().orderBy('id').execute()),
  )
  await close()
  return rows
}

for (const [name, url] of [
  ['whose origin is set', 'https://portal.example.org'],
  ['whose origin is what a browser calls it', ''],
] as const) {
  describe(`a portal ${name}`, () => {
    let portal: PortalUnderTest
    let operator: Browser
    let token: string
    let own: string
    before(async () => {
      const environment = url === '' ? {} : { BACKLINE_PORTAL_URL: url }
      portal = await startPortal({ folder: join(folder, url.slice(0, 5)), environment })
      own = url === '' ? portal.origin : url
      operator = portal.browser()
      const first = await portal.invite({ isOperator: true })
      const signedIn = await operator.ask(
        '/sign-in/link',
        { token: first.token },
        { headers: { origin: own } },
      )
      assert.equal(signedIn.status, 200, signedIn.text)
      token = (await portal.invite()).token
    })
    after(() => portal.stop())

    const SENT: Readonly<Record<string, () => Record<string, string | undefined>>> = {
      'neither line': () => ({ origin: undefined, 'sec-fetch-site': undefined }),
      'a foreign origin': () => ({ origin: 'https://evil.example', 'sec-fetch-site': undefined }),
      'a foreign origin, and says so': () => ({
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      }),
      'the origin of a sandbox': () => ({ origin: 'null', 'sec-fetch-site': undefined }),
      'a sibling origin': () => ({
        origin: own.replace('//', '//evil.'),
        'sec-fetch-site': undefined,
      }),
      'the origin of a subdomain of another': () => ({
        origin: `${own}.evil.example`,
        'sec-fetch-site': undefined,
      }),
      'another port': () => ({
        origin: own.replace(/(?::\d+)?$/, ':1'),
        'sec-fetch-site': undefined,
      }),
      'another scheme': () => ({
        origin: own.replace(/^https?/, (scheme) => (scheme === 'http' ? 'https' : 'http')),
        'sec-fetch-site': undefined,
      }),
      'a same-site request': () => ({ origin: own, 'sec-fetch-site': 'same-site' }),
      'a cross-site request': () => ({ origin: own, 'sec-fetch-site': 'cross-site' }),
      'a request that no page sends': () => ({ origin: own, 'sec-fetch-site': 'none' }),
      'two lines of the origin': () => ({
        origin: `${own}, https://evil.example`,
        'sec-fetch-site': undefined,
      }),
    }

    it('rejects every changing operation that another site sends', async () => {
      const untouched = await everything(portal)
      for (const [id, { path }] of POSTS) {
        const target = path.replaceAll(/\{\w+\}/g, 'x')
        for (const [what, headers] of Object.entries(SENT)) {
          const answer = await operator.ask(target, { token }, { headers: headers() })
          assert.equal(answer.status, 403, `${id} from ${what}: ${answer.text}`)
          assert.equal(answer.json()['code'], 'forbidden')
          assert.deepEqual(answer.setCookies, [])
        }
      }
      assert.deepEqual(await everything(portal), untouched)
    })

    it('rejects every form submission', async () => {
      const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
      for (const type of [...forms, undefined]) {
        const headers = { origin: own, 'content-type': type }
        const answer = await operator.ask('/sign-in/link', { token }, { headers })
        assert.equal(answer.status, 400, String(type))
      }
    })

    it('accepts the same from a page of the portal', async () => {
      const answer = await portal
        .browser()
        .ask('/sign-in/link/look', { token }, { headers: { origin: own } })
      assert.equal(answer.status, 200, answer.text)
    })

    it('prevents other sites from reading answers, and all pages from framing it', async () => {
      const headers = { origin: 'https://evil.example' }
      const answer = await operator.ask('/sign-in', undefined, { headers })
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
      assert.match(answer.headers['content-security-policy'] ?? '', /frame-ancestors 'none'/)
      const asks = await operator.load(`${portal.origin}/portal/api/v1/sign-in/link`, {
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      assert.equal(asks.headers['access-control-allow-origin'], undefined)
      assert.notEqual(asks.status, 204)
    })
  })
}
