import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { send } from '../harness/send.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'
import { startTracker, textOf, type TrackerScene } from './open-tracker.ts'

let tracker: TrackerScene

/** Opens the share sheet of a link. */
async function openSheet(page: Page, link = '/'): Promise<void> {
  await tracker.go(page, link)
  await page.locator('canvas').waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.locator('.share-sheet[open]').waitFor()
}

/** Returns the name and the text of a downloaded file. */
async function download(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.share-sheet').getByText(name).click(),
  ])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

describe('sharing the tracker', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('copies the link, the code and the picture, and says so', async () => {
    const { page, wrong } = await tracker.openPage({
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await openSheet(page)
    const sheet = page.locator('.share-sheet')
    const clipboard = () => page.evaluate('navigator.clipboard.readText()')
    await sheet.getByRole('button', { name: 'Copy link' }).click()
    await sheet.getByText('Link copied').waitFor()
    const link = String(await clipboard())
    assert.match(link, /\/\?region=jp&event=2004&startsAt=\d+&ranks=1,100(?:,1000)?&lang=en$/)
    await sheet.getByRole('button', { name: 'Copy code' }).click()
    await sheet.getByText('Code copied').waitFor()
    assert.match(String(await clipboard()), /^<iframe src="http:[^"]+\/embed\?region=jp&amp;event/)
    await sheet.getByRole('button', { name: 'Copy picture' }).click()
    await sheet.getByText('Picture copied').waitFor()
    const types = await page.evaluate(
      'navigator.clipboard.read().then((items) => items.flatMap(({ types }) => types))',
    )
    assert.deepEqual(types, ['image/png'])
    await checkPage(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    assert.deepEqual(wrong, [])
  })

  it('shares with the apps of the device where it has such a sheet', async () => {
    const { page } = await tracker.openPage()
    await page.addInitScript(
      'navigator.share = (shared) => { globalThis.shared = shared; return Promise.resolve() }',
    )
    await openSheet(page, '/?region=tw')
    await page.getByRole('button', { name: 'Share with an app' }).click()
    const { title, url } = await page.evaluate<{ title: string; url: string }>('globalThis.shared')
    assert.equal(title, 'Starlight')
    assert.match(url, /\?region=tw&event=2004/)
    const other = await tracker.openPage()
    await other.page.addInitScript('delete Navigator.prototype.share')
    await openSheet(other.page)
    assert.equal(await other.page.getByText('Share with an app').count(), 0)
  })

  it('downloads the picture and the data under names that say what they are', async () => {
    const { page } = await tracker.openPage()
    await openSheet(page)
    const png = await download(page, 'PNG picture')
    assert.match(png.name, /^Starlight JP 2026-11-20 11\.0\d\.png$/)
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG')
    const svg = await download(page, 'SVG picture')
    assert.match(svg.name, /\.svg$/)
    assert.match(svg.bytes.toString(), /^<svg/)
    const csv = await download(page, 'CSV table')
    assert.match(csv.name, /^Starlight JP .*\.csv$/)
    const [header, ...rows] = csv.bytes.toString().trim().split('\r\n')
    assert.match(header ?? '', /^time,rank 1,rank 100/)
    assert.ok(rows.length > 50)
    assert.match(rows.at(-1) ?? '', /^2026-11-20T02:00:00\.000Z,1200,120/)
  })

  it('is embedded in pages of others by its code, which shows the board and nothing else', async (context) => {
    const { page, wrong } = await tracker.openPage()
    await openSheet(page, '/?region=kr')
    const code = await page.locator('.share-code').inputValue()
    const frame = page.frameLocator('iframe')
    // Another port is another origin.
    const fanSite = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end(`<title>Fan page</title>${code}`)
    }).listen(0, '127.0.0.1')
    context.after(() => fanSite.close())
    await once(fanSite, 'listening')
    const fanPage = `http://127.0.0.1:${(fanSite.address() as AddressInfo).port}/`
    await page.goto(fanPage)
    await frame.locator('.hero[data-region="kr"]').waitFor()
    await frame.locator('canvas').waitFor()
    assert.equal(await frame.locator('header, footer, .events, .share').count(), 0)
    await frame.getByRole('link', { name: '24 h' }).click()
    await frame.locator('.chart-ranges [aria-current]', { hasText: '24 h' }).waitFor()
    const target = frame.locator('.embed-brand')
    assert.equal(await target.getAttribute('target'), '_blank')
    assert.match((await target.getAttribute('href')) ?? '', /^\/\?region=kr/)
    // No other page may be framed.
    const { headers } = await send(tracker.scene.test.origin, '/?region=kr')
    assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/)
    assert.deepEqual(
      wrong,
      [`asked ${fanPage}`, `asked ${fanPage}favicon.ico`].slice(0, wrong.length),
    )
    assert.ok(wrong.length > 0)
  })

  it('keeps nobody out of the embedded page', async () => {
    for (const width of [320, 960]) {
      const { page } = await tracker.openPage({ viewport: { width, height: 860 } })
      await tracker.go(page, '/embed?region=jp')
      await page.locator('canvas').waitFor()
      await checkPage(page)
      assert.match(await textOf(page, 'h1'), /Starlight/)
    }
  })

  it('tells other sites by oEmbed how to embed it', async () => {
    const { origin } = tracker.scene.test
    const page = (await send(origin, '/embed?region=kr&lang=ko')).body.toString()
    const [, discovered = ''] = /json\+oembed"\s+href="([^"]+)"/.exec(page) ?? []
    const { pathname, searchParams } = new URL(discovered.replaceAll('&amp;', '&'))
    const own = searchParams.get('url') ?? ''
    assert.match(own, /\/embed\?region=kr&lang=ko$/)
    const ask = (url: string, more = '') =>
      send(origin, `${pathname}?url=${encodeURIComponent(url)}${more}`)
    const found = await ask(own, '&maxwidth=400')
    const answer = JSON.parse(found.body.toString()) as Record<string, unknown>
    assert.deepEqual([answer['type'], answer['width'], answer['height']], ['rich', 400, 860])
    assert.match(String(answer['html']), /^<iframe src="[^"]+\/embed\?region=kr&amp;lang=ko"/)
    for (const foreign of ['https://example.com/embed', own.replace('/embed', '/docs'), 'no']) {
      assert.equal((await ask(foreign)).status, 404, foreign)
    }
    assert.equal((await send(origin, pathname)).status, 400)
  })
})
