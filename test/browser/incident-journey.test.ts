import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { skip } from './open-browser.ts'
import { checkPage, openPortalPage } from './open-portal-page.ts'
import { button, startPortalServer, type PortalServer } from './start-portal-server.ts'

// An incident and planned maintenance, from the operator's view to every page, over a real server.
let portal: PortalServer

before(async () => {
  if (skip === false) portal = await startPortalServer()
})
after(async () => {
  if (skip === false) await portal.stop()
})

/** Signs in as an operator and opens the page of incidents. */
async function openIncidents(): Promise<Page> {
  const { page } = await portal.signInOperator('Olga')
  await page.getByRole('link', { name: 'Operator' }).click()
  await page.getByRole('link', { name: 'Incidents' }).click()
  await page.getByText('No incidents in the last 90 days.').waitFor()
  return page
}

/** A local time as a field of the form takes it, in the time zone of the browser. */
const localTime = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 16)

describe('an incident', { skip }, () => {
  it('goes from its creation to the all-clear, and is on the status page without a reload', async () => {
    const page = await openIncidents()
    await button(page, 'New incident').click()
    await button(page, 'Publish').click()
    await page.getByText('Enter a title of 1 to 200 characters.').waitFor()
    await checkPage(page)
    await page.getByLabel('Title').fill('Slow answers in Japan')
    await page.getByLabel('Impact').selectOption('major')
    await page.getByLabel('Message').fill('We are looking.')
    await page.getByLabel('API with a key').check()
    await button(page, 'Publish').click()
    await page.getByRole('heading', { name: 'Slow answers in Japan' }).waitFor()
    await checkPage(page)

    const { page: status, wrong } = await openPortalPage(portal.browser, portal.server.origin)
    await status.clock.install()
    await status.goto(`${portal.server.origin}/status`)
    // Incidents are cached for ten seconds, and the page looks every thirty of its clock.
    const seen = async (text: string) => {
      const message = status.getByText(text).first()
      for (let look = 0; look < 60 && !(await message.isVisible()); look += 1) {
        await status.clock.fastForward(30_000)
        await status.waitForTimeout(500)
      }
      await message.waitFor()
    }
    await seen('We are looking.')

    await button(page, /^Add a message/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('State').selectOption('resolved')
    await dialog.getByLabel('Message').fill('All is well again.')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('All is well again.').waitFor()
    assert.equal(await button(page, /^Add a message/).count(), 0)
    await seen('All is well again.')
    assert.deepEqual(wrong, [])

    await button(page, 'Plan maintenance').click()
    await page.getByLabel('Title').fill('New database')
    await page.getByLabel('Message').fill('Two hours without the portal.')
    await page.getByLabel(/^Start/).fill(localTime(Date.now() + 2 * 3_600_000))
    await page.getByLabel(/^End/).fill(localTime(Date.now() + 1 * 3_600_000))
    await button(page, 'Publish').click()
    await page.getByText('Enter an end after the start.').waitFor()
    await page.getByLabel(/^End/).fill(localTime(Date.now() + 4 * 3_600_000))
    await button(page, 'Publish').click()
    await page.getByRole('heading', { name: 'New database' }).waitFor()
    await seen('Two hours without the portal.')
    for (const path of [
      '/',
      '/docs',
      '/status',
      '/portal',
      '/missing',
      '/docs/missing',
      '/portal/missing',
    ]) {
      await status.goto(portal.server.origin + path)
      await status.getByText('Planned maintenance').first().waitFor()
      await status.getByText('New database').first().waitFor()
    }
    await status.goto(`${portal.server.origin}/docs`)
    await button(status, 'Close').click()
    await status.reload()
    await status.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await status.locator('.maintenance-banner').count(), 0)
    await page.context().close()
    await status.context().close()
  })
})
