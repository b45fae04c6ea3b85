import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { skip } from './open-browser.ts'
import { checkPage, checkWidth } from './open-portal-page.ts'
import {
  pointsOf,
  searchOf,
  startTracker,
  textOf,
  UNRENDERED_LINK,
  type TrackerScene,
} from './open-tracker.ts'

let tracker: TrackerScene

describe('the tracker for every reader', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('changes region, language, theme, ranks and time, and the link restores all of it', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByRole('link', { name: 'Korea' }).click()
    await page.locator('.hero[data-region="kr"]').waitFor()
    await page.locator('summary[aria-label="Settings"]').click()
    await page.getByLabel('Language').selectOption('ja')
    await page.getByText('開催中').first().waitFor()
    await page.getByLabel('テーマ').selectOption('dark')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '24時間' }).click()
    await page.getByRole('button', { name: '全3順位を表示' }).click()
    await page.getByRole('checkbox', { name: '1,000位を追う' }).check()
    const search = searchOf(page)
    const place = { region: 'kr', range: '24h', ranks: '1,100,1000' }
    assert.deepEqual(Object.fromEntries(search), place)
    const shows = async (one: Page) => {
      assert.equal(await one.evaluate('document.documentElement.lang'), 'ja')
      const paper = await one.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(paper, 'rgb(11, 13, 18)')
      assert.match(await textOf(one, '.regions [aria-current]'), /韓国/)
      assert.equal(await one.locator('.cutoff').count(), 3)
    }
    await shows(page)
    assert.match(await textOf(page, '.chart-ranges [aria-current]'), /24時間/)
    // Another visit opens where this one was; another device has only the link.
    const again = await page.context().newPage()
    await tracker.go(again)
    await shows(again)
    const other = await tracker.openPage()
    await tracker.go(other.page, `/?${search.toString()}&lang=ja&theme=dark`)
    await shows(other.page)
    assert.match(await textOf(other.page, '.chart-ranges [aria-current]'), /24時間/)
    await page.goBack()
    assert.equal(searchOf(page).get('ranks'), null)
    assert.deepEqual([...wrong, ...other.wrong], [])
  })

  it('remembers on this device, also what the other pages remember, but links win', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, '/?region=tw')
    await page.getByLabel('Your points', { exact: true }).fill('777')
    await page.locator('summary[aria-label="Settings"]').click()
    await page.getByLabel('Theme').selectOption('dark')
    const portal = await page.context().newPage()
    await portal.goto(`${tracker.scene.test.origin}/portal`)
    await portal.locator(':root[data-theme="dark"]').waitFor()
    await portal.locator('summary[aria-label="Settings"]').click()
    await portal.getByLabel('Language').selectOption('ko')
    const docs = await page.context().newPage()
    await docs.goto(`${tracker.scene.test.origin}/docs`)
    await docs.locator(':root[data-theme="dark"]').waitFor()
    assert.equal(await docs.evaluate('getComputedStyle(document.body).colorScheme'), 'dark')
    await docs.close()
    // The open page follows.
    await page.locator(':root[lang="ko"]').waitFor()
    await tracker.go(page, '/?lang=en')
    await page.locator('.hero[data-region="tw"]').waitFor()
    await page.locator('canvas').waitFor()
    assert.equal(await page.getByLabel('Your points', { exact: true }).inputValue(), '777')
    // A choice wins over the link.
    await page.locator('summary[aria-label="Settings"]').click()
    await page.getByLabel('Language').selectOption('ja')
    await page.locator(':root[lang="ja"]').waitFor()
    assert.equal(searchOf(page).get('lang'), null)
    await tracker.go(page, '/?region=en')
    await page.locator('.hero[data-region="en"]').waitFor()
    // What is stored can be anything. The page itself has stored what it will.
    await page.locator('canvas').waitFor()
    await page.evaluate("localStorage.setItem('backline.preferences', '{\"region\":7,')")
    await tracker.go(page)
    await page.locator('.hero[data-region="jp"]').waitFor()
    assert.deepEqual(wrong, [])
  })

  it('works with the keyboard alone', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.className'), 'skip')
    const reach = async (words: RegExp) => {
      for (let press = 0; press < 60; press += 1) {
        const focused = await page.evaluate(
          "document.activeElement.ariaLabel ?? (document.activeElement.closest('label') ?? document.activeElement).innerText",
        )
        if (words.test(String(focused).trim())) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`${String(words)} is not reached`)
    }
    await reach(/Taiwan$/)
    assert.notEqual(
      await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'),
      'none',
    )
    await page.keyboard.press('Enter')
    await page.locator('.hero[data-region="tw"]').waitFor()
    await page.locator('.cutoff-points').first().waitFor()
    await reach(/^Settings$/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Language').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Language').waitFor({ state: 'hidden' })
    await reach(/^All 3 ranks$/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await reach(/^Follow rank 1,000$/)
    await page.keyboard.press('Space')
    await page.waitForURL(/ranks=1,100,1000/)
    assert.deepEqual(wrong, [])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`keeps nobody out, ${colorScheme}`, async () => {
      for (const viewport of [
        { width: 320, height: 640 },
        { width: 1_280, height: 900 },
      ]) {
        const { page } = await tracker.openPage({ colorScheme, viewport, reducedMotion: 'reduce' })
        await tracker.go(page)
        await page.locator('canvas').waitFor()
        await page.getByRole('button', { name: 'All 3 ranks' }).click()
        await page.getByText('Choose events').click()
        await page.locator('.runs').first().waitFor()
        // What lies below the header would count as a small target.
        await page.evaluate('scrollTo(0, 0)')
        await checkPage(page)
        const moving = await page.evaluate(
          'document.getAnimations().filter(({ playState }) => playState === "running").length',
        )
        assert.equal(moving, 0)
      }
    })
  }

  it('fits narrow and wide screens in every language', async () => {
    const { page } = await tracker.openPage()
    for (const lang of ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko']) {
      await page.setViewportSize({ width: 1_600, height: 800 })
      await tracker.go(page, `/?lang=${lang}`)
      await page.locator('canvas').waitFor()
      // Where the page of a wide screen fits after it became narrow, it fits when loaded there too:
      // only the chart has a width of its own, and it follows.
      for (const width of [1_600, 1_120, 768, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const isDrawn = `document.querySelector('canvas').getBoundingClientRect().right <= ${width}`
        while (!(await page.evaluate<boolean>(isDrawn))) await page.waitForTimeout(20)
        await checkWidth(page)
      }
    }
  })

  it('has its final shape before there are data, and says when there are none', async () => {
    const { page } = await tracker.openPage()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/public/**', async (route) => {
      await released
      await route.fulfill({ json: {} })
    })
    await page.goto(tracker.scene.test.origin + UNRENDERED_LINK)
    await page.getByText('Loading…').waitFor()
    assert.ok((await page.locator('.skeleton').count()) > 0)
    release()
    await page.getByText('No events in this region yet.').waitFor()
    // Nothing on a fan's page is advice for operators.
    assert.equal(await page.getByRole('link', { name: /[Cc]ollect/ }).count(), 0)
  })

  it('says what went wrong, and tries again when told', async () => {
    const { page } = await tracker.openPage()
    await page.route('**/api/public/**/events', (route) => route.fulfill({ status: 500 }))
    await page.goto(tracker.scene.test.origin + UNRENDERED_LINK)
    assert.match(await textOf(page, '[role=alert]'), /sent an unexpected response/)
    await page.unroute('**/api/public/**/events')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.cutoff-points').first().waitFor()
  })

  it('waits for a busy server as long as it says', async () => {
    const { page } = await tracker.openPage()
    let asked = 0
    await page.route('**/api/public/**/events', async (route) => {
      asked += 1
      if (asked > 1) await route.fallback()
      else await route.fulfill({ status: 503, headers: { 'Retry-After': '1' } })
    })
    await tracker.go(page, UNRENDERED_LINK)
    assert.equal(asked, 2)
  })

  it('keeps what it has when the network goes, and says so', async () => {
    const { page } = await tracker.openPage()
    await tracker.go(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    assert.equal(await pointsOf(page, 100), '120')
    await page.locator('.freshness[data-live="false"]').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  })

  it('opens its last view without a network, with the age of the data', async () => {
    const { page } = await tracker.openPage({ serviceWorkers: 'allow' })
    await tracker.go(page, '/?region=kr')
    const isKept = async (path: string) =>
      page.evaluate(async (asked) => (await caches.match(asked)) !== undefined, path)
    while (!(await isKept('/?region=kr')) || !(await isKept('/tracker/tracker-en.js'))) {
      await page.waitForTimeout(50)
    }
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('You are offline.').waitFor()
    assert.equal(await pointsOf(page, 100), '120')
    await page.locator('.hero[data-region="kr"]').waitFor()
    assert.equal(await page.getByText('The clock of your device').count(), 0)
    // A link that was never opened shows the same page, of another region.
    await page.goto(`${tracker.scene.test.origin}/?region=jp`)
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.reload()
    await page.locator('.hero[data-region="jp"] .countdown').waitFor()
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  })
})
