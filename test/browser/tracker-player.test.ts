import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { EVENT_ID, START, startPublicScene } from '../public/scene.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser, skip } from './open-browser.ts'
import { checkPage, checkWidth, openPortalPage } from './open-portal-page.ts'
import { searchOf, startTracker, textOf, type TrackerScene } from './open-tracker.ts'

let tracker: TrackerScene
const PLAYER = `/?region=jp&event=${EVENT_ID}&startsAt=${String(START)}&player=12`

describe('the page of a player', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('opens from the name on the board, with rank and points over time, and leads back', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, '/?ranks=1,100')
    await page.getByRole('link', { name: 'Hundredth' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hundredth' }).waitFor()
    assert.equal(searchOf(page).get('player'), '12')
    assert.equal(searchOf(page).get('startsAt'), String(START))
    assert.match(await page.title(), /^Hundredth · Backline$/)
    const facts = (await textOf(page, '.player-facts')).replaceAll(/\s+/g, ' ')
    assert.equal(facts, 'Rank #100 Points 120 Points in the last 1 h +60 Best rank seen #100')
    await page.locator('.player canvas').waitFor()
    await page.getByText('Show as a table').first().click()
    await page.locator('.chart td', { hasText: /^120$/ }).first().waitFor()
    await page.locator('.chart', { hasText: 'the game is under maintenance' }).waitFor()
    await page.getByText('Show as a table').last().click()
    // The gap of ten minutes is in two rows.
    assert.equal(await page.locator('.rank-chart tbody tr').count(), 2)
    await page.getByRole('link', { name: 'Starlight' }).click()
    await page.locator('.cutoff-points').first().waitFor()
    assert.equal(searchOf(page).get('player'), null)
    assert.equal(searchOf(page).get('ranks'), '1,100')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Hundredth' }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('does not cover the row, which still shows its rank alone', async () => {
    const { page, wrong } = await tracker.openPage({ viewport: { width: 360, height: 740 } })
    await tracker.go(page)
    const row = page.locator('.cutoff[data-rank="100"]')
    const box = await row.boundingBox()
    assert.ok(box !== null)
    // The far end of the second line is still the row.
    await page.mouse.click(box.x + box.width - 12, box.y + box.height - 12)
    await page.locator('.cutoff[data-rank="100"][data-alone]').waitFor()
    const name = await row.getByRole('link').boundingBox()
    assert.ok((name?.height ?? 0) >= 24, JSON.stringify(name))
    assert.deepEqual(wrong, [])
  })

  it('makes a favorite that every board shows, on this device, until it is none', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    assert.equal(await page.locator('.favorites').count(), 0)
    await page.goto(tracker.scene.test.origin + PLAYER)
    await page.getByRole('button', { name: 'Add to favorites' }).click()
    await page.getByRole('button', { name: 'Favorite', pressed: true }).waitFor()
    await tracker.go(page)
    const favorites = page.locator('.favorites')
    assert.match(await favorites.innerText(), /Favorite players\s+Hundredth\s+#100\s+120/)
    assert.equal(await page.locator('.cutoff-player .icon').count(), 1)
    // The account belongs to its region.
    await tracker.go(page, '/?region=tw')
    assert.equal(await page.locator('.favorites').count(), 0)
    await tracker.go(page, '/?region=jp')
    await favorites.getByRole('link').click()
    await page.getByRole('button', { name: 'Favorite', pressed: true }).click()
    await page.getByRole('button', { name: 'Add to favorites' }).waitFor()
    await tracker.go(page)
    assert.equal(await page.locator('.favorites').count(), 0)
    assert.deepEqual(wrong, [])
  })

  it('says of a player who was not seen, and of a damaged link shows the board', async () => {
    const { page, wrong } = await tracker.openPage()
    await page.goto(tracker.scene.test.origin + PLAYER.replace('player=12', 'player=99'))
    await page.getByText('Not seen in this event').waitFor()
    await tracker.go(page, '/?player=12')
    assert.equal(await textOf(page, 'h1'), 'Starlight')
    assert.deepEqual(
      wrong.filter((text) => !text.includes('404')),
      [],
    )
  })

  it('keeps nobody out, and fits every width and language', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await tracker.openPage({
        colorScheme,
        viewport: { width: 320, height: 640 },
      })
      await page.goto(tracker.scene.test.origin + PLAYER)
      await page.locator('.player canvas').waitFor()
      await checkPage(page)
    }
    for (const width of [320, 1_120]) {
      const { page } = await tracker.openPage({ viewport: { width, height: 800 } })
      for (const lang of ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko']) {
        await page.goto(`${tracker.scene.test.origin}${PLAYER}&lang=${lang}`)
        await page.locator('.player canvas').waitFor()
        await checkWidth(page)
      }
    }
  })
})

describe('a server without player pages', { skip }, () => {
  it('links no names, and says so where a link asks for a player', async () => {
    const scene = await startPublicScene(temporaryFolder(), { BACKLINE_PLAYER_DAYS: '0' })
    const ticking = setInterval(() => scene.clock.advance(10), 10)
    const browser = await openBrowser()
    try {
      const { page, wrong } = await openPortalPage(browser, scene.test.origin)
      await page.goto(scene.test.origin)
      await page.getByText('Hundredth').first().waitFor()
      assert.equal(await page.locator('.cutoff-player a').count(), 0)
      await page.goto(scene.test.origin + PLAYER)
      await page.getByText('This server does not show player pages.').waitFor()
      assert.deepEqual(wrong, [])
    } finally {
      clearInterval(ticking)
      await browser.close()
      await scene.test.stop()
    }
  })
})
