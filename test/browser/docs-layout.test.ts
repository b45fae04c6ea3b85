import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { ERROR_CODES } from '../../src/platform/http/service-error.ts'
import { ALL_GUIDES } from '../../src/site/docs/guides.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser, skip } from './open-browser.ts'
import { checkPage, checkWidth } from './open-portal-page.ts'

// Every page of the documentation on phones and on a wide screen.
const PATHS = [
  '/docs',
  '/docs/reference',
  '/docs/reference/event.ranking',
  '/docs/public-reference',
  '/docs/public-reference/public.event.history',
  ...ALL_GUIDES.map(({ slug }) => `/docs/${slug}`),
]
const folder = temporaryFolder()
let test: TestService
let browser: Browser

describe('the layout of the documentation in a browser', { skip }, () => {
  before(async () => {
    test = await startTestService({ folder })
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await test.stop()
  })

  for (const width of [360, 1440]) {
    it(`has no violation that axe finds and no sideways scrolling, ${width} px wide`, async () => {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      for (const path of PATHS) {
        await page.goto(test.origin + path)
        await checkPage(page).catch((error: unknown) => {
          throw new Error(`${path}: ${String(error)}`, { cause: error })
        })
      }
      await page.close()
    })
  }

  it('fits a screen of 320 px', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 600 } })
    for (const path of PATHS) {
      await page.goto(test.origin + path)
      await checkWidth(page)
    }
    await page.close()
  })

  for (const [width, isSticky] of [
    [360, false],
    [1440, true],
  ] as const) {
    it(`shows the target of each error below the header, ${width} px wide`, async () => {
      const page = await browser.newPage({ viewport: { width, height: 700 } })
      for (const code of ERROR_CODES) {
        await page.goto(`${test.origin}/docs/errors#${code}`)
        const [headerBottom, headerHeight, targetTop] = await page.evaluate<
          [number, number, number]
        >(
          `(() => {
            const header = document.querySelector('.top').getBoundingClientRect()
            const target = document.querySelector(':target').getBoundingClientRect()
            return [header.bottom, header.height, target.top]
          })()`,
        )
        assert.ok(headerHeight < 64, `the header has one row: ${headerHeight} px`)
        assert.equal(headerBottom > 0, isSticky, code)
        assert.ok(targetTop >= Math.max(0, headerBottom), `${code} is at ${targetTop} px`)
        assert.ok(targetTop < 700, `${code} is at ${targetTop} px`)
      }
      await page.close()
    })
  }

  it('names the column of each value where a table has become a list', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 700 } })
    await page.goto(`${test.origin}/docs/configuration#BACKLINE_LISTEN`)
    const row = page.getByRole('row').filter({ hasText: 'Address of the public listener' })
    assert.equal(await row.getByRole('cell').nth(1).getAttribute('data-label'), 'Default')
    const box = await row.boundingBox()
    assert.ok(box !== null && box.y >= 0 && box.width <= 360)
    await page.close()
  })
})
