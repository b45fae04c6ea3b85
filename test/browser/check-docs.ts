import type { Browser } from 'playwright-core'
import { checkPage, checkWidth } from './open-portal-page.ts'

/** One page of each kind: axe checks all its rules on them at both widths. */
const KINDS: ReadonlySet<string> = new Set([
  '/docs',
  '/docs/configuration',
  '/docs/errors',
  '/docs/quickstart',
  '/docs/zh-Hans/quickstart',
  '/docs/reference',
  '/docs/reference/profiles',
  '/docs/reference/event.ranking',
  '/docs/developer-reference',
  '/docs/public-reference',
  '/docs/public-reference/charts',
  '/docs/public-reference/public.event.cutoffsAt',
])

/** The header and the navigation, which all pages of a kind share: two thirds of the elements. */
const SHARED = ['.top', '.side']

/**
 * Loads each page of the documentation once and resizes it: 1440 px, 360 px and 320 px wide. Returns
 * what axe and the width find. Axe checks all its rules at 1440 px. At 360 px it repeats those that
 * depend on the layout, and all of them on one page of each kind. Only there it checks the header and
 * the navigation; the width of all pages includes them.
 */
export async function checkDocs(
  browser: Browser,
  origin: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const page = await browser.newPage()
  const found: string[] = []
  for (const path of paths) {
    const check = async (width: number, run: () => Promise<void>) => {
      await page.setViewportSize({ width, height: 800 })
      await run().catch((error: unknown) => found.push(`${path}, ${width} px: ${String(error)}`))
    }
    const isOfKind = KINDS.has(path)
    const shared = isOfKind ? [] : SHARED
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto(origin + path)
    await check(1440, () => checkPage(page, 'all', shared))
    await check(360, () => checkPage(page, isOfKind ? 'all' : 'layout', shared))
    await check(320, () => checkWidth(page))
  }
  await page.close()
  return found
}
