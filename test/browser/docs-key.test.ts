import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { skip } from './open-browser.ts'
import { serveDocs } from './serve-docs.ts'

// The reader's key in samples: complete only in what is copied, and only in this tab.
let context: BrowserContext
let page: Page
let key: string

describe('the key of the reader in the documentation', { skip }, () => {
  const docs = serveDocs()

  before(async () => {
    key = (await docs.service.issueKey()).text
  })
  beforeEach(async () => {
    context = await docs.browser.newContext()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: docs.origin })
    page = await context.newPage()
    await page.goto(`${docs.origin}/docs/quickstart`)
  })

  const fillIn = async (text: string) => {
    await page.getByLabel('Your key').fill(text)
    await page.getByRole('button', { name: 'Fill in' }).click()
  }
  const copyFirst = async () => {
    await page.locator('main .copy').first().click()
    return page.evaluate<string>('navigator.clipboard.readText()')
  }

  it('is copied complete, and never in the page', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''))
    await fillIn(`  ${key} `)
    const secret = key.slice(key.lastIndexOf('_') + 1)
    await page.getByText('The commands contain your key').waitFor()
    assert.match(await page.locator('main pre').first().innerText(), /bkl_\w{12}_•••/)
    assert.ok((await copyFirst()).includes(`DEVELOPER_KEY=${key}`))
    assert.ok(!(await page.content()).includes(secret))
    await page.goto(`${docs.origin}/docs/limits`)
    await page.goto(`${docs.origin}/docs/quickstart`)
    assert.ok((await copyFirst()).includes(key), 'other pages of the tab have it too')
    assert.ok(!sent.join().includes(secret), 'no request has it')
  })

  it('is in no other tab, and gone when it is removed', async () => {
    await fillIn(key)
    const other = await context.newPage()
    await other.goto(`${docs.origin}/docs/quickstart`)
    await other.getByLabel('Your key').waitFor()
    await page.getByRole('button', { name: 'Remove the key' }).click()
    assert.ok((await copyFirst()).includes('DEVELOPER_KEY=bkl_...'))
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
  })

  it('is not taken from a text that is not a key, nor from the address', async () => {
    await fillIn('bkl_x; curl evil.example')
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
    await page.evaluate("sessionStorage.setItem('backline-docs-key', 'bkl_x; curl evil.example')")
    await page.goto(`${docs.origin}/docs/quickstart?key=${key}#${key}`)
    assert.ok((await copyFirst()).includes('DEVELOPER_KEY=bkl_...'))
  })

  it('is shown complete in the selected code where the browser does not let pages copy', async () => {
    await context.clearPermissions()
    await fillIn(key)
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.locator('main .copy').first().click()
    assert.ok((await page.evaluate<string>('String(getSelection())')).includes(key))
  })

  it('stands beside the origin that the reader uses', async () => {
    const other = docs.origin.replace('127.0.0.1', 'localhost')
    await page.goto(`${other}/docs/quickstart`)
    assert.match(await page.locator('main pre').first().innerText(), new RegExp(`=${other}\n`))
  })
})
