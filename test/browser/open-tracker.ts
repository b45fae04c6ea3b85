import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Region } from '../../src/game/region.ts'
import { acquireLease } from '../contract/history-under-test.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { eventSnapshot, startPublicScene, type PublicScene } from '../public/scene.ts'
import { openBrowser } from './open-browser.ts'
import { openPortalPage as openWatchedPage, type WatchedPage } from './open-portal-page.ts'

/** The tracker in a browser, over a service whose clock stands two hours into the event. */
export interface TrackerScene {
  readonly scene: PublicScene
  /** Opens a page in Tokyo, in English, on a desk; it writes down what goes wrong on it. */
  openPage(options?: BrowserContextOptions): Promise<WatchedPage>
  /** Opens a link and waits for the points and the script, which handles input. */
  go(page: Page, link?: string): Promise<void>
  /** Records a snapshot of the event and announces it, as the collector does. */
  announce(region: Region, points: number): Promise<void>
  /** Closes the pages that were opened. */
  closePages(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service and the browser. */
export async function startTracker(): Promise<TrackerScene> {
  const scene = await startPublicScene(temporaryFolder())
  const browser: Browser = await openBrowser()
  const pages: Page[] = []
  // What listens for changes waits on the clock of the scene; by so little nothing becomes late.
  const ticking = setInterval(() => scene.clock.advance(10), 10)
  return {
    scene,
    openPage: async (options) => {
      const opened = await openWatchedPage(browser, scene.test.origin, options)
      pages.push(opened.page)
      return opened
    },
    go: async (page, link = '/') => {
      await page.goto(scene.test.origin + link)
      await page.locator('.cutoff-points').first().waitFor()
      // Preact sets it on the element that it renders into.
      const isRendered = "'__k' in document.querySelector('#tracker')"
      while (!(await page.evaluate<boolean>(isRendered))) await page.waitForTimeout(10)
    },
    announce: async (region, points) => {
      const { snapshot } = eventSnapshot(region, scene.clock.nowMs(), points)
      const { board, fetchedAtMs, rows } = snapshot
      const liveEvent = { type: 'snapshot', board, fetchedAtMs, rows } as const
      await scene.history.record(
        [{ snapshot }],
        [{ region, atMs: fetchedAtMs, liveEvent }],
        await acquireLease(scene.history),
      )
    },
    closePages: async () => {
      for (const page of pages.splice(0)) await page.context().close()
    },
    stop: async () => {
      clearInterval(ticking)
      await browser.close()
      await scene.test.stop()
    },
  }
}

/** A link that the server does not render: it is longer than those that the page writes. */
export const UNRENDERED_LINK = `/?x=${'x'.repeat(1_000)}`

/** Returns the text of the first element that a selector matches. */
export function textOf(page: Page, selector: string): Promise<string> {
  return page.locator(selector).first().innerText()
}

/** Returns the points that the list shows at a rank. */
export async function pointsOf(page: Page, rank: number): Promise<string> {
  const text = await page.locator(`.cutoff[data-rank="${rank}"] .cutoff-points`).innerText()
  return text.replace(/\spoints$/, '')
}

/** Returns the query of a page's address. */
export function searchOf(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams
}
