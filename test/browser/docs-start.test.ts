import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startServer, type ServerProcess } from '../acceptance/run-backline.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser, skip } from './open-browser.ts'

// The start page of the documentation: what this is, a live number, and three ways in.
describe('the start page of the documentation in a browser', { skip }, () => {
  const folder = temporaryFolder()
  let server: ServerProcess
  let browser: Browser

  before(async () => {
    server = await startServer(folder)
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    server.kill('SIGTERM')
    await server.ended
  })

  it('shows the number that its request returns', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const answer = page.waitForResponse(/\/jp\/events\/current\/cutoffs$/)
    await page.goto(`${server.origin}/docs`)
    const { snapshot } = (await (await answer).json()) as {
      readonly snapshot: { readonly rows: readonly { rank: number; points: number }[] }
    }
    const points = snapshot.rows.find(({ rank }) => rank === 100)?.points ?? 0
    await page.getByText(points.toLocaleString('en'), { exact: true }).waitFor()
    await page.getByText(/^Updated \d+ s ago/).waitFor()
    const command = await page.locator('[data-live-number] code').innerText()
    assert.equal(command, `curl ${server.origin}/api/public/v1/game/jp/events/current/cutoffs`)
    await page.close()
  })

  it('has its three ways in on one screen', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.origin}/docs`)
    await page.locator('[data-value]').waitFor()
    for (const name of ['I write a bot', 'I run a server', 'I want data']) {
      const way = page.locator('.way', { has: page.getByRole('heading', { name }) })
      const { y = 0, height = 0 } = (await way.boundingBox()) ?? {}
      assert.ok(y > 0 && y + height <= 900, name)
      assert.ok((await way.getByRole('link').count()) >= 4)
    }
    await page.close()
  })

  it('says so much without scripts', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(`${server.origin}/docs`)
    await page.getByText('Ask for its cutoffs, without a key:').waitFor()
    assert.equal(await page.locator('[data-value]').isVisible(), false)
    await plain.close()
  })
})
