import { after, afterEach, before } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import {
  startPortalScene,
  type PortalFixtures,
  type PortalScene,
} from '../harness/portal-fixtures.ts'
import { openBrowser } from './open-browser.ts'
import { openPortalPage, type WatchedPage } from './open-portal-page.ts'

/** The portal's pages in a browser, over answers that a test gives. */
export interface BrowsedPortal extends Omit<PortalScene, 'close'> {
  /** Gives these answers besides, and opens a page at `path`. */
  open(
    path: string,
    answers?: PortalFixtures,
    options?: BrowserContextOptions,
  ): Promise<WatchedPage>
  /** Opens a page that has gone nowhere. */
  openPage(options?: BrowserContextOptions): Promise<WatchedPage>
}

/**
 * One browser and one portal for the tests of the suite that calls this. Each test begins with the
 * answers that are given here, with nothing asked, and without the pages of the one before.
 */
export function browsePortal(first: PortalFixtures = {}): BrowsedPortal {
  const answers = { ...first }
  let browser: Browser
  let scene: PortalScene
  before(async () => {
    browser = await openBrowser()
    scene = await startPortalScene(answers)
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    for (const id of Object.keys(answers)) delete answers[id as keyof PortalFixtures]
    Object.assign(answers, first)
    scene.asked.length = 0
  })
  after(async () => {
    await browser.close()
    await scene.close()
  })
  const openPage = (options?: BrowserContextOptions) =>
    openPortalPage(browser, scene.origin, options)
  return {
    get origin() {
      return scene.origin
    },
    get asked() {
      return scene.asked
    },
    answers,
    openPage,
    open: async (path, more, options) => {
      Object.assign(answers, more)
      const opened = await openPage(options)
      await opened.page.goto(scene.origin + path)
      return opened
    },
  }
}
