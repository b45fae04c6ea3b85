import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { EVENT_ID, MINUTE, START } from '../public/scene.ts'
import { skip } from './open-browser.ts'
import { searchOf, startTracker, textOf, type TrackerScene } from './open-tracker.ts'

let tracker: TrackerScene

describe('the chart in a browser', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('shows one rank alone, with its row marked, and all of them again', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.locator('canvas').waitFor()
    const row = page.locator('.cutoff[data-rank="100"] button')
    await row.click()
    await page.waitForURL(/rank=100$/)
    assert.equal(await row.getAttribute('aria-pressed'), 'true')
    const plot = page.getByRole('img', { name: /^Points over time/ })
    assert.match((await plot.getAttribute('aria-label')) ?? '', /Rank 100: 120\. /)
    assert.doesNotMatch((await plot.getAttribute('aria-label')) ?? '', /Rank 1: /)
    await page.getByRole('button', { name: 'Rank 100 Show all ranks' }).click()
    await page.waitForURL((url) => !url.searchParams.has('rank'))
    await page.getByRole('img', { name: /Rank 1: / }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('shows points per hour, on a logarithmic axis if told', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByRole('link', { name: 'Per hour' }).click()
    await page.getByRole('heading', { name: 'Points per hour' }).waitFor()
    await page.getByRole('img', { name: /Rank 1: 600\/h\. Rank 100: 60\/h/ }).waitFor()
    await page.getByRole('button', { name: 'Log' }).click()
    assert.deepEqual(Object.fromEntries(searchOf(page)), {
      region: 'jp',
      show: 'speed',
      scale: 'log',
    })
    await page.getByRole('button', { name: 'Log', pressed: true }).waitFor()
    await page.locator('canvas').waitFor()
    assert.deepEqual(wrong, [])
  })

  it('reads values beside the cursor, with the mouse and with the keys', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.locator('canvas').waitFor()
    assert.equal(await page.locator('.chart-readout').count(), 0)
    const plot = await page.locator('.u-over').boundingBox()
    assert.ok(plot)
    await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2)
    await page.locator('.chart-readout', { hasText: 'Nov 20, 10:00' }).waitFor()
    assert.match(await textOf(page, '.chart-readout'), /Rank 1\s+600\s+Rank 100\s+60/)
    // The gap of the scene is between 30 and 41 minutes.
    await page.mouse.move(plot.x + plot.width * 0.29, plot.y + plot.height / 2)
    await page.locator('.chart-readout', { hasText: 'the game is under maintenance' }).waitFor()
    await page.mouse.move(5, 5)
    await page.locator('.chart-readout').waitFor({ state: 'detached' })
    await page.locator('.chart-plot').focus()
    await page.keyboard.press('End')
    await page.locator('.chart-readout', { hasText: 'Nov 20, 11:00' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.chart-readout', { hasText: 'Nov 20, 10:59' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.chart-readout').waitFor({ state: 'detached' })
    assert.deepEqual(wrong, [])
  })

  it('zooms by dragging, names the range, links to it, and resets', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.locator('canvas').waitFor()
    const current = page.locator('.chart-ranges [aria-current]')
    assert.equal(await current.innerText(), 'All')
    const plot = await page.locator('.u-over').boundingBox()
    assert.ok(plot)
    await page.mouse.move(plot.x + plot.width / 4, plot.y + 50)
    await page.mouse.down()
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 50, { steps: 4 })
    await page.mouse.up()
    await page.locator('.chart-ranges [aria-current]', { hasText: /Nov 20, 09:(29|30)/ }).waitFor()
    assert.equal(await current.count(), 1)
    await page.getByRole('button', { name: 'Reset zoom' }).click()
    await page.locator('.chart-ranges [aria-current]', { hasText: 'All' }).waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.locator('.chart-ranges [aria-current]', { hasText: 'Nov 20, 09:45' }).waitFor()
    // The address has the range too.
    await page.waitForURL(new RegExp(`from=${String(START + 45 * MINUTE)}&`))
    const picture = await page.getByRole('link', { name: 'Chart as an image' }).getAttribute('href')
    const from = new URL(picture ?? '', tracker.scene.test.origin).searchParams.get('from')
    assert.equal(from, String(START + 45 * MINUTE))
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.locator('.chart-ranges [aria-current]', { hasText: 'All' }).waitFor()
    assert.equal(searchOf(page).get('from'), null)
    assert.deepEqual(wrong, [])
  })

  it('sets runs side by side by the time since their start', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByText('Choose events').click()
    await page.locator('.runs').first().locator('label').first().click()
    await page.getByRole('img', { name: /Rank 100, Starlight/ }).waitFor()
    assert.match(searchOf(page).get('with') ?? '', new RegExp(`^jp:${EVENT_ID}@`))
    await page.getByRole('button', { name: 'Stop comparing' }).click()
    assert.equal(searchOf(page).get('with'), null)
    assert.deepEqual(wrong, [])
  })

  it('says how far each rank is ahead of the other runs, at the same time', async () => {
    const { page, wrong } = await tracker.openPage()
    const others = `with=tw:${EVENT_ID}&with=jp:${EVENT_ID}@${START - 30 * 24 * 60 * MINUTE}`
    await tracker.go(page, `/?${others}`)
    const table = page.locator('.compare-table')
    await table.waitFor()
    assert.match(
      await table.innerText(),
      /Rank\s+Starlight\s+Taiwan, Nov 20, 2026\s+Starlight\s+Japan/,
    )
    // The run in Taiwan has the same points; the run before was polled for half an hour only.
    const row = page.locator('.compare-table tbody tr').nth(1)
    assert.match(await row.innerText(), /#100\s+0\s+0%\s+0 h ahead\s+–/)
    assert.deepEqual(wrong, [])
  })

  it('ticks a run to compare with that the link names without its start', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, `/?with=tw:${EVENT_ID}&with=tw:77`)
    await page.getByRole('img', { name: /Rank 100, Starlight/ }).waitFor()
    await page.locator('.runs input:checked').waitFor()
    assert.equal(await page.locator('.runs input:checked').count(), 1)
    await page.locator('.runs label', { has: page.locator(':checked') }).click()
    await page.waitForURL((url) => !url.searchParams.has('with'))
    assert.deepEqual(
      wrong.filter((text) => !text.includes('404')),
      [],
    )
  })

  it('shows a custom range in the zone of the reader, and a picture of the same', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByText('Custom range').click()
    // 09:00 in Tokyo is when the event begins.
    await page.getByLabel('From', { exact: true }).fill('2026-11-20T09:30')
    await page.getByLabel('To', { exact: true }).fill('2026-11-20T10:00')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Nov 20, 09:30 – 10:00').waitFor()
    const expected = { from: String(START + 30 * MINUTE), until: String(START + 60 * MINUTE) }
    assert.deepEqual(Object.fromEntries(searchOf(page)), { region: 'jp', ...expected })
    const picture = await page.getByRole('link', { name: 'Chart as an image' }).getAttribute('href')
    const asked = new URL(picture ?? '', tracker.scene.test.origin)
    assert.equal(asked.pathname, `/api/public/v1/game/jp/events/${EVENT_ID}/chart.png`)
    assert.equal(asked.searchParams.get('from'), expected.from)
    assert.equal(asked.searchParams.get('until'), expected.until)
    assert.equal(asked.searchParams.get('zone'), 'Asia/Tokyo')
    assert.deepEqual(asked.searchParams.getAll('ranks'), ['1', '100'])
    assert.equal((await page.request.get(asked.href)).status(), 200)
    assert.deepEqual(wrong, [])
  })

  it('says of a board and of a rank that it is not watched, and what is', async () => {
    const run = { region: 'tw', id: '3010', name: 'Unread' } as const
    const times = { startsAtMs: START - 90 * MINUTE, endsAtMs: START }
    await tracker.scene.putEvents({ ...run, ...times })
    const { page } = await tracker.openPage()
    await page.goto(`${tracker.scene.test.origin}/?region=tw&event=3010`)
    const notice = page.locator('main .empty')
    await notice.getByText('No data was collected.').waitFor()
    await notice.getByRole('link', { name: 'Starlight' }).click()
    await page.locator('.cutoff-points').first().waitFor()
    await tracker.go(page, '/?region=tw&ranks=7,100')
    await page.getByText('Not watched: rank 7.').waitFor()
    await page.locator('canvas').waitFor()
    await page.goto(`${tracker.scene.test.origin}/?region=tw&ranks=7`)
    await page.getByText('Not watched: rank 7. Watched ranks: 1, 100, and 1,000.').waitFor()
    // The page shows other ranks then, and so it does where the rank alone is unknown.
    await page.locator('canvas').waitFor()
    assert.equal(await page.locator('.cutoff').count(), 2)
    await page.goto(`${tracker.scene.test.origin}/?region=tw&rank=7`)
    await page.getByText('Not watched: rank 7.').waitFor()
    await page.getByRole('img', { name: /Rank 100: / }).waitFor()
  })

  it('keeps the zoomed range of a comparison in the link', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, `/?with=tw:${EVENT_ID}`)
    await page.getByRole('img', { name: /Rank 100, Starlight/ }).waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.waitForURL(/from=\d+&until=\d+&with=tw:2004$/)
    const picture = await page.getByRole('link', { name: 'Chart as an image' }).getAttribute('href')
    const address = new URL(picture ?? '', tracker.scene.test.origin)
    assert.deepEqual(address.searchParams.getAll('with'), [`tw:${EVENT_ID}@${START}`])
    assert.equal(address.searchParams.get('from'), searchOf(page).get('from'))
    assert.equal((await page.request.get(address.href)).status(), 200)
    // Half of the first two hours, in the time of the run: the first snapshot is at four minutes.
    assert.equal(searchOf(page).get('from'), String(START + 33 * MINUTE))
    await page.reload()
    // The axis is the time since the start.
    await page.getByRole('img', { name: /33m – 1h 31m/ }).waitFor()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('img', { name: /4m – 2h/ }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('loads the finer data of the part of a long run that it zooms into', async () => {
    // At once: to step through three days runs a timer two million times.
    tracker.scene.clock.stall(72 * 60 * MINUTE)
    const { page, wrong } = await tracker.openPage()
    const steps: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith(`/${EVENT_ID}/history`)) steps.push(searchParams.get('step'))
    })
    await tracker.go(page, `/?event=${EVENT_ID}`)
    await page.locator('canvas').waitFor()
    assert.deepEqual(steps, ['15m'])
    const finer = page.waitForRequest(/\/history\?.*step=raw/)
    const plot = await page.locator('.u-over').boundingBox()
    assert.ok(plot)
    await page.mouse.move(plot.x + 1, plot.y + 50)
    await page.mouse.down()
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 50, { steps: 4 })
    await page.mouse.up()
    const { searchParams } = new URL((await finer).url())
    assert.equal(searchParams.get('from'), String(START))
    assert.equal(Number(searchParams.get('until')) % (60 * MINUTE), 0)
    await page.getByRole('button', { name: 'Reset zoom' }).click()
    await page.locator('.chart-ranges [aria-current]', { hasText: 'All' }).waitFor()
    assert.deepEqual(steps, ['15m', 'raw'])
    await tracker.go(page, `/?event=${EVENT_ID}&with=tw:${EVENT_ID}`)
    await page.getByRole('img', { name: /Rank 100, Starlight/ }).waitFor()
    const finerRuns = page.waitForRequest(/\/comparison\?.*step=(?:raw|5m)/)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    const compared = new URL((await finerRuns).url()).searchParams
    assert.equal(Number(compared.get('since')) % (60 * MINUTE), 0)
    assert.deepEqual(wrong, [])
  })
})
