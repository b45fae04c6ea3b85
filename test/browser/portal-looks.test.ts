import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { LANGUAGES } from '../../src/platform/language.ts'
import {
  AUDIT,
  IDENTITIES,
  OLD_KEYS,
  portalApplication,
  portalKey,
  SESSIONS,
  SIGNED_IN,
} from '../harness/portal-answers.ts'
import type { PortalFixtures } from '../harness/portal-fixtures.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage, checkWidth } from './open-portal-page.ts'

// Every page that a developer has, as it is seen: small, wide, light, dark, and in each language.
// As many characters as a name may have: a hundred.
const LONG_NAME =
  'A name of as many characters as may be, which is a hundred, and_then_one_word_that_does_not_break_at'
const ANSWERS: PortalFixtures = {
  'sign_in.options': SIGNED_IN,
  'applications.list': {
    applications: [
      portalApplication(...OLD_KEYS),
      { ...portalApplication(), applicationId: 'a_long', name: LONG_NAME },
    ],
    max: 10,
  },
  'applications.get': portalApplication(portalKey({ name: LONG_NAME })),
  'sessions.list': SESSIONS,
  'identities.list': IDENTITIES,
  'audit.list': { entries: [...AUDIT], next: '2' },
}
const PAGES = [
  '/portal',
  '/portal/applications/a_bot',
  '/portal/account',
  '/portal/audit',
  '/portal/leaked',
  '/portal/sign-in',
]
const LOOKS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['on 320 px', { viewport: { width: 320, height: 640 } }],
  ['on 360 px, dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['on 1600 px', { viewport: { width: 1600, height: 900 } }],
]

describe('the looks of the portal, in a browser', { skip }, () => {
  const scene = browsePortal(ANSWERS)

  for (const [name, options] of LOOKS) {
    it(`hold to WCAG AA and to their width ${name}`, async () => {
      const { page, wrong } = await scene.openPage(options)
      for (const path of PAGES) {
        await page.goto(scene.origin + path)
        await page.locator('main:has(h1):not(:has([aria-busy]))').waitFor()
        await checkPage(page)
      }
      assert.deepEqual(wrong, [])
    })
  }

  it('say each page in each language in other words, and fit a phone', async () => {
    const { page, wrong } = await scene.openPage({
      viewport: { width: 360, height: 740 },
    })
    for (const path of PAGES) {
      const said = new Set<string>()
      for (const lang of LANGUAGES) {
        await page.goto(`${scene.origin}${path}?lang=${lang}`)
        await page.locator('main:has(h1):not(:has([aria-busy]))').waitFor()
        assert.equal(await page.locator('html').getAttribute('lang'), lang)
        said.add(await page.locator('main').innerText())
        await (lang === 'en' ? checkPage(page) : checkWidth(page))
      }
      assert.equal(said.size, LANGUAGES.length, path)
    }
    assert.deepEqual(wrong, [])
  })

  it('bring whoever goes to another page to its heading, and say its name in the tab', async () => {
    const { page } = await scene.open('/portal')
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.locator('h1:focus', { hasText: 'Audit trail' }).waitFor()
    assert.equal(await page.title(), 'Audit trail · Backline')
    await page.goBack()
    await page.locator('h1:focus', { hasText: 'Applications' }).waitFor()
    assert.equal(
      await page.getByRole('link', { name: 'Applications' }).getAttribute('aria-current'),
      'page',
    )
  })

  it('say that there is no network, and go on when it is back', async () => {
    const { page } = await scene.open('/portal')
    await page.getByRole('link', { name: 'Cutoff bot' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByRole('alert').getByText('The portal is unreachable.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Limits changed').waitFor()
    assert.equal(await page.getByText('You are offline.').count(), 0)
  })
})
