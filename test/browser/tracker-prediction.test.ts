import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Prediction, RankPrediction } from '../../src/history/prediction.ts'
import { EVENT_ID, MINUTE, START, eventSnapshot } from '../public/scene.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'
import { searchOf, startTracker, textOf, type TrackerScene } from './open-tracker.ts'

const HOUR = 60 * MINUTE
const END = START + 72 * HOUR
let tracker: TrackerScene

/** Stores a prediction and announces it, as the process that collects does. */
async function predict(atMs: number, values: readonly [first: number, hundredth: number]) {
  const board = { region: 'jp', kind: 'event', id: EVENT_ID } as const
  const [first, hundredth] = values
  const prediction: Prediction = {
    board,
    startsAtMs: START,
    endsAtMs: END,
    madeAtMs: atMs,
    snapshotMs: atMs,
    model: 'analogs',
    version: 1,
    pastRuns: 12,
    medianError: 0.042,
    ranks: [
      estimate(1, first, 1_200),
      estimate(100, hundredth, 120),
      { rank: 1_000, unknown: 'not_held' },
    ],
  }
  await tracker.scene.notice({
    region: 'jp',
    atMs,
    liveEvent: { type: 'prediction', ...prediction },
  })
}

function estimate(rank: number, value: number, points: number): RankPrediction {
  return {
    rank,
    points,
    value,
    interval50: [Math.round(value * 0.9), Math.round(value * 1.1)],
    interval90: [Math.round(value * 0.8), Math.round(value * 1.25)],
  }
}

/** Returns the text of a rank's row. */
const rowOf = (rank: number) => `.cutoff[data-rank="${rank}"]`

describe('predictions on the tracker', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('are said to come later while it is too early', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, '/?region=tw')
    await page.locator('.prediction-note', { hasText: 'Too early to predict the end' }).waitFor()
    assert.equal(await page.locator('.cutoff-end').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Prediction' }).count(), 0)
    assert.deepEqual(wrong, [])
  })

  it('stand in the rows with the range of nine of ten results, and how good past ones were', async () => {
    await predict(START + 119 * MINUTE, [40_000, 4_000])
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.locator(`${rowOf(1)} .cutoff-end`).waitFor()
    assert.equal(
      await textOf(page, `${rowOf(1)} .cutoff-end`),
      'Ends at about 40,000 (32,000 – 50,000)',
    )
    await page.setViewportSize({ width: 360, height: 640 })
    assert.ok(await page.locator(`${rowOf(1)} .cutoff-end`).isVisible(), 'on a phone too')
    const sentence = 'At this point, past predictions were off by 4.2% in the median.'
    assert.equal(await textOf(page, '.prediction-note'), sentence)
    const table = page.getByRole('region', { name: 'Predicted points at the end' })
    assert.match(
      await table.innerText(),
      /#100\s+4,000\s+3,600 – 4,400\s+3,200 – 5,000/,
      'both ranges',
    )
    await page.getByRole('button', { name: 'All 3 ranks' }).click()
    // A rank that nobody holds has no row of its own in the prediction.
    assert.equal(await page.locator(`${rowOf(1_000)} .cutoff-end`).count(), 0)
    for (const lang of ['ja', 'zh-Hant', 'zh-Hans', 'ko']) {
      await tracker.go(page, `/?lang=${lang}`)
      await page.locator('.prediction-note', { hasText: '4.2%' }).waitFor()
    }
    assert.deepEqual(wrong, [])
  })

  it('are a fan to the end in the chart, which can be read, hidden and linked to', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    const toggle = page.getByRole('button', { name: 'Prediction' })
    await toggle.waitFor()
    const plot = page.locator('.chart-plot')
    await plot.focus()
    await page.keyboard.press('End')
    const readout = page.locator('.chart-readout')
    await readout.filter({ hasText: 'Predicted end, Nov 23, 09:00' }).waitFor()
    assert.match(await readout.innerText(), /Rank 100\s+4K \(3\.2K – 5K\)/)
    const ends = async () =>
      /Nov 20, 09:00.* – (\w+ \d+)/.exec((await plot.ariaSnapshot()) ?? '')?.[1]
    assert.equal(await ends(), 'Nov 23')
    // The picture shows the same.
    const picture = page.getByRole('link', { name: 'Chart as an image' })
    const address = new URL((await picture.getAttribute('href')) ?? '', tracker.scene.test.origin)
    assert.equal(address.searchParams.get('prediction'), '1')
    assert.equal((await page.request.get(address.href)).status(), 200)
    await toggle.click()
    await page.waitForURL(/prediction=0/)
    assert.doesNotMatch((await picture.getAttribute('href')) ?? '', /prediction/)
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false')
    assert.equal(await ends(), 'Nov 20')
    await tracker.go(page, '/?prediction=0')
    await toggle.waitFor()
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false')
    // Part of the run and points per hour have no predicted end.
    for (const link of ['/?range=24h', '/?show=speed']) {
      await tracker.go(page, link)
      await page.locator(`${rowOf(1)} .cutoff-end`).waitFor()
      assert.equal(await toggle.count(), 0, link)
    }
    assert.deepEqual(wrong, [])
  })

  it('of a rank alone show how they moved', async () => {
    await predict(START + 90 * MINUTE, [45_000, 5_000])
    const { page, wrong } = await tracker.openPage()
    const asked = page.waitForRequest(/predictions\/history\?ranks=100&/)
    await tracker.go(page, '/?rank=100')
    assert.equal((await (await asked).response())?.status(), 200)
    await page.locator('canvas').waitFor()
    assert.deepEqual(wrong, [])
  })

  it('stand beside a comparison, with its scale, without what was predicted before', async () => {
    const { page, wrong } = await tracker.openPage()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await tracker.go(page, `/?rank=100&with=tw:${EVENT_ID}`)
    await page.getByRole('img', { name: /Rank 100, Starlight/ }).waitFor()
    await page.locator(`${rowOf(100)} .cutoff-end`).waitFor()
    const plot = page.locator('.chart-plot')
    await plot.focus()
    await page.keyboard.press('End')
    const readout = page.locator('.chart-readout')
    await readout.filter({ hasText: 'Predicted end' }).waitFor()
    assert.match(await readout.innerText(), /Starlight \(Nov 20, 2026\)\s+4K \(3\.2K – 5K\)/)
    assert.ok(asked.some((url) => url.includes('/predictions')))
    assert.ok(!asked.some((url) => url.includes('/predictions/history')))
    assert.deepEqual(wrong, [])
  })

  it('arrive live', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.locator(`${rowOf(1)} .cutoff-end`, { hasText: '40,000' }).waitFor()
    await page.locator('.freshness[data-live="true"]').waitFor()
    await predict(START + 120 * MINUTE, [42_000, 4_200])
    await page.locator(`${rowOf(1)} .cutoff-end`, { hasText: 'Ends at about 42,000' }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('keep nobody out', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 1_280]) {
        const viewport = { width, height: 900 }
        const { page } = await tracker.openPage({ colorScheme, viewport, reducedMotion: 'reduce' })
        await tracker.go(page, '/?rank=1')
        await page.locator('.prediction-table').waitFor()
        await page.evaluate('scrollTo(0, 0)')
        await checkPage(page)
      }
    }
  })

  it('of half time stand beside the final result of an ended event', async () => {
    await predict(START + 36 * HOUR, [11_000, 1_000])
    // At once: to step through three days runs a timer two million times.
    tracker.scene.clock.stall(71 * HOUR)
    const { snapshot } = eventSnapshot('jp', END + MINUTE, 1_000)
    await tracker.scene.record({ snapshot })
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, `/?event=${EVENT_ID}`)
    const panel = page.locator('.prediction')
    await panel.getByRole('heading', { name: 'Predicted at half time' }).waitFor()
    const table = panel.locator('table')
    await table.waitFor()
    assert.match(
      await table.innerText(),
      /#1\s+11,000\s+10,000\s+\+10%\s+#100\s+1,000\s+1,000\s+0%/,
    )
    assert.equal(await page.locator('.cutoff-end').count(), 0)
    assert.equal(searchOf(page).get('event'), EVENT_ID)
    await page.goto(`${tracker.scene.test.origin}/archive`)
    const half = page.locator('.archive-table tr', { hasText: '10,000' }).locator('.archive-half')
    await page.getByRole('button', { name: 'Predicted at half time' }).click()
    await half.first().waitFor()
    await page.locator('.archive-half', { hasText: 'half time 11,000 (+10%)' }).waitFor()
    assert.deepEqual(wrong, [])
  })
})
