import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { MINUTE, START } from '../public/scene.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'
import { startTracker, type TrackerScene } from './open-tracker.ts'

let tracker: TrackerScene

/** Returns the words of a rank in the ladder. */
async function rungOf(page: Page, rank: number): Promise<readonly string[]> {
  const row = page.locator(`.ladder-table [data-rank="${rank}"]`)
  return (await row.innerText()).split(/\s+/)
}

describe('the ladder in a browser', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('has the distance of each followed rank to the ranks above and below', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByRole('heading', { name: 'Ladder' }).waitFor()
    assert.deepEqual(await rungOf(page, 1), ['#1', 'First', '1,200', '–', '1,080', '#100'])
    assert.deepEqual(await rungOf(page, 100), ['#100', 'Hundredth', '120', '1,080', '#1', '–'])
    assert.deepEqual(wrong, [])
  })

  it('shows the board at a past moment, with what came since, and goes back to now', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    const slider = page.getByRole('slider', { name: 'Time of the board' })
    const time = page.locator('.ladder-time')
    assert.equal(await time.innerText(), 'Now')
    const asked = page.waitForRequest(/\/cutoffs\/at\/\d+$/)
    await slider.fill('60')
    await page.locator('.ladder-time', { hasText: 'Nov 20, 10:00' }).waitFor()
    assert.match(await time.innerText(), /2\sd\s23\sh before the end/)
    assert.equal((await (await asked).response())?.status(), 200)
    // Only the newest snapshot has players.
    const rung = await rungOf(page, 1)
    assert.deepEqual(rung, ['#1', '600', '+600', 'since', 'then', '–', '540', '#100'])
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.ladder-time', { hasText: 'Nov 20, 09:59' }).waitFor()
    // The link has the moment.
    const at = START + 59 * MINUTE
    await page.waitForURL(new RegExp(`\\?region=jp&at=${String(at)}$`))
    await page.reload()
    await page.locator('.ladder-time', { hasText: 'Nov 20, 09:59' }).waitFor()
    await page.locator('.ladder-table', { hasText: 'since then' }).waitFor()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.locator('.ladder-time', { hasText: 'Now' }).waitFor()
    assert.equal((await rungOf(page, 1))[2], '1,200')
    await page.waitForURL(/\?region=jp$|\/$/)
    assert.deepEqual(wrong, [])
  })

  it('says why there is no board in a gap', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByRole('slider', { name: 'Time of the board' }).fill('35')
    await page.getByText('No data at this time: the game is under maintenance.').waitFor()
    assert.equal(await page.locator('.ladder-table').count(), 0)
    assert.deepEqual(wrong, [])
  })

  it('starts at now again on another board', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByRole('slider', { name: 'Time of the board' }).fill('60')
    await page.locator('.ladder-time', { hasText: 'Nov 20, 10:00' }).waitFor()
    await page.getByRole('link', { name: 'Korea' }).click()
    await page.locator('.hero[data-region="kr"]').waitFor()
    await page.locator('.ladder-time', { hasText: 'Now' }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('keeps nobody out, in every language', async () => {
    for (const [lang, width] of [
      ['en', 320],
      ['ja', 360],
      ['ko', 1_280],
    ] as const) {
      const { page } = await tracker.openPage({ viewport: { width, height: 900 } })
      await tracker.go(page, `/?lang=${lang}`)
      // It is loaded when it comes near.
      await page.evaluate("document.querySelector('.beside').scrollIntoView()")
      await page.locator('.ladder input').fill('60')
      await page.locator('.ladder-table .quiet', { hasText: '600' }).first().waitFor()
      await page.evaluate('scrollTo(0, 0)')
      await checkPage(page)
      const isCut = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      )
      assert.equal(isCut, false)
    }
  })
})
