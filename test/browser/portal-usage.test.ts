import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS, HOUR_MS } from '../../src/platform/time/time-units.ts'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import { usageCsv } from '../../web/portal/usage/usage-csv.ts'
import { SIGNED_IN } from '../harness/portal-answers.ts'
import type { PortalFixtures } from '../harness/portal-fixtures.ts'
import {
  latencyOf,
  noUsage,
  PORTAL_APPLICATION,
  quotaOf,
  usageOf,
} from '../harness/portal-usage-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'

// The page of usage in a real browser, over answers that stand still.
const NOW_MS = Date.now()
const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const
const ANSWERS: PortalFixtures = {
  'sign_in.options': SIGNED_IN,
  'usage.quota': quotaOf(NOW_MS, 7_676, NOW_MS + HOUR_MS),
  'usage.read': ({ query }) =>
    query.step === 'day' ? usageOf(NOW_MS, 7, DAY_MS) : usageOf(NOW_MS),
  'usage.latency': latencyOf(NOW_MS),
  'applications.list': { applications: [PORTAL_APPLICATION], max: 10 },
}

describe('usage in a browser', { skip }, () => {
  const scene = browsePortal(ANSWERS)

  const open = async (answers: PortalFixtures = {}, options = {}, path = '/portal/usage') => {
    Object.assign(scene.answers, answers)
    const opened = await scene.openPage(options)
    opened.page.on('dialog', (dialog) => opened.wrong.push(`said ${dialog.message()}`))
    await opened.page.goto(scene.origin + path)
    return opened
  }
  const asked = (id: string) => scene.asked.filter((one) => one.id === id)

  it('says how much of each limit is used, and when the day will be used up', async () => {
    const { page, wrong } = await open()
    const quota = page.getByRole('region', { name: 'Current quota' })
    await quota.waitFor()
    const words = await quota.innerText()
    assert.match(words, /This minute\s+51 of 60\s+9 left\. Resets at .*, in .*\./)
    assert.match(words, /Today \(UTC\)\s+7,676 of 10,000/)
    assert.match(words, /Concurrent\s+1 of 4/)
    assert.match(words, /today’s quota runs out at .*, .* before it resets/)
    assert.equal(await quota.getByRole('meter', { name: 'Today (UTC)' }).count(), 1)
    assert.deepEqual(wrong, [])
  })

  it('shows requests over time as a picture and as a table, and what they were', async () => {
    const { page, wrong } = await open()
    const picture = page.getByRole('img', {
      name: '2,676 admitted, 66 of them failed. 100 rejected.',
    })
    await picture.waitFor()
    assert.equal(await page.locator('.usage-step').count(), 24)
    await page.getByText('Show as a table').click()
    const rows = page.getByRole('region', { name: 'Requests over time' }).getByRole('row')
    await rows.nth(1).waitFor()
    assert.equal(await rows.count(), 25)
    assert.match(await rows.nth(1).innerText(), /so far\s+123\s+2\s+0\s+41$/)
    const limits = page.getByRole('region', { name: 'Rejected by a limit (429)' })
    assert.match(await limits.innerText(), /Requests per minute: 90\s+Spread your requests/)
    assert.doesNotMatch(await limits.innerText(), /Requests per day/)
    const error = page.getByRole('link', { name: 'quota_exceeded' })
    assert.equal(await error.getAttribute('href'), '/docs/errors#quota_exceeded')
    assert.match(
      await page.getByRole('group', { name: 'By region' }).innerText(),
      /Japan\s+2,600\s+60\s+95\s+866\s+Taiwan[^]*Unknown region/,
    )
    assert.match(
      await page.getByRole('group', { name: 'By status' }).innerText(),
      /200\s+2,612\s+94%/,
    )
    // What somebody called a thing is text, whatever it looks like.
    await page.getByText('Cutoff bot <img src=x onerror=alert(1)>').last().waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    await checkPage(page)
    assert.deepEqual(wrong, [])
  })

  it('tells of the step that somebody points at', async () => {
    const { page } = await open()
    await page.locator('.usage-step').nth(23).hover()
    assert.match(
      await page.locator('figcaption').innerText(),
      /: 123 admitted, 2 of them failed\. 0 rejected\./,
    )
  })

  it('asks for the time, application and key that are chosen, which the link keeps', async () => {
    const { page } = await open()
    await page.getByRole('radio', { name: '7 days' }).check()
    await page.getByText('per day (UTC)').waitFor()
    await page.getByLabel('Application').selectOption({ index: 1 })
    await page.getByLabel('Key', { exact: true }).selectOption({ index: 1 })
    await page.waitForURL(/range=7d.*application=a_bot.*key=Q2h4b3RLZXkx/)
    scene.asked.splice(0)
    await page.reload()
    await page.getByText('per day (UTC)').waitFor()
    const { fromMs, ...query } = { ...(asked('usage.read')[0]?.query as Record<string, unknown>) }
    assert.deepEqual(query, { step: 'day', applicationId: 'a_bot', keyId: 'Q2h4b3RLZXkx' })
    assert.equal(Number(fromMs) % DAY_MS, 0)
    assert.equal(await page.getByRole('radio', { name: '7 days' }).isChecked(), true)
  })

  it('does not pass on what a link cannot mean', async () => {
    const path = '/portal/usage?range=__proto__&application=../../x&key=%3Cscript%3E'
    const { page } = await open({}, {}, path)
    await page.getByText('per hour', { exact: true }).waitFor()
    const [first] = asked('usage.read')
    assert.deepEqual(Object.keys(first?.query as object), ['fromMs', 'step'])
  })

  it('asks again every five seconds, and not while nobody looks', async () => {
    const { page } = await scene.openPage()
    await page.clock.install()
    await page.goto(`${scene.origin}/portal/usage`)
    await page.getByText('51 of 60').waitFor()
    scene.answers['usage.quota'] = { ...quotaOf(NOW_MS, 7_777) }
    await page.clock.runFor(5_100)
    await page.getByText('7,777 of 10,000').waitFor()
    await setHidden(page, true)
    await page.clock.runFor(5_100)
    await page.evaluate(() => Promise.resolve())
    scene.asked.splice(0)
    await page.clock.runFor(60_000)
    assert.deepEqual(scene.asked, [])
    scene.answers['usage.quota'] = { ...quotaOf(NOW_MS, 8_888) }
    await setHidden(page, false)
    await page.getByText('8,888 of 10,000').waitFor()
  })

  it('hands over what is shown as a file', async () => {
    const { page, wrong } = await open()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'backline-usage-24h.csv')
    const text = await readFile(await download.path(), 'utf8')
    assert.equal(text, usageCsv(usageOf(NOW_MS)))
    assert.deepEqual(wrong, [])
  })

  it('tells newcomers where to begin', async () => {
    const { page } = await open({ 'usage.read': noUsage(NOW_MS) })
    await page.getByText('No requests in this time range.').waitFor()
    await checkPage(page)
    await page.getByRole('link', { name: 'Go to your applications' }).click()
    await page.waitForURL(`${scene.origin}/portal`)
  })

  it('keeps what it has while the portal is away, says so, and goes on by itself', async () => {
    const { page } = await open()
    await page.getByText('51 of 60').waitFor()
    scene.answers['usage.quota'] = new PortalError('unavailable', 'Away.', { retryAfterS: 1 })
    await page.getByRole('alert').waitFor()
    assert.match(await page.getByRole('alert').innerText(), /is temporarily unavailable/)
    assert.equal(await page.getByText('51 of 60').count(), 1)
    scene.answers['usage.quota'] = quotaOf(NOW_MS, 9_999)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('9,999 of 10,000').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('leads to the sign-in when the session is over, and back', async () => {
    const { page } = await open()
    await page.getByText('51 of 60').waitFor()
    const { developer: _, ...nobody } = SIGNED_IN
    scene.answers['sign_in.options'] = nobody
    // To check() would look at the radio afterwards, which may be gone by then.
    await page.getByRole('radio', { name: '30 days' }).click()
    await page.waitForURL(/\/portal\/sign-in\?to=/)
    assert.equal(new URL(page.url()).searchParams.get('to'), '/portal/usage?range=30d')
  })

  it('fits on a small phone in the dark, in every language', async () => {
    const { page, wrong } = await open({}, PHONE)
    for (const [lang, words] of [
      ['en', 'Current quota'],
      ['ja', '現在のクォータ'],
      ['zh-Hant', '目前配額'],
      ['zh-Hans', '当前配额'],
      ['ko', '현재 할당량'],
    ] as const) {
      await page.goto(`${scene.origin}/portal/usage?lang=${lang}`)
      await page.getByRole('heading', { name: words }).waitFor()
      await page.locator('.usage-step').first().waitFor()
      await checkPage(page)
    }
    assert.deepEqual(wrong, [])
  })
})

/** Lets a page believe that nobody, or somebody, looks at it. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    const { document } = globalThis as unknown as {
      readonly document: { dispatchEvent(event: Event): void }
    }
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
