import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { skip } from './open-browser.ts'
import { serveDocs } from './serve-docs.ts'
import { checkPage } from './open-portal-page.ts'

// The search of the documentation by keyboard, on a phone and on a wide screen.
const SCREENS = [
  { name: 'on a phone, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { name: 'on a desk, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const
const SEARCH_FILES = ['/docs/assets/docs-search.js', '/docs/assets/docs-search.json']

describe('the search of the documentation in a browser', { skip }, () => {
  const docs = serveDocs()

  for (const screen of SCREENS) {
    it(`opens, finds and follows a result by keyboard, ${screen.name}`, async () => {
      const { page, problems, requests } = await openPage(screen)
      await page.goto(`${docs.origin}/docs/quickstart`)
      assert.deepEqual(requestsOf(requests), [], 'the page loads the search only when it is used')
      await page.keyboard.press('/')
      const input = page.getByRole('combobox', { name: 'Search the documentation' })
      await input.waitFor()
      await page.keyboard.type('quota_exceeded')
      const selected = page.locator('[role=option][aria-selected=true]')
      await selected.waitFor()
      assert.equal(await selected.getAttribute('href'), '/docs/errors#quota_exceeded')
      assert.equal(
        await input.getAttribute('aria-activedescendant'),
        await selected.getAttribute('id'),
      )
      assert.deepEqual(requestsOf(requests), SEARCH_FILES)
      await checkPage(page)
      await page.keyboard.press('ArrowDown')
      assert.equal(await selected.getAttribute('id'), 'search-result-1')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      const last = (await page.locator('[role=option]').count()) - 1
      assert.equal(await selected.getAttribute('id'), `search-result-${last}`)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs/errors#quota_exceeded')
      assert.deepEqual(problems, [])
      await page.close()
    })

    it(`opens with Control+K, closes with Escape and returns the focus, ${screen.name}`, async () => {
      const { page, problems } = await openPage(screen)
      await page.goto(`${docs.origin}/docs/errors`)
      const button = page.locator('[data-search]')
      await button.focus()
      await page.keyboard.press('Control+k')
      const dialog = page.locator('dialog.search')
      await dialog.waitFor()
      await page.keyboard.type('nosuchword')
      await page.getByText('No results for “nosuchword”.').waitFor()
      const box = await dialog.boundingBox()
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= screen.viewport.width)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('document.activeElement.matches("[data-search]")'), true)
      assert.deepEqual(problems, [])
      await page.close()
    })
  }

  it('is in the language of the page, and finds its text', async () => {
    const { page, problems, requests } = await openPage(SCREENS[0])
    await page.goto(`${docs.origin}/docs/ja/errors`)
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'ドキュメントを検索' }).fill('ランキングを取得')
    const selected = page.locator('[role=option][aria-selected=true]')
    await selected.waitFor()
    assert.match((await selected.getAttribute('href')) ?? '', /^\/docs\/ja\/quickstart/)
    assert.match(await page.locator('.search-status').innerText(), /^\d+ 件$/)
    assert.deepEqual(requestsOf(requests), [...SEARCH_FILES, '/docs/assets/docs-search-ja.json'])
    await checkPage(page)
    assert.deepEqual(problems, [])
    await page.close()
  })

  it('leaves a slash to the field in which it is typed', async () => {
    const { page } = await openPage(SCREENS[1])
    await page.goto(`${docs.origin}/docs/reference/event.ranking`)
    await page.locator('#key').focus()
    await page.keyboard.type('a/b')
    assert.equal(await page.locator('#key').inputValue(), 'a/b')
    assert.equal(await page.locator('dialog.search').count(), 0)
    await page.close()
  })

  async function openPage({ viewport, colorScheme }: (typeof SCREENS)[number]): Promise<{
    page: Page
    problems: string[]
    requests: string[]
  }> {
    const page = await docs.browser.newPage({ viewport, colorScheme })
    const problems: string[] = []
    const requests: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    return { page, problems, requests }
  }
})

function requestsOf(requests: readonly string[]): readonly string[] {
  return requests.filter((path) => path.includes('docs-search'))
}
