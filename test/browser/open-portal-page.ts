import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page of a browser, and everything that went wrong on it. */
export interface WatchedPage {
  readonly page: Page
  readonly wrong: string[]
}

/** Opens a page that writes down errors, warnings, and requests to anywhere but `origin`. */
export async function openPortalPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 900 },
    // Requests of a service worker pass the routes of a test.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  // A machine that is six times slower shows the same in 30 s.
  page.setDefaultTimeout(30_000)
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('blocked by Playwright')) return
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('blob:')) wrong.push(`asked ${url}`)
  })
  return { page, wrong }
}

/** What axe checks: WCAG 2.2 AA and best practices. */
const ALL_RULES = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** The rules whose result depends on the size of elements and so on the width of the window. */
const LAYOUT_RULES = { type: 'rule', values: ['scrollable-region-focusable', 'target-size'] }

/**
 * Holds a page to WCAG 2.2 AA as far as axe can tell, and to its width: nothing stands out
 * sideways. `layout` leaves out the rules whose result is the same at another width. Axe leaves out
 * what the selectors of `shared` match.
 */
export async function checkPage(
  page: Page,
  rules: 'all' | 'layout' = 'all',
  shared: readonly string[] = [],
): Promise<void> {
  // The page's policy lets no script in, so it comes by the protocol of the browser.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const runOnly = rules === 'all' ? ALL_RULES : LAYOUT_RULES
  const violations = await page.evaluate(
    async ([only, excluded]) => {
      const { axe } = globalThis as unknown as {
        readonly axe: {
          run(
            place: unknown,
            options: object,
          ): Promise<{
            readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[]
          }>
        }
      }
      // Details of what passes take a tenth of the time. Preloading takes a third: it downloads style
      // sheets and media again, for experimental rules and for sound, which no page has.
      const options = { runOnly: only, resultTypes: ['violations'], preload: false }
      const place = { include: [['html']], exclude: excluded.map((selector) => [selector]) }
      const { violations: found } = await axe.run(place, options)
      return found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    },
    [runOnly, shared] as const,
  )
  assert.deepEqual(violations, [])
  await checkWidth(page)
}

/** Holds a page to its width: nothing stands out sideways. */
export async function checkWidth(page: Page): Promise<void> {
  const [content, seen] = await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      readonly document: {
        readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number }
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  assert.ok(content <= seen, `${content} px of content on ${seen} px`)
}
