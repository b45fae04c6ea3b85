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
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const wrong: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('blob:')) wrong.push(`asked ${url}`)
  })
  return { page, wrong }
}

/**
 * Holds a page to WCAG 2.2 AA as far as axe can tell, and to its width: nothing stands out
 * sideways.
 */
export async function checkPage(page: Page): Promise<void> {
  // The page's policy lets no script in, so it comes by the protocol of the browser.
  await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
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
    const { document } = globalThis as unknown as { readonly document: unknown }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations: found } = await axe.run(document, {
      runOnly: { type: 'tag', values: tags },
    })
    return found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  })
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
