import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import { HOUR_MS, SECOND_MS } from '../../src/platform/time/time-units.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal, type PortalUnderTest } from './start-portal.ts'

const NOW_MS = Date.UTC(2026, 5, 15, 12)
const HTML = 'text/html; charset=utf-8'
const PROBLEM = 'application/problem+json'
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'ja' }

interface Scene {
  readonly test: PortalUnderTest
  readonly clock: ManualClock
  /** Overloads the process, or ends its overload. */
  readonly overload: (isOverloaded: boolean) => void
}

/** Runs `check` with a service, the portal of which may have a listener of its own. */
async function withScene(
  environment: Readonly<Record<string, string>>,
  check: (scene: Scene) => Promise<void>,
): Promise<void> {
  const clock = createManualClock(NOW_MS)
  // Waits of the server itself run on the system clock.
  const served: Clock = {
    ...clock,
    after: (ms, callback) => (ms <= 20 ? systemPlatform.clock : clock).after(ms, callback),
  }
  let heapShare = 0
  const test = await startPortal({
    folder: temporaryFolder(),
    clock: served,
    environment,
    openSensors: () => ({
      eventLoopDelayMs: () => 0,
      heapShare: () => heapShare,
      ownBytes: () => 0,
      freeMemory: () => {},
      close: () => {},
    }),
  })
  const overload = (isOverloaded: boolean) => {
    heapShare = isOverloaded ? 0.95 : 0
    clock.advance(SECOND_MS)
  }
  try {
    await check({ test, clock, overload })
  } finally {
    await test.stop()
  }
}

/** Checks that a browser receives a page for an error, and a program the equal problem. */
async function checkError(
  origin: string,
  { path, method = 'GET', status }: { path: string; method?: string; status: number },
): Promise<string> {
  const page = await send(origin, path, { method, headers: BROWSER })
  const problem = await send(origin, path, { method })
  const where = `${method} ${origin}${path}`
  assert.deepEqual([page.status, page.headers['content-type']], [status, HTML], where)
  assert.deepEqual([problem.status, problem.headers['content-type']], [status, PROBLEM], where)
  for (const name of ['allow', 'retry-after']) {
    assert.equal(page.headers[name], problem.headers[name], `${name}: ${where}`)
  }
  const text = page.body.toString()
  assert.ok(text.includes('<html lang="ja"'), where)
  assert.match(page.headers['content-security-policy'] ?? '', /style-src 'self'/)
  for (const [, file = ''] of text.matchAll(/<link [^>]*href="([^"]+)"/g)) {
    assert.equal((await send(origin, file)).status, 200, `${file} of ${where}`)
  }
  return text
}

/** Checks the pages of a service under overload: without maintenance, then during it. */
async function checkOverload(
  { test, clock, overload }: Scene,
  origin: string,
  path: string,
): Promise<void> {
  overload(true)
  assert.match(await checkError(origin, { path, status: 503 }), /<h1>一時的に利用できません/)
  const retryAfter = async () => (await send(origin, path)).headers['retry-after']
  assert.equal(await retryAfter(), '5')
  await test.accounts.incidents.create({
    title: 'New database',
    text: 'Two hours.',
    impact: 'none',
    components: ['api', 'portal'],
    state: 'scheduled',
    window: { fromMs: clock.nowMs(), untilMs: clock.nowMs() + 2 * HOUR_MS },
  })
  // Incidents are read again, in the background, once they are ten seconds old.
  clock.advance(10 * SECOND_MS)
  await send(origin, path)
  await new Promise((resolve) => void setTimeout(resolve, 200))
  const page = await checkError(origin, { path, status: 503 })
  assert.match(page, /<h1>メンテナンス中/)
  assert.match(page, /<aside class="announcement"[^]*New database · [^<]*12[^<]*14[^<]*UTC/)
  assert.equal(await retryAfter(), String(2 * 3_600 - 10))
  overload(false)
}

describe('an error that a person sees', () => {
  it('is a page on every listener, and announces maintenance', async () => {
    await withScene({}, async (scene) => {
      const { origin } = scene.test
      for (const path of ['/no-such-page', '/docs/none', '/status/none']) {
        assert.match(await checkError(origin, { path, status: 404 }), /<h1>ページが見つかりません/)
      }
      for (const path of ['/', '/docs', '/docs/errors', '/status', '/portal']) {
        const page = await checkError(origin, { path, method: 'POST', status: 405 })
        assert.match(page, /<h1>この方法では利用できません/)
      }
      await checkOverload(scene, origin, '/no-such-page')
      const missing = await checkError(origin, { path: '/no-such-page', status: 404 })
      assert.match(missing, /<aside class="announcement"[^]*New database/)
    })
  })

  it('is a page of the portal on the public listener', async () => {
    await withScene({}, async (scene) => {
      const { origin } = scene.test
      await checkError(origin, { path: '/portal/assets/none.js', status: 404 })
      await checkOverload(scene, origin, '/portal/sign-in/provider')
      const missing = await checkError(origin, { path: '/portal/assets/none.js', status: 404 })
      assert.match(missing, /<aside class="announcement"[^]*New database/)
    })
  })

  it('is a page of a portal with a listener of its own, whose links lead to the other one', async () => {
    const environment = {
      BACKLINE_PORTAL_LISTEN: '127.0.0.1:0',
      BACKLINE_PUBLIC_URL: 'https://data.example',
    }
    await withScene(environment, async (scene) => {
      const origin = scene.test.service.portalOrigin
      assert.notEqual(origin, scene.test.origin)
      for (const path of ['/none', '/docs', '/status']) {
        const page = await checkError(origin, { path, status: 404 })
        assert.match(page, /href="https:\/\/data\.example\/docs"/)
        assert.match(page, /href="\/portal"/)
      }
      await checkError(origin, { path: '/portal', method: 'POST', status: 405 })
      await checkOverload(scene, origin, '/portal/sign-in/provider')
    })
  })
})
