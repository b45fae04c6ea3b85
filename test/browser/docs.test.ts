import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser, skip } from './open-browser.ts'

// The pages in a real browser, as people have them: wide and narrow, light and dark.
const SCREENS = [
  { name: 'on a desk, light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'on a phone, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const
const PAGES = [
  '/docs',
  '/docs/reference',
  '/docs/public-reference',
  '/docs/quickstart',
  '/docs/errors',
  '/docs/using-the-api',
]
const folder = temporaryFolder()
let test: TestService
let browser: Browser
let key: string

describe('the pages in a browser', { skip }, () => {
  before(async () => {
    test = await startTestService({ folder })
    key = (await test.issueKey()).text
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await test.stop()
  })

  /** A page, and everything that went wrong on it. */
  async function openPage(
    screen: (typeof SCREENS)[number],
  ): Promise<{ page: Page; wrong: string[] }> {
    const { viewport, colorScheme } = screen
    const page = await browser.newPage({ viewport, colorScheme })
    const wrong: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
    })
    page.on('pageerror', (error) => wrong.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(test.origin) && !request.url().startsWith('blob:')) {
        wrong.push(`asked ${request.url()}`)
      }
    })
    return { page, wrong }
  }

  for (const screen of SCREENS) {
    it(`fit the screen and ask nobody else for anything, ${screen.name}`, async () => {
      const { page, wrong } = await openPage(screen)
      for (const path of PAGES) {
        await page.goto(test.origin + path)
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(overflow, 0, `${path} has to be scrolled sideways`)
      }
      assert.deepEqual(wrong, [])
      await page.close()
    })

    it(`try an operation with a key, ${screen.name}`, async () => {
      const { page, wrong } = await openPage(screen)
      await page.goto(`${test.origin}/docs/reference`)
      const ranking = page.locator('[id="event.ranking"]')
      await ranking.locator('details.try > summary').click()
      await ranking.locator('button[type=submit]').click()
      assert.match(await ranking.locator('[data-status]').innerText(), /Put in your key first/)
      await page.fill('#key', key)
      await ranking.locator('button[type=submit]').click()
      await ranking.locator('[data-result] .good').waitFor()
      assert.match(await ranking.locator('[data-result]').innerText(), /cache-status: .*"ranking"/s)
      await ranking.locator('[data-form]').selectOption('/event/{eventId}/ranking/{ranks}')
      const line = await ranking.locator('[data-curl]').innerText()
      assert.match(
        line,
        /\$DEVELOPER_KEY" .*\/api\/open\/v1\/game\/jp\/event\/2004\/ranking\/1,2,100'/s,
      )
      assert.ok(!line.includes(key), 'a key is in no line to copy')
      const card = page.locator('[id="profile.card"]')
      await card.locator('details.try > summary').click()
      await card.locator('button[type=submit]').click()
      await card.locator('[data-result] img').waitFor()
      assert.deepEqual(wrong, [])
      await page.close()
    })
  }

  it('work with the keyboard alone', async () => {
    const { page, wrong } = await openPage(SCREENS[0])
    await page.goto(`${test.origin}/docs`)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.className'), 'skip')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('location.hash'), '#content')
    assert.deepEqual(wrong, [])
    await page.close()
  })
})
