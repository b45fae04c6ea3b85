import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { backline, get, type ServerProcess } from '../acceptance/run-backline.ts'
import { startDemo } from '../acceptance/start-demo.ts'
import { startOidcProvider, type OidcProvider } from '../harness/start-oidc-provider.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser, skip } from './open-browser.ts'
import { checkPage, openPortalPage } from './open-portal-page.ts'

const shell = promisify(execFile)
const dataDir = join(temporaryFolder(), 'data')
let server: ServerProcess
let browser: Browser
let provider: OidcProvider
let port: number

before(async () => {
  if (skip !== false) return
  const [issuerPort, ownPort] = [await freePort(), await freePort()]
  port = ownPort
  server = await startDemo(dataDir, {
    more: {
      BACKLINE_LISTEN: `127.0.0.1:${port}`,
      BACKLINE_OIDC_ISSUER: `http://127.0.0.1:${issuerPort}`,
      BACKLINE_OIDC_CLIENT_ID: 'backline',
      BACKLINE_OIDC_NAME: 'Example login',
      BACKLINE_PORTAL_REGISTRATION: 'open',
    },
  })
  provider = await startOidcProvider({ port: issuerPort, portalOrigin: server.origin })
  browser = await openBrowser()
})
after(async () => {
  if (skip !== false) return
  await browser.close()
  await provider.stop()
  server.kill('SIGTERM')
  await server.ended
})

/** Runs a line as a shell does, and returns the status of the answer. */
async function statusOf(curl: string): Promise<number> {
  const { stdout } = await shell('sh', ['-c', `${curl} -s -o /dev/null -w '%{http_code}'`])
  return Number(stdout)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** What the portal shows once: the key, and the line to paste. */
async function issued(page: Page): Promise<{ readonly key: string; readonly curl: string }> {
  await page.getByRole('heading', { name: 'Your key is ready' }).waitFor()
  const texts = await page.locator('.issued code').allTextContents()
  const [key = '', curl = ''] = texts
  assert.match(key, /^bkl_/)
  assert.ok(curl.includes(key))
  return { key, curl }
}

/** From being signed in to a key that is refused again. */
async function liveOfAKey(page: Page): Promise<void> {
  await page.getByLabel('Application name').fill('Cutoff bot')
  await button(page, /Create/).click()
  await page.getByRole('heading', { name: 'Cutoff bot' }).waitFor()
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
  await checkPage(page)
  await page.getByLabel('Rankings').check()
  await page.getByLabel('Japan').check()
  await button(page, 'Create key').click()
  const first = await issued(page)
  await checkPage(page)
  await button(page, 'Use it in the documentation').click()
  await page.getByText('The samples of the documentation now contain this key').waitFor()
  assert.equal(await page.evaluate("sessionStorage.getItem('backline-docs-key')"), first.key)
  assert.equal(await statusOf(first.curl), 200)
  const target = /(http:\S+?)['"]?$/.exec(first.curl)?.[1] ?? ''
  const elsewhere = target.replace('/jp/', '/kr/')
  const refused = await get(elsewhere, first.key)
  assert.equal(refused.status, 403)
  await button(page, 'I have copied the key').click()

  await button(page, /^Rotate/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const second = await issued(page)
  assert.notEqual(second.key, first.key)
  assert.deepEqual([await statusOf(first.curl), await statusOf(second.curl)], [200, 200])
  await button(page, 'I have copied the key').click()

  const old = page.getByRole('article').filter({ hasText: first.key.split('_')[1] ?? '' })
  await old.getByRole('button', { name: /^Revoke/ }).click()
  const revokedMs = performance.now()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  let admitted = 4
  while ((await get(target, first.key)).status !== 401) {
    admitted += 1
    assert.ok(performance.now() - revokedMs < 1_500, 'a second after it was revoked')
  }
  assert.equal((await get(target, second.key)).status, 200)

  await page.getByRole('link', { name: 'Usage', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  // Every one that was admitted, and no other.
  await page.getByText(new RegExp(`^${admitted} admitted`)).waitFor()
  await page.getByText('insufficient_scope').waitFor()
  await checkPage(page)

  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  const id = String((refused.json as { readonly requestId?: string }).requestId)
  await page.getByLabel('Request ID').fill(id)
  await button(page, 'Look up').click()
  await page.getByText('Stopped at: Region.').waitFor()
  await checkPage(page)
  assert.ok(!(await page.content()).includes(first.key))

  await page.getByRole('link', { name: 'Audit trail' }).click()
  await page.getByRole('heading', { name: 'Audit trail' }).waitFor()
  const trail = page.getByRole('table')
  await trail
    .getByText(first.key.split('_')[1] ?? '')
    .first()
    .waitFor()
  await checkPage(page)
}

describe('a key in a minute', { skip }, () => {
  it('by an invitation: sign in, make a key, use it, rotate it, revoke it', async () => {
    const words = ['developers', 'invite', '--developer', 'Ann', '--json']
    const { status, stdout, stderr } = backline(dataDir, words, {
      BACKLINE_LISTEN: `127.0.0.1:${port}`,
    })
    assert.equal(status, 0, stderr)
    const { link } = JSON.parse(stdout) as { readonly link: string }
    const { page, wrong } = await openPortalPage(browser, server.origin)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Sign in as Ann?' }).waitFor()
    assert.equal(new URL(page.url()).hash, '', 'the secret stays in the address bar')
    await checkPage(page)
    await button(page, 'Sign in').click()
    await liveOfAKey(page)
    assert.deepEqual(wrong, [])

    const again = await openPortalPage(browser, server.origin)
    await again.page.goto(link)
    await again.page.getByText(/no longer works/).waitFor()
    await page.context().close()
    await again.page.context().close()
  })

  it('with a provider, on a phone', async () => {
    await provider.become({ subject: 'ben', claims: { name: 'Ben' } })
    const { page, wrong } = await openPortalPage(browser, 'http://127.0.0.1:', {
      viewport: { width: 360, height: 740 },
    })
    await page.goto(`${server.origin}/portal`)
    await page.getByRole('link', { name: 'Sign in with Example login' }).click()
    await page.getByRole('heading', { name: 'Get your first key in a minute' }).waitFor()
    await liveOfAKey(page)
    await page.getByLabel('Your account: Ben').click()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await page.getByLabel('Your account: Ben').click()
    await page.locator('header').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in with Example login' }).waitFor()
    assert.deepEqual(wrong, [])
    await page.context().close()
  })
})
