import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import { PORTAL_DEVELOPER, SIGNED_IN } from '../harness/portal-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'

// The frame of the portal's pages in a real browser.

describe('the frame of the portal in a browser', { skip }, () => {
  const scene = browsePortal()

  it('shows who is signed in a way to every section, and operators theirs', async () => {
    const { page } = await scene.open('/portal', { 'sign_in.options': SIGNED_IN })
    const nav = page.getByRole('navigation', { name: 'Sections' })
    await nav.waitFor()
    assert.equal(await nav.getByRole('link', { name: 'Operator' }).count(), 0)
    scene.answers['sign_in.options'] = {
      ...SIGNED_IN,
      developer: { ...PORTAL_DEVELOPER, isOperator: true },
    }
    await page.reload()
    await nav.getByRole('link', { name: 'Operator' }).waitFor()
    await checkPage(page)
  })

  it('says why it cannot be shown, and tries again when told', async () => {
    const { page } = await scene.open('/portal', {
      'sign_in.options': new PortalError('unavailable', 'Away.', { retryAfterS: 5 }),
    })
    const alert = page.getByRole('alert')
    await alert.waitFor()
    assert.match(await alert.innerText(), /is temporarily unavailable\..*Try again in 5\ss/)
    assert.match(await alert.innerText(), /request-of-the-test/)
    await checkPage(page)
    scene.answers['sign_in.options'] = SIGNED_IN
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  })

  it('speaks the language and wears the colours that were chosen, from page to page', async () => {
    const { page } = await scene.open('/portal', { 'sign_in.options': SIGNED_IN })
    await page.getByLabel('Your account').click()
    await page.getByLabel('Language').selectOption('ja')
    await page.getByLabel('テーマ').selectOption('dark')
    await page.getByRole('link', { name: '監査ログ' }).click()
    await page.reload()
    // The page's script applies both after the document has loaded.
    await page.locator('html[lang="ja"][data-theme="dark"]').waitFor({ state: 'attached' })
    await page.goto(`${scene.origin}/portal?lang=ko`)
    await page.getByRole('link', { name: '감사 로그' }).waitFor()
  })
})
