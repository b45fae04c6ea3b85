import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, skip } from '../browser/open-browser.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, startServer } from './run-backline.ts'
import {
  CLIENTS,
  startBrowserClients,
  startNodeClients,
  startPythonClients,
  startWrk,
  THINK_MS,
  type ClientResult,
} from './shutdown-clients.ts'

/** Shutdowns, and requests over all of them, for each drain delay. */
const ROUNDS_MIN = isLongRun ? 10 : 1
const REQUESTS_MIN = isLongRun ? 100_000 : 0

/**
 * Connections reset per shutdown at most: those opened at the very moment the socket closes
 * (docs/operating.md#stop).
 */
const RESETS_MAX = 2
const RESET = /ECONNRESET|ERR_CONNECTION_RESET|ConnectionResetError|^read error$/

describe('SIGTERM under load', { skip }, () => {
  const dataDir = join(temporaryFolder(), 'data')
  let key: string
  let browser: Browser
  before(async () => {
    const server = await startServer(dataDir)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    const limits = ['--minute', '900000000', '--day', '900000000', '--concurrency', '1000']
    const { status } = backline(dataDir, ['developers', 'set-limits', 'demo', ...limits])
    assert.equal(status, 0)
    browser = await openBrowser()
  })
  after(() => browser.close())

  for (const delayMs of [0, 1_500]) {
    it(`loses no request on an open connection, with a drain delay of ${delayMs} ms`, async (test) => {
      let [rounds, answered, resets] = [0, 0, 0]
      do {
        const round = await checkRound(delayMs)
        answered += round.answered
        resets += round.resets
        rounds += 1
      } while (rounds < ROUNDS_MIN || answered < REQUESTS_MIN)
      test.diagnostic(
        `${answered} requests answered over ${rounds} shutdowns, ${resets} new connections reset`,
      )
    })
  }

  /**
   * Stops a server in the middle of the load of all clients, and returns how many requests it
   * answered and how many connections it reset.
   */
  async function checkRound(delayMs: number): Promise<{ answered: number; resets: number }> {
    const more = {
      BACKLINE_DRAIN_DELAY_MS: String(delayMs),
      // The browser's pages must not meet the limits of the public interface.
      BACKLINE_PUBLIC_MINUTE: '1000000',
      // The clients starve the server of the processor, for which it would rightly answer 503.
      BACKLINE_EVENT_LOOP_DELAY_MS: '0',
    }
    const server = await startServer(dataDir, { more })
    const clients = [
      startPythonClients(server.origin, key),
      startNodeClients(server.origin, key),
      startWrk(server.origin, key),
      startBrowserClients(browser, server.origin),
    ]
    await Promise.all(clients.map(({ busy }) => busy))
    const stoppedMs = performance.now()
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    const tookMs = performance.now() - stoppedMs
    for (const { end } of clients) end()
    const results = (await Promise.all(clients.map((client) => client.results))).flat()
    const losses = results.flatMap(({ client, lost }) => lost.map((cause) => ({ client, cause })))
    const resets = losses.filter(({ cause }) => RESET.test(cause))
    const others = losses.filter(({ cause }) => !RESET.test(cause))
    assert.deepEqual([others, resets.slice(RESETS_MAX)], [[], []])
    assertAllBusy(results)
    // Every client was busy, so no idle connection was waited for; the machine may be slow.
    assert.ok(tookMs < delayMs + 8_000, `${tookMs} ms`)
    const answered = results.reduce((sum, one) => sum + one.answered, 0)
    return { answered, resets: resets.length }
  }
})

function assertAllBusy(results: readonly ClientResult[]): void {
  // Four kinds for each think time, a page of the browser for each, and wrk.
  assert.equal(results.length, (4 * CLIENTS + 1) * THINK_MS.length + 1)
  for (const { client, answered } of results) assert.ok(answered >= 3, `${client}: ${answered}`)
}
