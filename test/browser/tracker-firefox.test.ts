import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  EVENT_ID,
  eventSnapshot,
  liveSnapshot,
  MINUTE,
  START,
  startPublicScene,
  type PublicScene,
} from '../public/scene.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openFirefox, skipFirefox, type Firefox, type FirefoxPage } from './firefox/open-firefox.ts'

// What a fan cannot do without, in another engine. Everything else is tested in Chromium.
let scene: PublicScene
let firefox: Firefox
let page: FirefoxPage
let ticking: NodeJS.Timeout
const textOf = async (selector: string) =>
  String(await page.evaluate(`document.querySelector('${selector}').innerText`))

describe('the tracker in Firefox', { skip: skipFirefox }, () => {
  before(async () => {
    scene = await startPublicScene(temporaryFolder())
    ticking = setInterval(() => scene.clock.advance(10), 10)
    firefox = await openFirefox()
    page = firefox.page
  })
  after(async () => {
    clearInterval(ticking)
    await firefox.close()
    await scene.test.stop()
  })

  it('shows the event, its cutoffs and their chart', async () => {
    await page.goto(`${scene.test.origin}/?lang=en`)
    await page.waitFor('document.querySelector(\'.cutoff[data-rank="100"] .cutoff-points\')')
    assert.equal(await textOf('h1'), 'Starlight')
    assert.match(await textOf('.cutoff[data-rank="100"]'), /120[^]*Hundredth/)
    await page.waitFor("document.querySelector('.chart canvas')?.width > 0")
    await page.waitFor("document.querySelector('.countdown-time')")
  })

  it('fits a phone, with nothing to scroll sideways', async () => {
    await page.resize(320, 640)
    await page.waitFor('document.documentElement.scrollWidth <= 320')
    await page.resize(1_280, 900)
  })

  it('shows a rank alone, and another region, by link and by memory', async () => {
    await page.click('.cutoff[data-rank="100"] .cutoff-gap')
    await page.waitFor('document.querySelector(\'.cutoff[data-rank="100"][data-alone]\')')
    await page.click('nav.regions a[href*="region=kr"]')
    await page.waitFor('document.querySelector(\'.hero[data-region="kr"]\')')
    await page.goto(`${scene.test.origin}/`)
    await page.waitFor('document.querySelector(\'.hero[data-region="kr"]\')')
    await page.goto(`${scene.test.origin}/?region=jp`)
    await page.waitFor(
      'document.querySelector(\'.hero[data-region="jp"] ~ .board .cutoff-points\')',
    )
  })

  it('opens a player, remembers a favorite, and leads back', async () => {
    await page.click('.cutoff[data-rank="100"] .cutoff-player a')
    await page.waitFor("document.querySelector('h1')?.innerText === 'Hundredth'")
    await page.waitFor("document.querySelector('.player .chart canvas')?.width > 0")
    await page.click('.player-favorite')
    await page.waitFor("document.querySelector('.player-favorite[aria-pressed=true]')")
    await page.click('.player-back a')
    await page.waitFor("document.querySelector('.favorites a')?.innerText.includes('Hundredth')")
  })

  it('shows a point as it arrives', async () => {
    scene.clock.advance(MINUTE)
    const atMs = scene.clock.nowMs()
    await scene.record(eventSnapshot('jp', atMs, 4_321))
    await scene.notice(liveSnapshot('jp', atMs, 4_321))
    await page.waitFor(
      "document.querySelector('.cutoff[data-rank=\"100\"] .cutoff-points').innerText.includes('4,321')",
    )
  })

  it('shows the archive, in the language that was chosen', async () => {
    await page.goto(`${scene.test.origin}/archive?lang=ja`)
    await page.waitFor("document.querySelector('.archive-table')")
    assert.equal(await page.evaluate('document.documentElement.lang'), 'ja')
    assert.match(await textOf('.archive-table'), /Starlight/)
    await page.goto(`${scene.test.origin}/?event=${EVENT_ID}&startsAt=${START}&lang=ja`)
    await page.waitFor("document.querySelector('.cutoff-points')")
    assert.deepEqual(page.wrong, [])
  })
})
