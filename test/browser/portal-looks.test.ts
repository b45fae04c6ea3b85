import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { LANGUAGES } from '../../src/platform/language.ts'
import {
  ACCESS_REQUESTS,
  AUDIT,
  PLANS,
  IDENTITIES,
  OLD_KEYS,
  portalApplication,
  portalKey,
  SESSIONS,
  SIGNED_IN,
  SIGNED_OUT,
} from '../harness/portal-answers.ts'
import type { PortalFixtures } from '../harness/portal-fixtures.ts'
import {
  healthOf,
  OPERATOR_SIGNED_IN,
  operatorUsageOf,
  serviceOf,
} from '../harness/portal-operator-answers.ts'
import { latencyOf, quotaOf, requestsBefore, usageOf } from '../harness/portal-usage-answers.ts'
import { HOUR_MS } from '../../src/platform/time/time-units.ts'
import { DELIVERY, WEBHOOK } from '../harness/portal-webhook-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage, checkWidth } from './open-portal-page.ts'
import { readVitals } from './page-vitals.ts'

// Every page that a developer has, as it is seen: small, wide, light, dark, and in each language.
// As many characters as a name may have: a hundred.
const LONG_NAME =
  'A name of as many characters as may be, which is a hundred, and_then_one_word_that_does_not_break_at'
const ANSWERS: PortalFixtures = {
  'sign_in.options': { ...SIGNED_IN, canRequestAccess: true, contact: 'ops@example.org' },
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
  'plans.list': PLANS,
  'access.own': { requests: [...ACCESS_REQUESTS] },
  'webhooks.list': { webhooks: [WEBHOOK], max: 20 },
  'webhooks.get': WEBHOOK,
  'webhooks.deliveries': { deliveries: [DELIVERY] },
  'audit.list': { entries: [...AUDIT], next: '2' },
}
const NOW_MS = Date.now()
const LOADED: PortalFixtures = {
  'usage.quota': quotaOf(NOW_MS, 8_500),
  'usage.read': usageOf(NOW_MS),
  'usage.latency': latencyOf(NOW_MS),
  'requests.list': { requests: requestsBefore(NOW_MS, 50), searchedToMs: NOW_MS - HOUR_MS },
  'operator.service': serviceOf(NOW_MS),
  'operator.usage': operatorUsageOf(NOW_MS),
  'operator.latency': latencyOf(NOW_MS),
  'operator.health': healthOf(NOW_MS),
}
const PAGES = [
  '/portal',
  '/portal/applications/a_bot',
  '/portal/account',
  '/portal/audit',
  '/portal/leaked',
  '/portal/sign-in',
  '/portal/plan',
  '/portal/request-access',
  '/portal/webhooks',
  '/portal/webhooks/wh_alerts',
]
const LOOKS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['on 320 px', { viewport: { width: 320, height: 640 } }],
  ['on 360 px, dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['on 1600 px', { viewport: { width: 1600, height: 900 } }],
]

/** Pages whose layout may shift by 0.05 while they load (web.dev/cls), and who opens them. */
const SETTLED: readonly (readonly [path: string, options: PortalFixtures['sign_in.options']])[] = [
  ['/portal/sign-in', { ...SIGNED_OUT, canRequestAccess: true, provider: 'Keycloak' }],
  ['/portal', SIGNED_IN],
  ['/portal/applications/a_bot', SIGNED_IN],
  ['/portal/usage', SIGNED_IN],
  ['/portal/requests', SIGNED_IN],
  ['/portal/operator', OPERATOR_SIGNED_IN],
]

/** Holds each answer of the portal until the page has painted what it has, one after the other. */
async function answerSlowly(page: Page): Promise<void> {
  let before = Promise.resolve()
  const answer = async (route: Route, last: Promise<void>) => {
    await last
    for (let frame = 0; frame < 3; frame += 1) {
      await page.evaluate('new Promise(requestAnimationFrame)').catch(() => undefined)
    }
    await route.continue()
  }
  await page.route('**/portal/api/**', (route) => (before = answer(route, before)))
}

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

  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 900 },
  ]) {
    it(`stay where they are while answers arrive, on ${viewport.width} px`, async () => {
      const { page } = await scene.openPage({ viewport })
      Object.assign(scene.answers, LOADED)
      await answerSlowly(page)
      for (const [path, options] of SETTLED) {
        Object.assign(scene.answers, { 'sign_in.options': options })
        await page.goto(scene.origin + path)
        await page.locator('header.top :is(nav, summary)').first().waitFor()
        await page.locator('main:has(h1):not(:has([aria-busy]))').waitFor()
        // The last answer: 80 % of the quota are used.
        if (options !== SETTLED[0]?.[1]) await page.locator('.quota-alert').waitFor()
        const { cls, shifted } = await readVitals(page)
        assert.ok(cls <= 0.05, `${path}: ${cls.toFixed(3)}\n${shifted.join('\n')}`)
      }
    })
  }

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
