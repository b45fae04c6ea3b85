import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, START, startPublicScene, type PublicScene } from '../public/scene.ts'
import { openBrowser, skip } from './open-browser.ts'
import { openPortalPage } from './open-portal-page.ts'

/** A white picture. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="320"><rect width="1200" height="320" fill="#fff"/></svg>'

describe('pictures of other origins', { skip }, () => {
  let pictures: Server
  let origin: string
  let scene: PublicScene
  let browser: Browser
  const requested: { readonly path: string | undefined; readonly referrer: string | undefined }[] =
    []
  before(async () => {
    pictures = createServer(({ url, headers: { referer } }, response) => {
      requested.push({ path: url, referrer: referer })
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(PICTURE)
    }).listen(0, '127.0.0.1')
    await once(pictures, 'listening')
    origin = `http://127.0.0.1:${String((pictures.address() as AddressInfo).port)}`
    scene = await startPublicScene(temporaryFolder(), { BACKLINE_PICTURE_ORIGINS: origin })
    const banner = (region: 'jp' | 'tw', bannerUrl: string) => ({
      region,
      kind: 'event' as const,
      id: EVENT_ID,
      startsAtMs: 0,
      source: 'data' as const,
      content: { bannerUrl, kind: 'marathon' },
    })
    await scene.history.patchFacts([
      banner('jp', `${origin}/banner.svg`),
      banner('tw', `http://localhost:${new URL(origin).port}/other.svg`),
    ])
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await scene.test.stop()
    pictures.close()
  })

  it('are shown if the operator names the origin, which learns no address', async () => {
    const { page, wrong } = await openPortalPage(browser, scene.test.origin)
    await page.goto(`${scene.test.origin}/?event=${EVENT_ID}&startsAt=${String(START)}`)
    const banner = page.locator('.hero-banner')
    await banner.waitFor()
    const isLoaded =
      'document.querySelector(".hero-banner").complete && document.querySelector(".hero-banner").naturalWidth > 0'
    // The page's policy forbids a text that is evaluated again at the next frame.
    while (!(await page.evaluate<boolean>(isLoaded))) await page.waitForTimeout(20)
    assert.match(await page.locator('.hero-facts').innerText(), /Marathon/)
    assert.deepEqual(new Set(requested.map(({ path }) => path)), new Set(['/banner.svg']))
    assert.ok(requested.every(({ referrer }) => referrer === undefined))
    assert.deepEqual(new Set(wrong), new Set([`asked ${origin}/banner.svg`]))
  })

  it('are not even asked for at any other origin', async () => {
    const { page, wrong } = await openPortalPage(browser, scene.test.origin)
    await page.goto(`${scene.test.origin}/?region=tw`)
    await page.locator('.cutoff-points').first().waitFor()
    assert.equal(await page.locator('.hero-banner').count(), 0)
    const policy = (await fetch(scene.test.origin)).headers.get('content-security-policy') ?? ''
    assert.ok(policy.includes(`img-src 'self' blob: ${origin};`), policy)
    const docs = await fetch(`${scene.test.origin}/docs`)
    assert.ok(!(docs.headers.get('content-security-policy') ?? '').includes(origin))
    assert.ok(requested.every(({ path }) => path === '/banner.svg'))
    assert.deepEqual(wrong, [])
  })
})
