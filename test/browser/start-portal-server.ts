import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { backline, type ServerProcess } from '../acceptance/run-backline.ts'
import { startDemo } from '../acceptance/start-demo.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser } from './open-browser.ts'
import { openPortalPage, type WatchedPage } from './open-portal-page.ts'

/** A real server in a process of its own, and a browser. */
export interface PortalServer {
  readonly server: ServerProcess
  readonly browser: Browser
  /** Runs a command on the data of the server. */
  run(...words: string[]): ReturnType<typeof backline>
  /** Signs an operator in by a link of the command line. */
  signInOperator(name: string): Promise<WatchedPage>
  stop(): Promise<void>
}

/** Starts a server with these settings, and the browser. */
export async function startPortalServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<PortalServer> {
  const dataDir = join(temporaryFolder(), 'data')
  const more = { BACKLINE_LISTEN: `127.0.0.1:${await freePort()}`, ...settings }
  const server = await startDemo(dataDir, { more })
  const browser = await openBrowser()
  const run = (...words: string[]) => backline(dataDir, words, more)
  return {
    server,
    browser,
    run,
    signInOperator: async (name) => {
      const words = ['developers', 'invite', '--developer', name, '--operator', '--json']
      const { status, stdout, stderr } = run(...words)
      if (status !== 0) throw new Error(stderr)
      const { link } = JSON.parse(stdout) as { readonly link: string }
      const watched = await openPortalPage(browser, server.origin)
      await watched.page.goto(link)
      await button(watched.page, 'Sign in').click()
      return watched
    },
    stop: async () => {
      await browser.close()
      server.kill('SIGTERM')
      await server.ended
    },
  }
}

/** Returns the button with a name. */
export function button(page: Page, name: string | RegExp): ReturnType<Page['getByRole']> {
  return page.getByRole('button', { name })
}
