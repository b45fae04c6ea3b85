import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Region } from '../../src/game/region.ts'
import { acquireLease } from '../contract/history-under-test.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  EVENT_ID,
  eventSnapshot,
  failedReading,
  MINUTE,
  START,
  startPublicScene,
  type PublicScene,
} from '../public/scene.ts'
import { openBrowser, skip } from './open-browser.ts'

// The tracker in a real browser, over a service whose clock stands two hours into the event.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const DESK = { viewport: { width: 1280, height: 900 } }
const TIMEOUT_MS = 10_000
let scene: PublicScene
let browser: Browser
let ticking: ReturnType<typeof setInterval>
const pages: Page[] = []

describe('the tracker in a browser', { skip }, () => {
  before(async () => {
    scene = await startPublicScene(temporaryFolder())
    browser = await openBrowser()
    // What listens for news waits on the clock of the scene; by so little nothing becomes late.
    ticking = setInterval(() => scene.clock.advance(10), 10)
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
  })
  after(async () => {
    clearInterval(ticking)
    await browser.close()
    await scene.test.stop()
  })

  /** A page, and everything that went wrong on it. */
  async function openPage(
    options: BrowserContextOptions = DESK,
  ): Promise<{ page: Page; wrong: string[] }> {
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'Asia/Tokyo',
      ...DESK,
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    pages.push(page)
    const wrong: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
    })
    page.on('pageerror', (error) => wrong.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(scene.test.origin)) wrong.push(`asked ${request.url()}`)
    })
    return { page, wrong }
  }

  async function go(page: Page, link = '/'): Promise<void> {
    await page.goto(scene.test.origin + link)
    await page.locator('[data-main-points]').waitFor()
  }

  const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText()
  const searchOf = (page: Page) => new URL(page.url()).searchParams

  /** Records a reading and tells it, as the collector does. */
  async function read(region: Region, points: number): Promise<void> {
    const { snapshot } = eventSnapshot(region, scene.clock.nowMs(), points)
    const { board, fetchedAtMs, rows } = snapshot
    await scene.history.record(
      [{ snapshot }],
      [
        {
          region,
          atMs: fetchedAtMs,
          happening: { type: 'snapshot', board, fetchedAtMs, rows },
        },
      ],
      await acquireLease(scene.history),
    )
  }

  it('says what is running, until when, and how far rank 100 is', async () => {
    const { page, wrong } = await openPage()
    await go(page)
    assert.equal(await textOf(page, 'h1'), 'Starlight')
    const now = await textOf(page, '.now')
    assert.match(now, /Running now/)
    assert.match(now, /Ends in 2 days 2[12] hours/)
    assert.match(now, /Rank 100\s+120\s+points/)
    assert.match(now, /Updated \d+\s(s|min) ago · next update in \d+\ss/)
    assert.match(await page.title(), /Starlight · Backline/)
    assert.match(await textOf(page, 'table'), /100\s+120\s+\+60\s+60\s+Hundredth/)
    assert.match(await textOf(page, '#content'), /Japan Standard Time \(Asia\/Tokyo\)/)
    await page.locator('canvas').waitFor()
    const portal = page.locator('footer').getByRole('link', { name: 'Developer portal' })
    assert.equal(await portal.getAttribute('href'), '/portal')
    assert.deepEqual(wrong, [])
  })

  it('shows a new point as it arrives, without a reload', async () => {
    const { page, wrong } = await openPage()
    await go(page, '/?region=tw')
    await page.locator('.freshness', { hasText: '· Live' }).waitFor()
    scene.clock.advance(MINUTE)
    await read('tw', 4_321)
    await page.locator('[data-main-points]', { hasText: '4,321' }).waitFor()
    await page.getByText('Show as a table').click()
    await page.locator('.chart td', { hasText: '4,321' }).first().waitFor()
    assert.deepEqual(wrong, [])
  })

  it('changes region, language, colours, ranks and time, and the link restores all of it', async () => {
    const { page, wrong } = await openPage()
    await go(page)
    await page.getByRole('link', { name: 'Korea' }).click()
    await page.locator('[data-main-points]').waitFor()
    await page.getByLabel('Language').selectOption('ja')
    await page.getByText('開催中').first().waitFor()
    await page.getByLabel('テーマ').selectOption('dark')
    await page.getByRole('link', { name: '直近24時間' }).click()
    await page.getByRole('checkbox', { name: '1,000' }).check()
    const search = searchOf(page)
    assert.deepEqual(Object.fromEntries(search), {
      region: 'kr',
      range: '24h',
      ranks: '1,100,1000',
      lang: 'ja',
      theme: 'dark',
    })
    const other = await openPage()
    await go(other.page, `/?${search.toString()}`)
    for (const one of [page, other.page]) {
      assert.equal(await one.evaluate('document.documentElement.lang'), 'ja')
      const paper = await one.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(paper, 'rgb(16, 22, 29)')
      assert.match(await textOf(one, '.tabs [aria-current]'), /韓国/)
      assert.match(await textOf(one, '.head [aria-current]'), /直近24時間/)
      assert.equal(await one.locator('.ranks input:checked').count(), 3)
    }
    await page.goBack()
    assert.equal(searchOf(page).get('ranks'), null)
    await page.locator('.ranks input:checked').nth(1).waitFor()
    assert.equal(await page.locator('.ranks input:checked').count(), 2)
    assert.deepEqual([...wrong, ...other.wrong], [])
  })

  it('sets runs side by side by the time since their start', async () => {
    const { page, wrong } = await openPage()
    await go(page)
    await page.getByText('Compare with other events').click()
    await page.locator('.runs').first().locator('input').first().check()
    await page.locator('canvas').waitFor()
    await page.locator('.chart', { hasText: 'Since start' }).waitFor()
    assert.match(searchOf(page).get('with') ?? '', new RegExp(`^jp:${EVENT_ID}@`))
    await page.getByRole('button', { name: 'Stop comparing' }).click()
    assert.equal(searchOf(page).get('with'), null)
    assert.deepEqual(wrong, [])
  })

  it('ticks a run to compare with that the link names without its start', async () => {
    const { page, wrong } = await openPage()
    await go(page, `/?with=tw:${EVENT_ID}&with=tw:77`)
    await page.locator('.chart', { hasText: 'Since start' }).waitFor()
    await page.locator('.runs input:checked').waitFor()
    assert.equal(await page.locator('.runs input:checked').count(), 1)
    await page.locator('.runs input:checked').uncheck()
    await page.waitForURL((url) => !url.searchParams.has('with'))
    assert.deepEqual(
      wrong.filter((text) => !text.includes('404')),
      [],
    )
  })

  it('shows one run where the start in the link is damaged', async () => {
    const { page, wrong } = await openPage()
    await go(page, `/?event=${EVENT_ID}&startsAt=1`)
    assert.match(await textOf(page, '.now'), /Running now[^]*Ends in 2 days[^]*120/)
    assert.deepEqual(wrong, [])
  })

  it('shows the final result of a run that is over, and the hour before its end', async () => {
    const board = { region: 'tw', kind: 'event', id: '3009' } as const
    const endsAtMs = START - 60 * MINUTE
    const startsAtMs = endsAtMs - 180 * MINUTE
    await scene.putEvents({ ...board, name: 'Over', startsAtMs, endsAtMs })
    const points = (minute: number) => [{ rank: 100, points: 10 * minute, holders: [] }]
    const minutes = [...Array.from({ length: 19 }, (_, at) => 10 * at), 190]
    await scene.record(
      ...minutes.map((minute) => ({
        snapshot: {
          board,
          fetchedAtMs: startsAtMs + minute * MINUTE,
          ranks: [100],
          rows: points(minute),
        },
      })),
    )
    const { page, wrong } = await openPage()
    await go(page, `/?region=tw&event=3009&startsAt=${startsAtMs}`)
    assert.equal(await textOf(page, '[data-main-points]'), '1,900')
    // The end is at 08:00 in Tokyo.
    assert.match(await textOf(page, '.freshness'), /^Final result · Nov 20, 08:10$/)
    await page.getByRole('heading', { name: 'Final cutoffs' }).waitFor()
    await page.locator('[data-span]').waitFor()
    assert.match(await textOf(page, 'table'), /100\s+1,900\s+\+600\s+600/)
    assert.match(await textOf(page, '[data-span]'), /Nov 20, 07:00 – 08:00 \(1 hour\)/)
    await page.getByText('Show as a table').click()
    await page.locator('.chart td', { hasText: '1,900' }).first().waitFor()
    assert.deepEqual(wrong, [])
  })

  it('says of a board and of a rank that it is not watched, and what is', async () => {
    const run = { region: 'tw', id: '3010', name: 'Unread' } as const
    await scene.putEvents({ ...run, startsAtMs: START - 90 * MINUTE, endsAtMs: START })
    const { page } = await openPage()
    await page.goto(`${scene.test.origin}/?region=tw&event=3010`)
    const notice = page.locator('main .notice')
    await notice.getByText('This board is not watched here.').waitFor()
    await notice.getByRole('link', { name: 'Starlight' }).click()
    await page.locator('[data-main-points]').waitFor()
    await go(page, '/?region=tw&ranks=7')
    await page.getByText('Not watched: rank 7. Watched ranks: 1, 100, and 1,000.').waitFor()
    assert.equal(await page.locator('canvas').count(), 0)
    await go(page, '/?region=tw&ranks=7,100')
    await page.getByText('Not watched: rank 7.').waitFor()
    await page.locator('canvas').waitFor()
  })

  it('lights the range that a zoomed curve has, reads inside it, and links to it', async () => {
    const { page, wrong } = await openPage()
    await go(page)
    await page.locator('canvas').waitFor()
    const current = page.locator('.head [aria-current]')
    assert.equal(await current.innerText(), 'All')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.locator('.head [aria-current]', { hasText: 'Nov 20, 09:45' }).waitFor()
    assert.equal(await current.count(), 1)
    // The newest reading, of 11:00, lies outside.
    assert.match(await textOf(page, '.chart-readout p'), /Nov 20, 10:15/)
    const picture = await page.getByRole('link', { name: 'Chart as an image' }).getAttribute('href')
    const from = new URL(picture ?? '', scene.test.origin).searchParams.get('from')
    assert.equal(from, String(START + 45 * MINUTE))
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.locator('.head [aria-current]', { hasText: 'All' }).waitFor()
    assert.match(await textOf(page, '.chart-readout p'), /Nov 20, 11:00/)
    assert.deepEqual(wrong, [])
  })

  it('shows boards of songs, and says of one that nobody has read that it was not', async () => {
    const { page, wrong } = await openPage()
    await go(page)
    await page.getByRole('link', { name: 'Challenge songs' }).click()
    await page.getByText('Waiting for the first update.').waitFor()
    assert.equal(await textOf(page, 'h1'), 'Challenge song 8')
    assert.deepEqual(wrong, [])
  })

  it('shows a time of the reader’s own, in the zone of the reader, and a picture of the same', async () => {
    const { page, wrong } = await openPage()
    await go(page)
    await page.getByText('Custom range').click()
    // 09:00 in Tokyo is when the event begins.
    await page.getByLabel('From', { exact: true }).fill('2026-11-20T09:30')
    await page.getByLabel('To', { exact: true }).fill('2026-11-20T10:00')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Nov 20, 09:30 – 10:00').waitFor()
    const expected = { from: String(START + 30 * MINUTE), until: String(START + 60 * MINUTE) }
    assert.deepEqual(Object.fromEntries(searchOf(page)), expected)
    const picture = await page.getByRole('link', { name: 'Chart as an image' }).getAttribute('href')
    const asked = new URL(picture ?? '', scene.test.origin)
    assert.equal(asked.pathname, `/api/public/v1/game/jp/events/${EVENT_ID}/chart.png`)
    assert.equal(asked.searchParams.get('from'), expected.from)
    assert.equal(asked.searchParams.get('until'), expected.until)
    assert.equal(asked.searchParams.get('zone'), 'Asia/Tokyo')
    assert.deepEqual(asked.searchParams.getAll('ranks'), ['1', '100'])
    assert.equal((await page.request.get(asked.href)).status(), 200)
    assert.deepEqual(wrong, [])
  })

  it('works with the keyboard alone', async () => {
    const { page, wrong } = await openPage()
    await go(page)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.className'), 'skip')
    const reach = async (words: string) => {
      for (let press = 0; press < 60; press += 1) {
        const focused = await page.evaluate(
          "(document.activeElement.closest('label') ?? document.activeElement).innerText",
        )
        if (String(focused).trim() === words) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`${words} is not reached`)
    }
    await reach('Taiwan')
    assert.notEqual(
      await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'),
      'none',
    )
    await page.keyboard.press('Enter')
    await page.locator('.tabs [aria-current]', { hasText: 'Taiwan' }).waitFor()
    await page.locator('.ranks').waitFor()
    await reach('1,000')
    await page.keyboard.press('Space')
    await page.waitForURL(/ranks=1,100,1000/)
    assert.deepEqual(wrong, [])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has nothing that keeps people out, ${colorScheme}`, async () => {
      for (const viewport of [{ width: 360, height: 740 }, DESK.viewport]) {
        const { page } = await openPage({ colorScheme, viewport })
        await go(page)
        await page.locator('canvas').waitFor()
        await page.getByText('Compare with other events').click()
        await page.locator('.runs').first().waitFor()
        await page.evaluate(AXE)
        const found = (await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map(({ html }) => html) })))',
        )) as readonly { readonly impact: string }[]
        assert.deepEqual(
          found.filter(({ impact }) => ['serious', 'critical'].includes(impact)),
          [],
        )
      }
    })
  }

  it('fits narrow and wide screens in every language', async () => {
    for (const width of [360, 1_600]) {
      const { page } = await openPage({ viewport: { width, height: 800 } })
      for (const lang of ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko']) {
        await go(page, `/?lang=${lang}`)
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(overflow, 0, `${lang} at ${width}`)
      }
    }
  })

  it('is seen before there are data, and says when there are none', async () => {
    const { page } = await openPage()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/public/**', async (route) => {
      await released
      await route.fulfill({ json: {} })
    })
    await page.goto(scene.test.origin)
    await page.getByText('Loading…').waitFor()
    assert.ok((await page.locator('.skeleton').count()) > 0)
    release()
    await page.getByText('No events in this region yet.').waitFor()
    assert.ok(await page.getByRole('link', { name: 'Collecting snapshots' }).isVisible())
  })

  it('says what went wrong, and tries again when told', async () => {
    const { page } = await openPage()
    await page.route('**/api/public/**/events', (route) => route.fulfill({ status: 500 }))
    await page.goto(scene.test.origin)
    assert.match(await textOf(page, '[role=alert]'), /sent an unexpected response/)
    await page.unroute('**/api/public/**/events')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('[data-main-points]').waitFor()
  })

  it('waits for a busy server as long as it says', async () => {
    const { page } = await openPage()
    let asked = 0
    await page.route('**/api/public/**/events', async (route) => {
      asked += 1
      if (asked > 1) await route.fallback()
      else await route.fulfill({ status: 503, headers: { 'Retry-After': '1' } })
    })
    await go(page)
    assert.equal(asked, 2)
  })

  it('keeps what it has when the network goes, and says so', async () => {
    const { page } = await openPage()
    await go(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    assert.equal(await textOf(page, '[data-main-points]'), '120')
    await page.locator('.freshness', { hasText: '· Live' }).waitFor({ state: 'detached' })
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  })

  it('says of a gap since when and why, and draws none of it', async () => {
    await scene.record(failedReading('en', scene.clock.nowMs(), 'maintenance'))
    const { page, wrong } = await openPage()
    await go(page, '/?region=en')
    await page.getByText(/No data since .*: the game is under maintenance\./).waitFor()
    await page.getByText('Show as a table').click()
    await page.locator('.chart', { hasText: 'the game is under maintenance' }).waitFor()
    assert.deepEqual(wrong, [])
  })

  it('notes and marks points that fell, as the game reported them', async () => {
    await scene.record(eventSnapshot('kr', scene.clock.nowMs(), 90))
    const { page, wrong } = await openPage()
    await go(page, '/?region=kr')
    assert.equal(await textOf(page, '[data-main-points]'), '90')
    const note = page.locator('.anomalies', { hasText: 'Points of rank 100 fell at ' })
    await note.waitFor()
    assert.match(await note.innerText(), /as reported by the game/)
    assert.deepEqual(wrong, [])
  })

  it('calls a reading overdue by itself', async () => {
    const { page } = await openPage()
    await page.clock.install({ time: START + 121 * MINUTE })
    await go(page, '/?region=kr')
    await page.clock.fastForward(5 * MINUTE)
    await page.getByText('next update is overdue').waitFor()
  })
})
