import { existsSync } from 'node:fs'
import process from 'node:process'
import { chromium, type Browser } from 'playwright-core'

/** Where Debian and its relatives put the browser. */
const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of this machine; `undefined` when it has none. */
export const executablePath = EXECUTABLES.find((path) => existsSync(path))

/** Why tests in a browser are left out; in continuous integration they never are. */
export const skip =
  executablePath === undefined && process.env['CI'] === undefined
    ? 'No Chromium on this machine: pages are NOT tested. Debian has it as "chromium".'
    : false

/** Starts the browser, which asks nobody for anything by itself. */
export async function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('There is no Chromium; .ci/apt.txt names it.')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
