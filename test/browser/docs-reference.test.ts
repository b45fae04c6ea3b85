import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { skip } from './open-browser.ts'
import { serveDocs } from './serve-docs.ts'

// The pages of operations in a browser: forms, code that follows them, print and no scripts.
const SCREENS = [
  { name: 'on a desk', viewport: { width: 1440, height: 900 } },
  { name: 'on a phone', viewport: { width: 360, height: 740 } },
] as const
const LANGUAGES = ['curl', 'TypeScript', 'Python', 'JavaScript']
let key: string

describe('the pages of operations in a browser', { skip }, () => {
  const docs = serveDocs()

  before(async () => {
    key = (await docs.service.issueKey()).text
  })

  const field = (page: Page, name: string) => page.locator(`[data-name="${name}"]`)
  const codeOf = (page: Page, language: string) =>
    page.locator(`[data-tab="${language}"] code`).textContent()
  const scrolledTo = (page: Page) => page.evaluate<number>('scrollY')

  for (const { name, viewport } of SCREENS) {
    it(`send a request and stay where the reader is, ${name}`, async () => {
      const context = await docs.browser.newContext({ viewport })
      const { page, wrong } = await openPage(context)
      await page.goto(`${docs.origin}/docs/reference/event.ranking`)
      const send = page.getByRole('button', { name: 'Send' })
      await send.click()
      await page.getByText('Enter your key first.').waitFor()
      assert.equal(await page.evaluate('document.activeElement.id'), 'key')
      await page.fill('#key', key)
      const startY = await scrolledTo(page)
      await send.click()
      await page.locator('[data-result] .good').waitFor()
      assert.ok(Math.abs((await scrolledTo(page)) - startY) < 2, 'the page does not scroll')
      const result = await page.locator('[data-result]').innerText()
      assert.match(result, /^200 .*cache-status: .*"ranking"/s)
      await field(page, 'eventId').fill('999')
      await send.click()
      await page.locator('[data-result] .bad').waitFor()
      assert.match(await page.locator('[data-result]').innerText(), /"not_found"/)
      assert.deepEqual(
        wrong.filter((text) => !text.includes('404')),
        [],
      )
      await context.close()
    })
  }

  it('send a request whose path has no region', async () => {
    const context = await docs.browser.newContext()
    const { page, wrong } = await openPage(context)
    await page.goto(`${docs.origin}/docs/developer-reference/developer.quotaShare`)
    await page.fill('#key', key)
    await field(page, 'instance').fill('my-bot')
    assert.match(
      (await codeOf(page, 'TypeScript')) ?? '',
      /developer\.quotaShare\(\{ instance: 'my-bot' \}\)/,
    )
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('[data-result] .good').waitFor()
    assert.match(await page.locator('[data-result]').innerText(), /"instance": "my-bot"/)
    assert.deepEqual(wrong, [])
    await context.close()
  })

  it('show an image that an operation returns', async () => {
    const context = await docs.browser.newContext()
    const { page, wrong } = await openPage(context)
    await page.goto(`${docs.origin}/docs/reference/profile.card`)
    await page.fill('#key', key)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('[data-result] img').waitFor()
    assert.deepEqual(wrong, [])
    await context.close()
  })

  it('let the code of every language follow the form, and never contain the key', async () => {
    const context = await docs.browser.newContext()
    const { page } = await openPage(context)
    await page.goto(`${docs.origin}/docs/reference/event.ranking`)
    await page.fill('#key', key)
    await field(page, 'eventId').fill('1003')
    await field(page, 'ranks').fill('7, 77')
    await page.locator('[data-region]').selectOption('tw')
    for (const language of LANGUAGES) {
      const code = (await codeOf(page, language)) ?? ''
      for (const part of ['1003', '77', 'tw', docs.origin]) assert.ok(code.includes(part), code)
      assert.ok(!code.includes(key), language)
    }
    const path = '/event/{eventId}/ranking/{ranks}'
    await page.locator('[data-form]').selectOption(`/api/open/v1/game/{region}${path}`)
    assert.match((await codeOf(page, 'curl')) ?? '', /\/game\/tw\/event\/1003\/ranking\/7,77'$/)
    // A value that would end a quoted text does not.
    await field(page, 'eventId').fill(`'"$(id)\\`)
    assert.match((await codeOf(page, 'curl')) ?? '', /\/event\/%27%22%24\(id\)%5C\/ranking/)
    assert.match((await codeOf(page, 'TypeScript')) ?? '', /eventId\('\\'"\$\(id\)\\\\'\)/)
    assert.match((await codeOf(page, 'Python')) ?? '', /EventId\("'\\"\$\(id\)\\\\"\)/)
    await context.close()
  })

  it('start with the values and the key of the operation before', async () => {
    const context = await docs.browser.newContext()
    const { page } = await openPage(context)
    await page.goto(`${docs.origin}/docs/reference/event.ranking`)
    await page.fill('#key', key)
    await field(page, 'eventId').fill('2003')
    await page.goto(`${docs.origin}/docs/reference/event.deck`)
    assert.equal(await field(page, 'eventId').inputValue(), '2003')
    assert.equal(await page.locator('#key').inputValue(), key)
    assert.match((await codeOf(page, 'curl')) ?? '', /eventId=2003/)
    const other = await docs.browser.newContext()
    const { page: fresh } = await openPage(other)
    await fresh.goto(`${docs.origin}/docs/reference/event.deck`)
    assert.equal(await fresh.locator('#key').inputValue(), '')
    await other.close()
    await context.close()
  })

  it('lead from the former section of an operation to its page', async () => {
    const context = await docs.browser.newContext()
    const { page } = await openPage(context)
    await page.goto(`${docs.origin}/docs/reference#gacha.rates`)
    await page.waitForURL('**/docs/reference/gacha.rates')
    await page.goto(`${docs.origin}/docs/public-reference#public.watches`)
    await page.waitForURL('**/docs/public-reference/public.watches')
    await context.close()
  })

  it('are complete without scripts, and have no fields then', async () => {
    const context = await docs.browser.newContext({ javaScriptEnabled: false })
    const { page } = await openPage(context)
    await page.goto(`${docs.origin}/docs/reference/event.ranking`)
    for (const language of LANGUAGES) {
      assert.equal(await page.locator(`[data-tab="${language}"] pre`).isVisible(), true, language)
    }
    assert.equal(await page.locator('input:visible, select:visible, button:visible').count(), 0)
    assert.equal(await page.locator('noscript .note').isVisible(), true)
    await context.close()
  })

  it('print every language, and neither navigation nor fields', async () => {
    const context = await docs.browser.newContext()
    const { page } = await openPage(context)
    await page.goto(`${docs.origin}/docs/reference/event.ranking`)
    await page.emulateMedia({ media: 'print' })
    for (const language of LANGUAGES) {
      assert.equal(await page.locator(`[data-tab="${language}"] pre`).isVisible(), true, language)
    }
    const hidden = '.top, .side, main input, main select, main button'
    assert.equal(await page.locator(`:is(${hidden}):visible`).count(), 0)
    assert.equal(await page.getByRole('heading', { name: 'Errors' }).isVisible(), true)
    await context.close()
  })

  /** Opens a page that collects what goes wrong on it. */
  async function openPage(context: BrowserContext): Promise<{ page: Page; wrong: string[] }> {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const wrong: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
    })
    page.on('pageerror', (error) => wrong.push(String(error)))
    return { page, wrong }
  }
})
