import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { skip } from './open-browser.ts'
import { startTracker, type TrackerScene } from './open-tracker.ts'

let tracker: TrackerScene

/** Opens the tracker where notifications are written down. */
async function openBell(permission: 'granted' | 'denied') {
  const opened = await tracker.openPage()
  const { page } = opened
  await page.addInitScript((given) => {
    const shown: string[] = []
    class Recorder {
      static readonly permission = given
      static readonly requestPermission = () => Promise.resolve(given)
      constructor(_title: string, { body }: { body: string }) {
        shown.push(body)
      }
    }
    Object.assign(globalThis, { Notification: Recorder, shown })
  }, permission)
  await tracker.go(page)
  await page.locator('.board').evaluate(() => scrollTo(0, document.body.scrollHeight))
  const bell = page.getByRole('region', { name: 'Tell me when' })
  await bell.waitFor()
  return { ...opened, bell }
}

const shownOn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)

describe('the bell in a browser', { skip }, () => {
  before(async () => {
    tracker = await startTracker()
  })
  afterEach(() => tracker.closePages())
  after(() => tracker.stop())

  it('notifies once when a rank has the points, and not before', async () => {
    const { page, bell, wrong } = await openBell('granted')
    await bell.getByLabel('Rank').selectOption('1')
    await bell.getByLabel('Points').fill('１，３００')
    await bell.getByRole('button', { name: 'Add' }).click()
    await bell.getByText('#1 reaches 1,300').waitFor()
    // It is stored on this device.
    await page.reload()
    await page.locator('.board').evaluate(() => scrollTo(0, document.body.scrollHeight))
    await bell.getByText('#1 reaches 1,300').waitFor()
    await bell.getByLabel('Rank').selectOption('1')
    // One form may add both.
    await bell.getByLabel('Points').fill('9000')
    await bell.getByLabel('Hours before the end').fill('2')
    await bell.getByRole('button', { name: 'Add' }).click()
    await bell.getByRole('button', { name: 'Remove: #1 reaches 9,000' }).click()
    await bell.getByRole('button', { name: 'Remove: 2 h are left' }).click()
    await tracker.announce('jp', 125)
    await page.locator('.cutoff-points', { hasText: '1,250' }).first().waitFor()
    assert.deepEqual(await shownOn(page), [])
    // The reader goes to another tab: the notification comes all the same.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await tracker.announce('jp', 131)
    await bell.getByRole('status').getByText('#1 has 1,300 points').waitFor()
    await tracker.announce('jp', 132)
    await page.locator('.cutoff-points', { hasText: '1,320' }).first().waitFor()
    assert.deepEqual(await shownOn(page), ['#1 has 1,300 points'])
    assert.equal(await bell.getByRole('listitem').count(), 0)
    assert.deepEqual(wrong, [])
  })

  it('tells on the page where notifications are blocked, and leads to the calendar', async () => {
    const { page, bell, wrong } = await openBell('denied')
    await bell.getByText('This browser blocks notifications').waitFor()
    await bell.getByLabel('Hours before the end').fill('60')
    await bell.getByRole('button', { name: 'Add' }).click()
    await bell.getByRole('button', { name: 'Remove: 60 h are left' }).click()
    await bell.getByLabel('Hours before the end').fill('71')
    await bell.getByRole('button', { name: 'Add' }).click()
    await bell.getByRole('status').getByText('Less than 71 h are left').waitFor()
    assert.deepEqual(await shownOn(page), [])
    for (const name of ['Calendar, reminds 3 h before the end', 'Feed']) {
      const href = (await bell.getByRole('link', { name }).getAttribute('href')) ?? ''
      assert.equal((await fetch(tracker.scene.test.origin + href)).status, 200, href)
    }
    assert.deepEqual(wrong, [])
  })
})
