import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { skip } from './open-browser.ts'
import { serveDocs } from './serve-docs.ts'

// Code in the documentation: it can be copied, and steps show the language of the reader.
let context: BrowserContext

describe('code in the documentation in a browser', { skip }, () => {
  const docs = serveDocs()

  before(async () => {
    context = await docs.browser.newContext({ viewport: { width: 360, height: 740 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: docs.origin })
  })

  it('has a button to copy each block', async () => {
    const page = await context.newPage()
    await page.goto(`${docs.origin}/docs/limits`)
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
    await page.goto(`${docs.origin}/docs/quickstart`)
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
    await page.goto(`${docs.origin}/docs`)
    await page.goto(`${docs.origin}/docs/quickstart`)
    assert.deepEqual(await visible().allTextContents(), Array(5).fill('Python'))
    assert.match(await page.locator('[role=tabpanel]:visible').nth(0).innerText(), /get_quota/)
    await page.close()
  })

  it('is complete without scripts', async () => {
    const plain = await docs.browser.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(`${docs.origin}/docs/quickstart`)
    assert.equal(await page.getByText('get_quota').isVisible(), true)
    assert.equal(await page.getByText('developer.quota()').isVisible(), true)
    assert.equal(await page.locator('.code-label').first().innerText(), 'curl')
    await plain.close()
  })
})
