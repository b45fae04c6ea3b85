import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { BidiSession } from './bidi-session.ts'

/** Where Debian and its relatives put the browser. */
const EXECUTABLES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

const executable = EXECUTABLES.find((path) => existsSync(path))

/** Why tests in Firefox are left out; in continuous integration they never are. */
export const skipFirefox =
  executable === undefined && process.env['CI'] === undefined
    ? 'No Firefox on this machine: pages are NOT tested in it. Debian has it as "firefox-esr".'
    : false

/** Milliseconds until the browser listens, and until a page shows what a test waits for. */
const START_MS = 60_000
const WAIT_MS = 15_000

/** Milliseconds between two looks at a page. */
const LOOK_MS = 50

/** The browser asks nobody for anything by itself. */
const SETTINGS = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

/** A page in Firefox. */
export interface FirefoxPage {
  /** Errors of scripts and of the console so far. */
  readonly wrong: readonly string[]
  /** Opens an address and waits until it has loaded. */
  goto(address: string): Promise<void>
  /** Sets the size of the window's content in pixels. */
  resize(width: number, height: number): Promise<void>
  /** Evaluates an expression in the page; its value is text, a number, a boolean or undefined. */
  evaluate(expression: string): Promise<unknown>
  /** Waits until an expression is true. Rejects with the text of the page. */
  waitFor(expression: string): Promise<void>
  /** Clicks with the mouse in the middle of the first element that a selector matches. */
  click(selector: string): Promise<void>
}

/** A running Firefox. */
export interface Firefox {
  readonly page: FirefoxPage
  close(): Promise<void>
}

/** Starts Firefox without a window, over WebDriver BiDi, with one page. */
export async function openFirefox(): Promise<Firefox> {
  if (executable === undefined) throw new Error('There is no Firefox; .ci/apt.txt names it.')
  const profile = temporaryFolder()
  const lines = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const browser = spawn(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const wrong: string[] = []
  try {
    const session = await BidiSession.open(await addressOf(browser), (method, params) => {
      const { level, text } = params as { readonly level?: string; readonly text?: string }
      if (method !== 'log.entryAdded' || level !== 'error' || text === undefined) return
      // What a page that is left still loads is reported like this; a page that needs it fails.
      if (!text.includes('A ServiceWorker intercepted the request')) wrong.push(text)
    })
    await session.send('session.subscribe', { events: ['log.entryAdded'] })
    const { context } = (await session.send('browsingContext.create', { type: 'tab' })) as {
      readonly context: string
    }
    return {
      page: createPage(session, context, wrong),
      close: async () => {
        session.close()
        await end(browser)
      },
    }
  } catch (error) {
    await end(browser)
    throw error
  }
}

/** Reads the WebSocket address that Firefox writes when it listens. */
async function addressOf(browser: ChildProcess): Promise<string> {
  if (browser.stderr === null) throw new Error('Firefox has no output.')
  const lines = createInterface({ input: browser.stderr })
  const signal = AbortSignal.timeout(START_MS)
  const ended = once(browser, 'exit', { signal }).then(() => {
    throw new Error('Firefox has ended.')
  })
  const read = async () => {
    for await (const line of lines) {
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
      if (address !== undefined) return address
    }
    throw new Error('Firefox does not listen.')
  }
  const address = await Promise.race([read(), ended])
  ended.catch(() => {})
  // What it writes later must not fill the pipe.
  browser.stderr.resume()
  return address
}

async function end(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null) return
  browser.kill('SIGKILL')
  await once(browser, 'exit')
}

function createPage(session: BidiSession, context: string, wrong: readonly string[]): FirefoxPage {
  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = (await session.send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    })) as {
      readonly type: 'success' | 'exception'
      readonly result?: { readonly value?: unknown }
      readonly exceptionDetails?: { readonly text: string }
    }
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
    return answer.result?.value
  }
  const waitFor = async (expression: string): Promise<void> => {
    const endMs = performance.now() + WAIT_MS
    for (;;) {
      // Another document may have replaced the one that was asked.
      if ((await evaluate(`Boolean(${expression})`).catch(() => false)) === true) return
      if (performance.now() > endMs) {
        throw new Error(
          `${expression} stays false: ${String(await evaluate('document.body.innerText'))}`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  return {
    wrong,
    evaluate,
    waitFor,
    goto: async (url) => {
      await session.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    resize: async (width, height) => {
      await session.send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    click: async (selector) => {
      const element = `document.querySelector(${JSON.stringify(selector)})`
      await waitFor(element)
      const box = JSON.parse(
        String(
          await evaluate(
            `${element}.scrollIntoView({ block: 'center', behavior: 'instant' }), JSON.stringify(${element}.getBoundingClientRect())`,
          ),
        ),
      ) as {
        readonly x: number
        readonly y: number
        readonly width: number
        readonly height: number
      }
      const at = {
        x: Math.round(box.x + box.width / 2),
        y: Math.round(box.y + box.height / 2),
      }
      await session.send('input.performActions', {
        context,
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', ...at },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      })
    },
  }
}
