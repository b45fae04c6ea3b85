import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ERROR_CODES } from '../../src/platform/http/errors/service-error.ts'
import { GUIDE_PATHS } from '../docs/doc-paths.ts'
import { skip } from './open-browser.ts'
import { serveDocs } from './serve-docs.ts'
import { checkDocs } from './check-docs.ts'
import { checkPage } from './open-portal-page.ts'

// Every guide of the documentation on phones and on a wide screen.

describe('the layout of the documentation in a browser', { skip }, () => {
  const docs = serveDocs()

  it('has no violation that axe finds and no sideways scrolling, on a phone and on a desk', async () => {
    assert.deepEqual(await checkDocs(docs.browser, docs.origin, GUIDE_PATHS), [])
  })

  for (const width of [360, 1440]) {
    it(`has a page for a wrong address that fits and passes axe, ${width} px wide`, async () => {
      const context = await docs.browser.newContext({
        viewport: { width, height: 800 },
        locale: width === 360 ? 'ja-JP' : 'en-US',
      })
      const page = await context.newPage()
      const response = await page.goto(`${docs.origin}/docs/no-such-page`)
      assert.equal(response?.status(), 404)
      assert.match(await page.locator('h1').innerText(), /Page not found|ページが見つかりません/)
      await checkPage(page)
      await context.close()
    })
  }

  it('lets the keyboard reach and scroll all that is wider than its box', async () => {
    const page = await docs.browser.newPage({ viewport: { width: 360, height: 700 } })
    for (const path of [
      '/docs/reference/event.ranking',
      '/docs/quickstart',
      '/docs/configuration',
    ]) {
      await page.goto(docs.origin + path)
      const unreachable = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('main *')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
          .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
          .filter((one) => one.tabIndex < 0 && one.querySelector('a, button, input') === null)
          .map((one) => one.outerHTML.slice(0, 80))`,
      )
      assert.deepEqual(unreachable, [], path)
    }
    await page.goto(`${docs.origin}/docs/reference/event.ranking`)
    const code = page.locator('.beside > .code pre')
    await code.focus()
    await page.keyboard.press('ArrowRight')
    // The page's policy forbids a text that is evaluated again at the next frame.
    while (!(await page.evaluate<boolean>('document.activeElement.scrollLeft > 0'))) {
      await page.waitForTimeout(20)
    }
    await page.close()
  })

  it('shows the target of each link of an operation below the header, on a phone too', async () => {
    for (const width of [360, 1440]) {
      const page = await docs.browser.newPage({ viewport: { width, height: 700 } })
      await page.goto(`${docs.origin}/docs/reference/event.ranking`)
      const anchors = await page.locator('main a[href^="#"]').all()
      const targets = await Promise.all(anchors.map((anchor) => anchor.getAttribute('href')))
      assert.ok(targets.length > 5)
      for (const target of new Set(targets)) {
        await page.goto(`${docs.origin}/docs/reference/event.ranking${target}`)
        const [headerBottom, top] = await page.evaluate<[number, number]>(
          `[document.querySelector('.top').getBoundingClientRect().bottom,
            document.querySelector(':target').getBoundingClientRect().top]`,
        )
        assert.ok(top >= Math.max(0, headerBottom) && top < 700, `${target} is at ${top} px`)
      }
      await page.close()
    }
  })

  for (const [width, isSticky] of [
    [360, false],
    [1440, true],
  ] as const) {
    it(`shows the target of each error below the header, ${width} px wide`, async () => {
      const page = await docs.browser.newPage({ viewport: { width, height: 700 } })
      for (const code of ERROR_CODES) {
        await page.goto(`${docs.origin}/docs/errors#${code}`)
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
    const page = await docs.browser.newPage({ viewport: { width: 360, height: 700 } })
    await page.goto(`${docs.origin}/docs/configuration#BACKLINE_LISTEN`)
    const row = page.getByRole('row').filter({ hasText: 'Address of the public listener' })
    assert.equal(await row.getByRole('cell').nth(1).getAttribute('data-label'), 'Default')
    const box = await row.boundingBox()
    assert.ok(box !== null && box.y >= 0 && box.width <= 360)
    await page.close()
  })
})
