import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { SIGNED_IN } from '../harness/portal-answers.ts'
import type { PortalFixtures } from '../harness/portal-fixtures.ts'
import { OPERATOR_SIGNED_IN } from '../harness/portal-operator-answers.ts'
import { requestsBefore, REFUSED_REQUEST, usageOf } from '../harness/portal-usage-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage, checkWidth } from './open-portal-page.ts'

// The list of requests, in a real browser.
const NOW_MS = Date.now()
const CURSOR = 'b'.repeat(36)
const ALL = requestsBefore(NOW_MS, 8)
const ANSWERS: PortalFixtures = {
  'sign_in.options': SIGNED_IN,
  'usage.read': usageOf(NOW_MS),
  'requests.get': REFUSED_REQUEST,
  'requests.list': ({ query: { before, status } }) => {
    if (status !== undefined) {
      const requests = ALL.filter((request) => request.status === status)
      return { requests, searchedToMs: NOW_MS - DAY_MS }
    }
    return before === undefined
      ? { requests: ALL.slice(0, 5), next: CURSOR, searchedToMs: NOW_MS - 5_000 }
      : { requests: ALL.slice(5), searchedToMs: NOW_MS - DAY_MS }
  },
}

describe('the list of requests in a browser', { skip }, () => {
  const scene = browsePortal(ANSWERS)

  it('shows the newest with seconds, and older ones on demand', async () => {
    const { page, wrong } = await scene.open('/portal/requests')
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    assert.equal(await rows.count(), 5)
    assert.match(await rows.first().innerText(), /\d\d:\d\d:\d\d\s+200\s+event\.ranking\s+Japan/)
    assert.match(await rows.nth(4).innerText(), /429 quota_exceeded/)
    await page.getByRole('button', { name: 'Show older requests' }).click()
    await page.getByText('These are all requests of the last 24 hours').waitFor()
    assert.equal(await rows.count(), 8)
    assert.equal(await page.getByText('Paused while older requests are shown.').count(), 1)
    await page.getByRole('button', { name: 'Back to the newest' }).click()
    await page.getByText('Updates every 5 seconds').waitFor()
    assert.equal(await rows.count(), 5)
    await checkPage(page)
    assert.deepEqual(wrong, [])
  })

  it('filters by what the link says, and a row opens its trace', async () => {
    const { page } = await scene.open('/portal/requests')
    await page.locator('tbody tr').first().waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('429')
    await page.waitForURL(/status=429/)
    await page.getByText('These are all requests').waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    await page.locator('tbody a').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Processing steps' }).waitFor()
  })

  it('exports what is selected, older requests included', async () => {
    const { page } = await scene.open('/portal/requests')
    await page.locator('tbody tr').first().waitFor()
    for (const [format, lines] of [
      ['CSV', 9],
      ['NDJSON', 8],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Export ${format}` }).click(),
      ])
      const text = await readFile(await download.path(), 'utf8')
      assert.equal(text.trim().split('\n').length, lines, format)
      assert.match(text, new RegExp(ALL[7]?.requestId ?? ''))
    }
  })

  it('shows operators the requests of everyone', async () => {
    const { page } = await scene.open('/portal/requests', {
      'sign_in.options': OPERATOR_SIGNED_IN,
      'operator.usage': { ...usageOf(NOW_MS), developers: [] },
      'operator.requests': {
        requests: ALL.map((one) => ({ ...one, developer: { developerId: 'd', name: '<b>Ann' } })),
        searchedToMs: NOW_MS - DAY_MS,
      },
    })
    await page.getByLabel('Developers').selectOption('all')
    await page.getByText('<b>Ann').first().waitFor()
    assert.equal(await page.locator('tbody tr').count(), 8)
  })

  it('fits on a small phone, in every language', async () => {
    const viewport = { width: 360, height: 640 }
    const { page } = await scene.open('/portal/requests', {}, { viewport })
    for (const lang of ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko']) {
      await page.goto(`${scene.origin}/portal/requests?lang=${lang}`)
      await page.locator('tbody tr').first().waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      await checkWidth(page)
    }
  })
})
