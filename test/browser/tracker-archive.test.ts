import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { MINUTE, START } from '../public/scene.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'
import { startTracker, type TrackerScene } from './open-tracker.ts'

const DAY = 24 * 60 * MINUTE
let tracker: TrackerScene

describe('the archive in a browser', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
    const { scene } = tracker
    for (const [id, days, points] of [
      ['3031', -20, 5_000],
      ['3032', -10, 4_000],
    ] as const) {
      const board = { region: 'tw', kind: 'event', id } as const
      const startsAtMs = START + days * DAY
      const endsAtMs = startsAtMs + DAY
      await scene.putEvents({ ...board, name: `Past ${id}`, startsAtMs, endsAtMs })
      const rows = [
        { rank: 1, points: 2 * points, holders: [] },
        { rank: 100, points, holders: [] },
      ]
      await scene.record({ snapshot: { board, fetchedAtMs: endsAtMs, ranks: [1, 100], rows } })
    }
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  for (const width of [320, 1_280]) {
    it(`sets the results of every region side by side, ${String(width)} px wide`, async () => {
      const { page, wrong } = await tracker.openPage({ viewport: { width, height: 800 } })
      await tracker.go(page)
      await page.locator('.events').getByRole('link', { name: 'All events' }).click()
      await page.waitForURL('**/archive')
      const names = page.locator('.archive-table tbody .event-name')
      await names.first().waitFor()
      assert.match(await page.title(), /All events · Backline/)
      const shown = await names.allInnerTexts()
      assert.deepEqual(shown.slice(0, 2), ['Past 3032', 'Past 3031'])
      // The run before, in every region.
      assert.equal(shown.filter((name) => name === 'Starlight').length, 4)
      const row = page.getByRole('row', { name: /Past 3032/ })
      assert.match(await row.innerText(), /Taiwan · [^]*8,000\s+(#100\s+)?4,000/)
      await checkPage(page)
      await page.getByLabel('Search events').fill('past')
      assert.equal(await names.count(), 2)
      await page.getByRole('button', { name: 'Korea' }).click()
      await page.getByText('No event matches.').waitFor()
      await page.getByLabel('Region').getByRole('button', { name: 'All', exact: true }).click()
      if (width > 800) await page.getByRole('button', { name: '#100', exact: true }).click()
      if (width > 800) assert.deepEqual(await names.allInnerTexts(), ['Past 3031', 'Past 3032'])
      await page.getByRole('link', { name: /Past 3031/ }).click()
      await page.getByRole('heading', { name: 'Final cutoffs' }).waitFor()
      await page.goBack()
      await names.first().waitFor()
      assert.deepEqual(wrong, [])
    })
  }

  it('opens by its own address, in the language of the link', async () => {
    const { page, wrong } = await tracker.openPage()
    await page.goto(`${tracker.scene.test.origin}/archive?lang=ja`)
    await page.getByRole('heading', { name: '全イベント' }).waitFor()
    await page.getByRole('link', { name: '韓国', exact: true }).click()
    await page.locator('.hero[data-region="kr"]').waitFor()
    assert.deepEqual(wrong, [])
  })
})
