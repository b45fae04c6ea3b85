import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { STATUS_MESSAGES } from '../../src/site/status/status-messages.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import { PREFERENCES_KEY } from '../../web/shared/preferences/preferences.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  failedReading,
  MINUTE,
  START,
  startPublicScene,
  type PublicScene,
} from '../public/scene.ts'
import { openBrowser, skip } from './open-browser.ts'

const SCREENS = [
  { name: 'on a desk, light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'on a phone, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const folder = temporaryFolder()
let scene: PublicScene
let browser: Browser

describe('the status page in a browser', { skip }, () => {
  before(async () => {
    scene = await startPublicScene(folder)
    await scene.record(failedReading('kr', START + 121 * MINUTE, 'timeout'))
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await scene.test.stop()
  })

  for (const screen of SCREENS) {
    it(`fits, can be read by everybody and asks nobody else for anything, ${screen.name}`, async () => {
      const { viewport, colorScheme } = screen
      // What looks for faults is a script, and the page allows none.
      const page = await browser.newPage({ viewport, colorScheme, bypassCSP: true })
      const wrong: string[] = []
      page.on('console', (message) => wrong.push(message.text()))
      page.on('pageerror', (error) => wrong.push(String(error)))
      page.on('request', (request) => {
        if (!request.url().startsWith(scene.test.origin)) wrong.push(request.url())
      })
      for (const language of LANGUAGES) {
        await page.goto(`${scene.test.origin}/status?lang=${language}`)
        const { title, freshness, reasons } = STATUS_MESSAGES[language]
        assert.equal(await page.locator('h1').innerText(), title)
        assert.equal(await page.locator('.state.gap').innerText(), freshness.gap)
        await page.locator('section', { hasText: 'KR' }).locator('summary').first().click()
        await page.getByText(reasons.timeout).waitFor()
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(overflow, 0, 'it has to be scrolled sideways')
        await page.evaluate(AXE)
        const faults = await page.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations
            .filter(({ impact }) => ['serious', 'critical'].includes(impact))
            .map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        )
        assert.deepEqual(faults, [])
      }
      assert.deepEqual(wrong, [])
      await page.close()
    })
  }

  it('has the theme that the reader chose on any page', async () => {
    const page = await browser.newPage({ colorScheme: 'light' })
    await page.goto(`${scene.test.origin}/status`)
    const background = () =>
      page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    await page.evaluate(`localStorage.setItem('${PREFERENCES_KEY}', '{"theme":"dark"}')`)
    await page.reload()
    assert.notEqual(await background(), light)
    await page.close()
  })

  it('goes from language to language with the keyboard alone', async () => {
    const page = await browser.newPage()
    await page.goto(`${scene.test.origin}/status`)
    await page.getByRole('button', { name: STATUS_MESSAGES.en.language }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: STATUS_MESSAGES.ko.language }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: STATUS_MESSAGES.ko.title }).waitFor()
    // The choice holds without a language in the address, and one in the address wins.
    await page.goto(`${scene.test.origin}/status`)
    await page.getByRole('heading', { name: STATUS_MESSAGES.ko.title }).waitFor()
    await page.goto(`${scene.test.origin}/status?lang=ja`)
    await page.getByRole('heading', { name: STATUS_MESSAGES.ja.title }).waitFor()
    await page.close()
  })
})
