import assert from 'node:assert/strict'
import { openAccounts } from '../../src/accounts/store/open-configured-accounts.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { HOUR_MS } from '../../src/platform/time/time-units.ts'
import { createBrowser, type Browser } from '../harness/create-browser.ts'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../harness/start-test-service.ts'

/** A service of which only the portal is used. */
export interface PortalUnderTest extends TestService {
  /** Creates a sign-in link as the command line does; returns its secret. */
  invite(about?: {
    readonly name?: string
    readonly isOperator?: boolean
    readonly lifetimeMs?: number
  }): Promise<{ readonly name: string; readonly invitationId: string; readonly token: string }>
  /** Suspends a developer. */
  suspend(name: string): Promise<void>
  /** Returns a browser in which a developer of this name has signed in with a link. */
  signIn(about?: { readonly name?: string; readonly isOperator?: boolean }): Promise<Browser>
  /** Returns a browser without cookies. */
  browser(): Browser
}

/** Starts a service whose gateway is never called, so that it needs no dataset. */
export async function startPortal(options: TestServiceOptions): Promise<PortalUnderTest> {
  const service = await startTestService({
    ...options,
    environment: {
      BACKLINE_GATEWAY_URL: 'http://127.0.0.1:9',
      BACKLINE_GATEWAY_KEY: 'nobody-is-asked-for-it',
      BACKLINE_PORTAL_MINUTE: '1000000',
      ...options.environment,
    },
  })
  const { accounts } = service
  const browser = () => createBrowser(service.service.portalOrigin)
  const invite: PortalUnderTest['invite'] = async (about = {}) => {
    const { name = `developer ${crypto.randomUUID()}`, isOperator = false } = about
    const { lifetimeMs = HOUR_MS } = about
    const known = await accounts.developers.findByName(name)
    const developer = known === undefined ? { name } : { developerId: known.developerId }
    const made = await accounts.signIn.invite({ ...developer, isOperator, lifetimeMs }, COMMAND)
    assert.ok(typeof made === 'object', JSON.stringify(made))
    return made
  }
  return {
    ...service,
    suspend: async (name) => {
      const { database, close } = await openAccounts(service.config, systemPlatform.clock)
      const set = { suspended_at_ms: systemPlatform.clock.nowMs() }
      await database.updateTable('developers').set(set).where('name', '=', name).execute()
      await close()
    },
    browser,
    invite,
    signIn: async (about) => {
      const { token } = await invite(about)
      const made = browser()
      const answer = await made.ask('/sign-in/link', { token })
      assert.equal(answer.status, 200, answer.text)
      return made
    },
  }
}

/** The name of the session cookie when browsers reach the portal without TLS. */
export const SESSION_COOKIE = 'backline-session'

/** Returns the name of the developer who is signed in in a browser. */
export async function nameIn(browser: Browser): Promise<string | undefined> {
  const { developer } = (await browser.ask('/sign-in')).json() as {
    readonly developer?: { readonly name: string }
  }
  return developer?.name
}
