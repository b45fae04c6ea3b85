import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { get } from '../acceptance/run-backline.ts'
import { skip } from './open-browser.ts'
import { checkPage, openPortalPage } from './open-portal-page.ts'
import { button, startPortalServer, type PortalServer } from './start-portal-server.ts'

// What an operator does, in a real browser over a real server.
let portal: PortalServer

before(async () => {
  if (skip === false) portal = await startPortalServer()
})
after(async () => {
  if (skip === false) await portal.stop()
})

/** Goes to a page of the operator. */
async function goTo(page: Page, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Operator pages' })
  await nav.getByRole('link', { name, exact: true }).click()
}

/** Makes an application with a key for the boards of Japan, and returns the key. */
async function makeKey(page: Page): Promise<string> {
  await page.getByLabel('Application name').fill('Cutoff bot')
  await button(page, /Create/).click()
  await page.getByRole('heading', { name: 'Cutoff bot' }).waitFor()
  await page.getByLabel('Rankings').check()
  await page.getByLabel('Japan').check()
  await button(page, 'Create key').click()
  await page.getByRole('heading', { name: 'Your key is ready' }).waitFor()
  return (await page.locator('.issued code').first().textContent()) ?? ''
}

/**
 * Asks until an answer has this status, and fails where that takes longer than a second and a half.
 */
async function becomes(status: number, key: string): Promise<void> {
  const sinceMs = performance.now()
  while ((await ask(key)).status !== status) {
    assert.ok(performance.now() - sinceMs < 1_500, `not ${status} within a second`)
  }
}

/** Asks for the board that the demo offers. */
const ask = (key: string) => get(/(http:\S+?)['"]?$/.exec(portal.server.curl)?.[1] ?? '', key)

describe('an operator', { skip }, () => {
  it('invites, sees what is used, sets limits, suspends and reinstates', async () => {
    const { page, wrong } = await portal.signInOperator('Grace')

    await page.getByRole('link', { name: 'Operator' }).click()
    await page.getByRole('heading', { name: 'Service' }).waitFor()
    await goTo(page, 'Invitations')
    await page.getByLabel('Developer name').fill('Ann <b>')
    await button(page, 'Create link').click()
    const invitation = (await page.locator('.operator-link code').textContent()) ?? ''
    await button(page, 'Done').click()
    await page.getByRole('row', { name: /Ann <b>\s+Open/ }).waitFor()

    const ann = await openPortalPage(portal.browser, portal.server.origin)
    await ann.page.goto(invitation)
    await button(ann.page, 'Sign in').click()
    const key = await makeKey(ann.page)
    const answered = await ask(key)
    assert.equal(answered.status, 200)
    const requestId = answered.headers.get('x-request-id') ?? ''

    await goTo(page, 'Developers')
    await page.getByRole('row', { name: /Ann <b>\s+Active.*\s1\s/ }).waitFor()
    await page.getByRole('link', { name: 'Ann <b>' }).click()
    await page.getByText('1 admitted').first().waitFor()
    await page.getByRole('group', { name: 'Cutoff bot' }).getByText('Rankings').waitFor()
    await checkPage(page)

    const form = page.getByRole('region', { name: 'Plan and limits' })
    await form.getByLabel('Per day').fill('1')
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    await becomes(429, key)
    await form.getByLabel('Per day').fill('')
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()

    await button(page, 'Suspend').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await becomes(401, key)
    await ann.page.goto(`${portal.server.origin}/portal/usage`)
    await ann.page.waitForURL(/\/portal\/sign-in/)
    await button(page, 'Reinstate').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
    await becomes(200, key)

    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByLabel('Request ID').fill(requestId)
    await button(page, 'Look up').click()
    await page.getByRole('heading', { name: 'Processing steps' }).waitFor()
    await checkPage(page)

    await page.getByRole('link', { name: 'Operator' }).click()
    await page.getByRole('group', { name: 'By developer' }).getByText('Ann <b>').waitFor()
    await goTo(page, 'Full audit trail')
    await page.getByText('Account suspended, all keys rejected').first().waitFor()
    await checkPage(page)
    assert.deepEqual(wrong, [])
  })
})
