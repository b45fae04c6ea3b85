import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { get } from '../acceptance/run-backline.ts'
import { skip } from './open-browser.ts'
import { checkPage, openPortalPage } from './open-portal-page.ts'
import { button, startPortalServer, type PortalServer } from './start-portal-server.ts'
import { tabTo } from './tab-to.ts'

// A stranger's way in, in two real browsers over a real server: the stranger's, a phone, and the
// operator's.
let portal: PortalServer

before(async () => {
  if (skip !== false) return
  portal = await startPortalServer({ BACKLINE_STARTER_PLAN: 'starter' })
  const set = ['plans', 'set', 'starter', '--minute', '9', '--scopes', 'game:rankings']
  assert.equal(portal.run(...set).status, 0)
})
after(async () => {
  if (skip === false) await portal.stop()
})

/** Signs in as an operator by a link of the command line. */
async function openOperator(): Promise<Page> {
  const { page } = await portal.signInOperator('Olga')
  await page.getByRole('heading', { name: 'Get your first key in a minute' }).waitFor()
  return page
}

/** Requests access with the keyboard alone; returns the link of the request. */
async function requestAccess(page: Page, name: string): Promise<string> {
  await tabTo(page, 'Request access')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Request access' }).waitFor()
  await checkPage(page)
  await tabTo(page, 'Your name')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  // The focus is on the first field that is missing.
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('A bot that posts cutoffs.')
  await tabTo(page, 'How can operators reach you?')
  await page.keyboard.type('zoe@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Request sent. Keep your link.' }).waitFor()
  await page.getByText('An operator has not decided yet.').waitFor()
  await checkPage(page)
  return (await page.locator('.issued code').textContent()) ?? ''
}

describe('a way in without knowing the operator', { skip }, () => {
  it('goes from the request over the approval and a key to its first request in the list', async () => {
    const operator = await openOperator()
    const { page, wrong } = await openPortalPage(portal.browser, portal.server.origin, {
      viewport: { width: 360, height: 740 },
    })
    await page.goto(`${portal.server.origin}/portal`)
    const link = await requestAccess(page, 'Zoe')
    assert.match(link, /\/portal\/request-access#[\w-]{43}$/)

    await operator.getByRole('link', { name: 'Operator' }).click()
    await operator.getByRole('link', { name: 'Access requests' }).first().click()
    await operator.getByText('A bot that posts cutoffs.').waitFor()
    await checkPage(operator)
    await button(operator, 'Approve the request by Zoe').click()
    const dialog = operator.getByRole('dialog')
    await dialog.getByLabel('Answer').fill('Welcome, Zoe.')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await operator.getByText('No one is waiting.').waitFor()

    // The link works in another browser, too, and its tab remembers it.
    const other = await openPortalPage(portal.browser, portal.server.origin)
    await other.page.goto(link)
    await other.page.getByText('Welcome, Zoe.').waitFor()
    await other.page.reload()
    await other.page.getByText('Welcome, Zoe.').waitFor()
    assert.doesNotMatch(other.page.url(), /#/)
    await other.page.context().close()

    // Where it was sent, the page looks every 15 seconds.
    await page.getByText('Welcome, Zoe.').waitFor({ timeout: 30_000 })
    await checkPage(page)
    await button(page, 'Sign in').click()
    await page.getByRole('heading', { name: 'Sign in as Zoe?' }).waitFor()
    await button(page, 'Sign in').click()
    await page.getByLabel('Application name').fill('Cutoff bot')
    await button(page, /Create/).click()
    await page.getByRole('heading', { name: 'Cutoff bot' }).waitFor()
    // The starter plan has one scope.
    await page.getByLabel('Decks').waitFor({ state: 'detached' })
    await page.getByLabel('Rankings').check()
    await page.getByLabel('Japan').check()
    await button(page, 'Create key').click()
    await page.getByRole('heading', { name: 'Your key is ready' }).waitFor()
    const [key = '', curl = ''] = await page.locator('.issued code').allTextContents()
    await button(page, 'I have copied the key').click()
    const answer = await get(/(http:\S+?)['"]?$/.exec(curl)?.[1] ?? '', key)
    assert.equal(answer.status, 200)

    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('table').getByText(String(answer.status)).first().waitFor()
    await checkPage(page)

    await page.getByRole('link', { name: 'Plan', exact: true }).click()
    await page.getByText('Yours').waitFor()
    await checkPage(page)
    await page.getByLabel('What will you use it for?').fill('Four regions, please.')
    await page.getByLabel('How can operators reach you?').fill('zoe@example.org')
    await button(page, 'Send').click()
    await page.getByRole('table').getByText('Four regions, please.').waitFor()
    await operator.reload()
    await button(operator, 'Deny the request by Zoe').click()
    await dialog.getByLabel('Answer').fill('One is enough for now.')
    await dialog.getByRole('button', { name: 'Deny' }).click()
    await operator.getByText('No one is waiting.').waitFor()
    await page.reload()
    await page.getByText('One is enough for now.').waitFor()

    await page.getByLabel('Your account: Zoe').click()
    await page.locator('header').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Request access' }).waitFor()
    assert.deepEqual(wrong, [])
    await page.context().close()
    await operator.context().close()
  })
})
