import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { HOUR_MS } from '../../src/platform/time/time-units.ts'
import { MINUTE, START } from '../public/scene.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'
import { startTracker, textOf, type TrackerScene } from './open-tracker.ts'

let tracker: TrackerScene
const NOW = START + 2 * HOUR_MS
const ABOUT = /[Cc]ollector|operator|BACKLINE_/

/** Puts an event of a region, hours from now, and opens it. */
async function openEvent(
  page: Page,
  { id, from, until }: { readonly id: string; readonly from: number; readonly until: number },
): Promise<void> {
  await tracker.scene.putEvents({
    region: 'tw',
    id,
    name: `Event of state ${id}`,
    startsAtMs: NOW + from * HOUR_MS,
    endsAtMs: NOW + until * HOUR_MS,
  })
  await page.goto(`${tracker.scene.test.origin}/?region=tw&event=${id}`)
  await page.getByRole('heading', { level: 1, name: `Event of state ${id}` }).waitFor()
}

async function watchEvent(id: string, from: number, until: number): Promise<void> {
  await tracker.scene.history.putWatch({
    board: { region: 'tw', kind: 'event', id },
    ranks: [1, 100],
    cadenceMs: MINUTE,
    fromMs: NOW + from * HOUR_MS,
    untilMs: NOW + until * HOUR_MS,
    paused: false,
    origin: 'announced',
  })
}

/** Asserts what no state has: a chart, panels without content, words for operators. */
async function checkPending(page: Page): Promise<void> {
  assert.equal(await page.locator('.chart-card, .cutoffs, .compare, .share').count(), 0)
  assert.doesNotMatch(await page.locator('main').innerText(), ABOUT)
  await page.evaluate('scrollTo(0, 0)')
  await checkPage(page)
}

describe('the tracker without data', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('says of an upcoming event when it starts, and offers the calendar', async () => {
    const { page, wrong } = await tracker.openPage()
    await watchEvent('4001', 24, 48)
    await openEvent(page, { id: '4001', from: 24, until: 48 })
    await page.getByText('Cutoffs appear here once it starts.').waitFor()
    assert.match(await textOf(page, '.hero'), /Upcoming[^]*Starts in/)
    const href = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
    const calendar = await fetch(tracker.scene.test.origin + String(href))
    assert.equal(calendar.status, 200)
    assert.match(await calendar.text(), /BEGIN:VCALENDAR/)
    await checkPending(page)
    assert.deepEqual(wrong, [])
  })

  it('says in the first minute of a board that the data come by themselves, and shows them', async () => {
    const { page, wrong } = await tracker.openPage()
    await watchEvent('4002', -1, 24)
    await openEvent(page, { id: '4002', from: -1, until: 24 })
    await page.getByText('Waiting for the first update.').waitFor()
    await checkPending(page)
    const board = { region: 'tw', kind: 'event', id: '4002' } as const
    const rows = [{ rank: 1, points: 77, holders: [{ id: '1', name: 'Early' }] }]
    const fetchedAtMs = tracker.scene.clock.nowMs()
    await tracker.scene.record({ snapshot: { board, fetchedAtMs, ranks: [1, 100], rows } })
    await tracker.scene.notice({
      region: 'tw',
      atMs: fetchedAtMs,
      liveEvent: { type: 'snapshot', board, fetchedAtMs, rows },
    })
    await page.locator('.cutoff-points', { hasText: '77' }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('says why a region has no data, and that it goes on', async () => {
    const { page, wrong } = await tracker.openPage()
    await watchEvent('4003', -1, 24)
    await tracker.scene.record({
      board: { region: 'tw', kind: 'event', id: '4003' },
      atMs: tracker.scene.clock.nowMs(),
      reason: 'maintenance',
    })
    await openEvent(page, { id: '4003', from: -1, until: 24 })
    await page.getByText('No data for this board yet.').waitFor()
    await page.getByText(/the game is under maintenance\. Updates continue as soon as/).waitFor()
    await checkPending(page)
    assert.deepEqual(wrong, [])
  })

  it('says of an event that was not collected just that', async () => {
    const { page } = await tracker.openPage()
    await openEvent(page, { id: '4004', from: -48, until: -24 })
    await page.getByText('No data was collected.').waitFor()
    assert.equal(await page.locator('.chart-card, .cutoffs, .compare, .share').count(), 0)
    assert.doesNotMatch(await page.locator('main').innerText(), ABOUT)
  })

  it('follows the clock of the server, and says when that of the reader is wrong', async () => {
    const { page, wrong } = await tracker.openPage()
    // Only the date is wrong: the page finds its own age by the clock of the browser.
    await page.addInitScript(
      (aheadMs) => {
        const right = Date.now
        Date.now = () => right() + aheadMs
      },
      NOW + 3 * HOUR_MS - Date.now(),
    )
    await tracker.go(page)
    assert.match(await textOf(page, '.hero'), /Ends in 2 days 2[12] hours/)
    await page.getByText(/^The clock of your device is off by (3|2)\sh/).waitFor()
    const right = await tracker.openPage()
    await right.page.clock.install({ time: tracker.scene.clock.nowMs() })
    await tracker.go(right.page)
    assert.equal(await right.page.getByText('The clock of your device').count(), 0)
    assert.deepEqual([...wrong, ...right.wrong], [])
  })
})

describe('a new server', { skip }, () => {
  it('has no events, and shows the first one by itself', async () => {
    tracker = await startTracker()
    try {
      const { page } = await tracker.openPage()
      await page.clock.install({ time: tracker.scene.clock.nowMs() })
      let isEmpty = true
      for (const path of ['events', 'watches']) {
        await page.route(`**/jp/${path}`, (route) =>
          isEmpty ? route.fulfill({ json: {} }) : route.fallback(),
        )
      }
      // Nor has the server anything for the first screen.
      await page.route(`${tracker.scene.test.origin}/`, async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        const body = text.replace(/(<script[^>]* id="first-data">)[^<]*/, '$1')
        assert.notEqual(body, text)
        await route.fulfill({ response, body })
      })
      await page.goto(tracker.scene.test.origin)
      await page.getByText('No events in this region yet.').waitFor()
      assert.doesNotMatch(await page.locator('main').innerText(), ABOUT)
      isEmpty = false
      await page.clock.fastForward(16_000)
      await page.locator('.cutoff-points').first().waitFor()
    } finally {
      await tracker.closePages()
      await tracker.stop()
    }
  })
})
