import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { benchSettings } from '../bench/harness/prepare-data.ts'
import { startServing } from '../bench/start/serving-process.ts'
import { openBrowser } from '../test/browser/open-browser.ts'

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'backline.mjs')

/** A fresh demo server and a browser; disposing them stops both and removes the data. */
export interface OpenDemo extends AsyncDisposable {
  readonly origin: string
  readonly browser: Browser
}

/** Starts a demo and a browser. Resolves when the demo has collected for `collectMs`. */
export async function openDemo(collectMs: number): Promise<OpenDemo> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'backline-open-demo-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { ...process.env, ...benchSettings(folder) }
  const server = await startServing([PROGRAM, 'serve', '--demo'], settings)
  stack.defer(() => server.end())
  await wait(collectMs)
  const browser = await openBrowser()
  stack.defer(() => browser.close())
  const parts = stack.move()
  return {
    origin: server.origin,
    browser,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
