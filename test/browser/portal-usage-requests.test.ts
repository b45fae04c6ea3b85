import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import { SIGNED_IN } from '../harness/portal-answers.ts'
import type { PortalFixtures } from '../harness/portal-fixtures.ts'
import { OPERATOR_SIGNED_IN } from '../harness/portal-operator-answers.ts'
import {
  REFUSED_REQUEST,
  REQUEST_ID,
  requestsBefore,
  usageOf,
} from '../harness/portal-usage-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage, checkWidth } from './open-portal-page.ts'

// What became of a request, in a real browser.
const UNKNOWN_ID = '0'.repeat(24)
const NOW_MS = Date.now()
const ANSWERS: PortalFixtures = {
  'sign_in.options': SIGNED_IN,
  'usage.read': usageOf(NOW_MS),
  'requests.list': { requests: requestsBefore(NOW_MS, 3), searchedToMs: NOW_MS - DAY_MS },
  'requests.get': ({ path }) =>
    path.requestId === REQUEST_ID
      ? REFUSED_REQUEST
      : new PortalError('not_found', 'There is no such request.'),
}

describe('what became of a request, in a browser', { skip }, () => {
  const scene = browsePortal(ANSWERS)

  it('is found with the keyboard alone by whatever the id stands in', async () => {
    const { page, wrong } = await scene.open('/portal/requests')
    await page.getByLabel('Request ID').focus()
    await page.keyboard.insertText(
      `{"code":"quota_exceeded","requestId":"${REQUEST_ID.toUpperCase()}"}`,
    )
    await page.keyboard.press('Enter')
    await page.waitForURL(`${scene.origin}/portal/requests/${REQUEST_ID}`)
    await page.getByRole('heading', { name: 'Processing steps' }).waitFor()
    assert.match(
      await page.locator('main').innerText(),
      /429\s+quota_exceeded\s+Stopped at: Limits\./,
    )
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
    await checkPage(page)
    assert.deepEqual(wrong, [])
  })

  it('is told stage by stage, in their order, with what each one found', async () => {
    const { page } = await scene.open(`/portal/requests/${REQUEST_ID}`)
    const stages = page.locator('.usage-trace > li')
    await stages.first().waitFor()
    const heads = await stages.locator('h3').allInnerTexts()
    assert.deepEqual(heads, [
      'Path Passed',
      'Key Passed',
      'Region Passed',
      'Scope Passed',
      'Parameters Passed',
      'Limits Rejected',
      'Cache Not reached',
      'Game Not reached',
    ])
    const limits = await stages.nth(5).innerText()
    assert.match(limits, /This minute\s+60 of 60 used/)
    assert.match(limits, /Limit exceeded\s+Requests per minute/)
  })

  it('says what is no id, and asks nothing', async () => {
    const { page } = await scene.open('/portal/requests')
    await page.getByLabel('Request ID').fill('hello')
    scene.asked.splice(0)
    await page.getByRole('button', { name: 'Look up' }).click()
    const field = page.getByLabel('Request ID')
    await page.getByText('This text contains no request ID.').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'INPUT')
    assert.deepEqual(scene.asked, [])
    await checkPage(page)
  })

  it('says of an unknown one how long and whose requests are kept', async () => {
    const { page } = await scene.open(`/portal/requests/${UNKNOWN_ID}`)
    await page.getByText('Request not found.').waitFor()
    assert.match(
      await page.locator('main').innerText(),
      /24 hours, and you see only those of your own keys/,
    )
    await checkPage(page)
    scene.answers['requests.get'] = { ...REFUSED_REQUEST, requestId: UNKNOWN_ID }
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Processing steps' }).waitFor()
  })

  it('says to operators that they see all', async () => {
    const { page } = await scene.open(`/portal/requests/${UNKNOWN_ID}`, {
      'sign_in.options': OPERATOR_SIGNED_IN,
    })
    await page.getByText('Request not found.').waitFor()
    assert.doesNotMatch(await page.locator('main').innerText(), /your own keys/)
  })

  it('shows what a newer server finds, though there is no word for it', async () => {
    const [route, ...others] = REFUSED_REQUEST.stages
    assert.ok(route)
    const { page } = await scene.open(`/portal/requests/${REQUEST_ID}`, {
      'requests.get': {
        ...REFUSED_REQUEST,
        stages: [{ ...route, facts: { weather: '<b>rain</b>' } }, ...others],
      },
    })
    const stage = page.locator('.usage-trace > li').first()
    await stage.waitFor()
    assert.match(await stage.innerText(), /weather\s+<b>rain<\/b>/)
  })

  it('fits on a small phone in the dark, in every language', async () => {
    const { page } = await scene.open(
      '/portal/requests',
      {},
      {
        viewport: { width: 320, height: 640 },
        colorScheme: 'dark',
      },
    )
    for (const lang of ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko']) {
      await page.goto(`${scene.origin}/portal/requests/${REQUEST_ID}?lang=${lang}`)
      await page.locator('.usage-trace > li').first().waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      await (lang === 'en' ? checkPage(page) : checkWidth(page))
    }
  })
})
