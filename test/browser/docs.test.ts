import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { skip } from './open-browser.ts'
import { serveDocs } from './serve-docs.ts'

// The pages in a real browser, as people have them: wide and narrow, light and dark.
const SCREENS = [
  { name: 'on a desk, light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'on a phone, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const
const PAGES = [
  '/docs',
  '/docs/reference',
  '/docs/public-reference',
  '/docs/reference/events',
  '/docs/reference/event.ranking',
  '/docs/quickstart',
  '/docs/errors',
  '/docs/using-the-api',
]

describe('the pages in a browser', { skip }, () => {
  const docs = serveDocs()

  /** A page, and everything that went wrong on it. */
  async function openPage(
    screen: (typeof SCREENS)[number],
  ): Promise<{ page: Page; wrong: string[] }> {
    const { viewport, colorScheme } = screen
    const page = await docs.browser.newPage({ viewport, colorScheme })
    const wrong: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
    })
    page.on('pageerror', (error) => wrong.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(docs.origin) && !request.url().startsWith('blob:')) {
        wrong.push(`asked ${request.url()}`)
      }
    })
    return { page, wrong }
  }

  it('open in the language that the reader chose, unless a link names another one', async () => {
    const { page, wrong } = await openPage(SCREENS[0])
    await page.goto(`${docs.origin}/docs/quickstart`)
    await page.locator('.languages').getByRole('link', { name: '日本語' }).click()
    await page.locator('html[lang="ja"]').waitFor()
    await page.goto(`${docs.origin}/docs/errors#not_found`)
    await page.waitForURL('**/docs/ja/errors#not_found')
    await page.goto(`${docs.origin}/docs/ko/errors`)
    await page.locator('html[lang="ko"]').waitFor()
    await page.locator('.languages').getByRole('link', { name: 'English' }).click()
    await page.locator('html[lang="en"]').waitFor()
    await page.goto(`${docs.origin}/docs/quickstart`)
    await page.locator('html[lang="en"]').waitFor()
    assert.deepEqual(wrong, [])
    await page.close()
  })

  for (const screen of SCREENS) {
    it(`fit the screen and ask nobody else for anything, ${screen.name}`, async () => {
      const { page, wrong } = await openPage(screen)
      for (const path of PAGES) {
        await page.goto(docs.origin + path)
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(overflow, 0, `${path} has to be scrolled sideways`)
      }
      assert.deepEqual(wrong, [])
      await page.close()
    })
  }

  it('work with the keyboard alone', async () => {
    const { page, wrong } = await openPage(SCREENS[0])
    await page.goto(`${docs.origin}/docs`)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.className'), 'skip')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('location.hash'), '#content')
    assert.deepEqual(wrong, [])
    await page.close()
  })
})
