import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { stepsByTab } from '../docs/parse-runnable-page.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startServer, type ServerProcess } from '../acceptance/run-backline.ts'
import { openBrowser, skip } from './open-browser.ts'

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'border-on-your-site.md')

// The page of the guide, on a site of another origin.
describe('a border on a site', { skip }, () => {
  const folder = temporaryFolder()
  let backline: ServerProcess
  let site: Server
  let browser: Browser

  before(async () => {
    backline = await startServer(folder)
    const steps = stepsByTab(readFileSync(DOCUMENT, 'utf8')).get(undefined) ?? []
    const [page = ''] = steps.flatMap((step) => (step.kind === 'save' ? step.code : []))
    const body = page.replaceAll('http://127.0.0.1:8787', backline.origin)
    site = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end(body)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    site.close()
    backline.kill('SIGTERM')
    await backline.ended
  })

  it('shows the points and the time of the newest snapshot', async () => {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    await page.locator('#state').filter({ hasText: /^at / }).waitFor()
    assert.match(await page.locator('p').innerText(), /^T100: [0-9,]+ at \d/)
  })
})
