import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser, skip } from './open-browser.ts'

// Code in the documentation: it can be copied, and steps show the language of the reader.
const folder = temporaryFolder()
let test: TestService
let browser: Browser
let context: BrowserContext

describe('code in the documentation in a browser', { skip }, () => {
  before(async () => {
    test = await startTestService({ folder })
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: test.origin })
  })
  after(async () => {
    await browser.close()
    await test.stop()
  })

  it('has a button to copy each block', async () => {
    const page = await context.newPage()
    await page.goto(`${test.origin}/docs/limits`)
    const blocks = await page.locator('main pre').count()
    assert.ok(blocks > 0)
    assert.equal(await page.locator('main .copy').count(), blocks)
    await page.locator('.copy').first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(copied, await page.locator('main pre code').first().textContent())
    await page.close()
  })

  it('shows all steps in the chosen language, and remembers it', async () => {
    const page = await context.newPage()
    await page.goto(`${test.origin}/docs/quickstart`)
    const visible = () =>
      page.locator('.code-tabs:has-text("fetch") [role=tab][aria-selected=true]')
    assert.deepEqual(await visible().allTextContents(), Array(5).fill('curl'))
    const tab = page.getByRole('tab', { name: 'curl' }).nth(1)
    await tab.focus()
    const top = async () =>
      page.evaluate<number>('document.activeElement.getBoundingClientRect().top')
    const topBefore = await top()
    await page.keyboard.press('End')
    assert.deepEqual(await visible().allTextContents(), Array(5).fill('JavaScript'))
    assert.ok(Math.abs((await top()) - topBefore) < 2, 'the tab stays where it is')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Python')
    await page.goto(`${test.origin}/docs`)
    await page.goto(`${test.origin}/docs/quickstart`)
    assert.deepEqual(await visible().allTextContents(), Array(5).fill('Python'))
    assert.match(await page.locator('[role=tabpanel]:visible').nth(0).innerText(), /get_quota/)
    await page.close()
  })

  it('is complete without scripts', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(`${test.origin}/docs/quickstart`)
    assert.equal(await page.getByText('get_quota').isVisible(), true)
    assert.equal(await page.getByText('developer.quota()').isVisible(), true)
    assert.equal(await page.locator('.code-label').first().innerText(), 'curl')
    await plain.close()
  })
})
