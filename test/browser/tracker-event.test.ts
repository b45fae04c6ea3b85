import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Request } from 'playwright-core'
import { EVENT_ID, failedReading, eventSnapshot, MINUTE, START } from '../public/scene.ts'
import { skip } from './open-browser.ts'
import { pointsOf, searchOf, startTracker, textOf, type TrackerScene } from './open-tracker.ts'

let tracker: TrackerScene

describe('the event and its cutoffs in a browser', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('says what is running, until when, and where each followed rank stands', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    assert.equal(await textOf(page, 'h1'), 'Starlight')
    const hero = await textOf(page, '.hero')
    assert.match(hero, /Live\s+Japan\s+Run 2/)
    assert.match(hero, /Nov 20, 09:00 – Nov 23, 09:00 GMT\+9/)
    assert.match(hero, /Ends in 2 days 2[12] hours/)
    assert.match(hero, /2\s*d\s+2[12]\s*h\s+\d\d\s*m\s+\d\d\s*s/)
    const freshness = await page.locator('.freshness').textContent()
    assert.match(freshness ?? '', /Updated \d+\s(s|min) agonext update in \d+\ss/)
    assert.match(await page.title(), /Starlight · Backline/)
    const rows = page.locator('.cutoff')
    assert.deepEqual(await rows.evaluateAll((all) => all.map((one) => one.dataset['rank'])), [
      '1',
      '100',
    ])
    await page.locator('.cutoff-speed').first().waitFor()
    const row = (await rows.nth(1).innerText()).replaceAll(/\s+/g, ' ')
    assert.match(row, /^#100 120 points \+60\/h Hundredth 1,080 to #1 \d+ (s|min) ago$/)
    assert.match(await rows.nth(0).innerText(), /First\s+1,080 over #100/)
    assert.match(await textOf(page, '[data-span]'), /Per hour: measured Nov 20, 10:00 – 11:00/)
    assert.match(await textOf(page, 'footer'), /Japan Standard Time \(Asia\/Tokyo\)/)
    const portal = page.locator('footer').getByRole('link', { name: 'Developer portal' })
    assert.equal(await portal.getAttribute('href'), '/portal')
    assert.deepEqual(wrong, [])
  })

  it('counts down every second', async () => {
    const { page } = await tracker.openPage()
    await tracker.go(page)
    const first = await textOf(page, '.countdown-time')
    await page.waitForFunction(
      (text) =>
        (
          globalThis as unknown as {
            readonly document: { querySelector(of: string): { readonly innerText: string } | null }
          }
        ).document.querySelector('.countdown-time')?.innerText !== text,
      first,
    )
  })

  it('shows the followed ranks on the first screen of a phone, and everything in reach', async () => {
    const { page, wrong } = await tracker.openPage({ viewport: { width: 360, height: 640 } })
    await tracker.go(page)
    // Five ranks are followed by default; the boards of the scene have fewer.
    const rows = await Promise.all(
      (await page.locator('.cutoff').all()).map(async (row) => row.boundingBox()),
    )
    const top = rows[0]?.y ?? Infinity
    for (const row of rows) {
      assert.ok(row !== null && top + 5 * row.height <= 640, JSON.stringify([top, row]))
    }
    const header = await page.locator('header').boundingBox()
    assert.ok((header?.height ?? 0) <= 60, `${header?.height} px of header`)
    assert.match(await textOf(page, '.cutoff-player'), /First/)
    for (const target of await page.locator('header :is(a, summary), .cutoff-body').all()) {
      const box = await target.boundingBox()
      assert.ok((box?.height ?? 0) >= 40 && (box?.width ?? 0) >= 44, JSON.stringify(box))
    }
    assert.deepEqual(wrong, [])
  })

  it('shows all watched ranks on request, and follows the chosen ones', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.getByRole('button', { name: 'All 3 ranks' }).click()
    assert.match(await textOf(page, '.cutoff[data-rank="1000"]'), /No player at this rank/)
    await page.getByRole('checkbox', { name: 'Follow rank 1', exact: true }).uncheck()
    await page.waitForURL(/ranks=100$/)
    // The last one stays.
    assert.ok(await page.getByRole('checkbox', { name: 'Follow rank 100' }).isDisabled())
    await page.getByRole('button', { name: 'Fewer ranks' }).click()
    assert.equal(await page.locator('.cutoff').count(), 1)
    assert.deepEqual(wrong, [])
  })

  it('says where own points stand, and what each rank takes', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    await page.locator('.cutoff-speed').first().waitFor()
    await page.getByLabel('Your points', { exact: true }).fill('1,000')
    await page.getByText('You are between #1 and #100.').waitFor()
    // Rank 1 has 1,200 and gains 600 an hour; rank 100 has 120 and gains 60.
    const goals = page.locator('.goal')
    assert.match(await goals.nth(0).innerText(), /^#1\s+200 to go\s+60[0-9]\/h to reach it$/)
    assert.match(await goals.nth(1).innerText(), /^#100\s+880 ahead\s+4[0-9]\/h to hold it$/)
    await page.getByLabel('Your points per hour').fill('800')
    await page.locator('.goal', { hasText: /at your speed in 1\sh/ }).waitFor()
    await page.getByLabel('Your points', { exact: true }).fill('many')
    assert.equal(await page.locator('.goal').count(), 0)
    assert.deepEqual(wrong, [])
  })

  it('shows a new point as it arrives, without a reload', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, '/?region=tw')
    await page.locator('.freshness[data-live="true"]').waitFor()
    tracker.scene.clock.advance(MINUTE)
    await tracker.announce('tw', 4_321)
    await page.locator('.cutoff-points', { hasText: '4,321' }).waitFor()
    await page.getByText('Show as a table').click()
    await page.locator('.chart td', { hasText: '4,321' }).first().waitFor()
    assert.deepEqual(wrong, [])
  })

  it('lists events in time order: running, upcoming soonest first, ended newest first', async () => {
    const DAY = 24 * 60 * MINUTE
    const event = (id: string, name: string, days: number) => ({
      region: 'kr' as const,
      id,
      name,
      startsAtMs: START + days * DAY,
      endsAtMs: START + (days + 1) * DAY,
    })
    await tracker.scene.putEvents(
      event('3021', 'Later', 9),
      event('3022', 'Sooner', 5),
      event('3023', 'Long ago', -50),
    )
    const { page, wrong } = await tracker.openPage()
    await page.setViewportSize({ width: 360, height: 400 })
    await tracker.go(page, '/?region=kr')
    const groups = page.locator('.event-group')
    assert.match(await groups.nth(0).innerText(), /^Live\s+Starlight\s+Ends in 2\sd\s2[12]\sh$/)
    assert.match(await groups.nth(1).innerText(), /^Upcoming\s+Sooner\s.*\s+Later\s/)
    assert.match(await groups.nth(2).innerText(), /^Ended\s+Starlight\s.*\s+Long ago\s/)
    await page.locator('.events a', { hasText: 'Sooner' }).click()
    await page.locator('h1', { hasText: 'Sooner' }).waitFor()
    assert.equal(await page.evaluate('scrollY'), 0, 'the top of the event')
    assert.match(await textOf(page, '.hero'), /Upcoming[^]*Starts in 4 days 2[12] hours/)
    assert.deepEqual(
      wrong.filter((text) => !text.includes('404')),
      [],
    )
  })

  it('shows the final result of a run that is over, and the hour before its end', async () => {
    const board = { region: 'tw', kind: 'event', id: '3009' } as const
    const endsAtMs = START - 60 * MINUTE
    const startsAtMs = endsAtMs - 180 * MINUTE
    await tracker.scene.putEvents({ ...board, name: 'Over', startsAtMs, endsAtMs })
    const points = (minute: number) => [{ rank: 100, points: 10 * minute, holders: [] }]
    const minutes = [...Array.from({ length: 19 }, (_, at) => 10 * at), 190]
    await tracker.scene.record(
      ...minutes.map((minute) => ({
        snapshot: {
          board,
          fetchedAtMs: startsAtMs + minute * MINUTE,
          ranks: [100],
          rows: points(minute),
        },
      })),
    )
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, `/?region=tw&event=3009&startsAt=${startsAtMs}`)
    assert.equal(await pointsOf(page, 100), '1,900')
    // The end is at 08:00 in Tokyo.
    assert.match(await textOf(page, '.freshness'), /^Final result · Nov 20, 08:10$/)
    await page.getByRole('heading', { name: 'Final cutoffs' }).waitFor()
    await page.locator('[data-span]').waitFor()
    assert.match(await textOf(page, '.cutoff-speed'), /\+600\/h/)
    assert.match(await textOf(page, '[data-span]'), /Nov 20, 07:00 – 08:00 \(1\sh\)/)
    await page.getByText('Show as a table').click()
    await page.locator('.chart td', { hasText: '1,900' }).first().waitFor()
    assert.deepEqual(wrong, [])
  })

  it('shows one run where the start in the link is damaged', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, `/?event=${EVENT_ID}&startsAt=1`)
    await page.getByText('This link names an event run that this server does not know.').waitFor()
    assert.match(await textOf(page, '.hero'), /Live[^]*Ends in 2 days/)
    assert.equal(await pointsOf(page, 100), '120')
    assert.deepEqual(wrong, [])
  })

  it('says which parts of a link it cannot follow, and shows the rest', async () => {
    const { page, wrong } = await tracker.openPage()
    for (const [link, lost] of [
      ['/?region=moon&event=9', 'Region “moon” and Event “9”'],
      ['/?region=jp&event=999&startsAt=5&from=5&until=6', 'Event “999” and Time range'],
      ['/?region=jp&ranks=1,100,first&tab=x', 'Rank “first” and Boards “x”'],
      [`/?region=jp&event=${EVENT_ID}&from=5&until=6&at=7`, 'Time range and Time'],
      [`/?region=jp&with=tw:999&with=tw:${EVENT_ID}`, 'Compare “tw:999”'],
      ['/embed?region=jp&event=999', 'Event “999”'],
    ] as const) {
      await tracker.go(page, link)
      const note = page.locator('.link-note', { hasText: lost })
      await note.waitFor()
      assert.equal(
        await note.innerText(),
        `Not found here: ${lost}. The page shows the rest of the link.`,
      )
      assert.match(await textOf(page, '.hero'), /Starlight/)
      assert.equal(await pointsOf(page, 100), '120')
    }
    await page.goto(`${tracker.scene.test.origin}/?region=jp&event=999&player=12`)
    await page.getByRole('heading', { level: 1, name: 'Hundredth' }).waitFor()
    assert.match(await textOf(page, '.link-note'), /Event “999”/)
    // A choice leads to a whole link.
    await tracker.go(page, '/?region=jp&event=999&ranks=1,100')
    await page.getByRole('link', { name: '24 h' }).click()
    await page.locator('.link-note').waitFor({ state: 'detached' })
    assert.equal(searchOf(page).get('event'), null)
    assert.deepEqual(
      wrong.filter((text) => !text.includes('404')),
      [],
    )
  })

  it('shows boards of songs only where there are some, and says of one that it waits', async () => {
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page)
    assert.equal(await page.getByRole('link', { name: 'Songs', exact: true }).count(), 0)
    await page.getByRole('link', { name: 'Challenge songs' }).click()
    await page.getByText('Waiting for the first update.').waitFor()
    assert.equal(await textOf(page, 'h1'), 'Challenge song 8')
    assert.deepEqual(wrong, [])
  })

  it('says of a gap since when and why, and draws none of it', async () => {
    const { scene } = tracker
    await scene.record(failedReading('en', scene.clock.nowMs(), 'maintenance'))
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, '/?region=en')
    await page.getByText(/No data since .*: the game is under maintenance\./).waitFor()
    await page.getByText('Show as a table').click()
    await page.locator('.chart', { hasText: 'the game is under maintenance' }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('notes and marks points that fell, as the game reported them', async () => {
    const { scene } = tracker
    await scene.record(eventSnapshot('kr', scene.clock.nowMs(), 90))
    const { page, wrong } = await tracker.openPage()
    await tracker.go(page, '/?region=kr')
    assert.equal(await pointsOf(page, 100), '90')
    const note = page.locator('.anomalies', { hasText: 'Points of rank 100 fell at ' })
    await note.waitFor()
    assert.match(await note.innerText(), /as reported by the game/)
    assert.deepEqual(wrong, [])
  })

  it('calls a snapshot overdue by itself', async () => {
    const { page } = await tracker.openPage()
    await page.clock.install({ time: START + 121 * MINUTE })
    const pending = new Set<Request>()
    page.on('request', (request) => void pending.add(request))
    page.on('requestfinished', (request) => void pending.delete(request))
    page.on('requestfailed', (request) => void pending.delete(request))
    await tracker.go(page, '/?region=kr')
    // An answer would tell the page the time of the server, which stands. A live stream stays open.
    await page.route('**/api/public/**', (route) => route.abort())
    while ([...pending].some((request) => !request.url().includes('/live'))) {
      await page.waitForTimeout(20)
    }
    await page.clock.fastForward(5 * MINUTE)
    await page.getByText('next update is overdue').waitFor()
  })
})
