import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Simulator } from '../../src/simulator/start-simulator.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { FORMS, targetOf } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { SIMULATOR_KEY, startTestSimulator } from '../harness/start-test-simulator.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { CHAOS_MS, NETWORK_FAULTS, randomOf, SEEDS } from './network-faults.ts'

// Clients of the keyed API under network faults of its gateway. The expected answers are those
// without faults; game time is stopped, so they never change.

const CLIENTS = 6
/** Statuses allowed while the gateway is unreachable or disconnects. */
const FAILURES = new Set([502, 503, 504])

describe('a gateway under chaos', () => {
  const folder = temporaryFolder()
  const truth = new Map<string, Buffer>()
  let simulator: Simulator
  let proxy: TcpProxy
  let test: TestService
  let key: string

  before(async () => {
    simulator = await startTestSimulator({ folder })
    proxy = await startTcpProxy(Number(new URL(simulator.origin).port))
    test = await startTestService({
      folder,
      environment: {
        BACKLINE_GATEWAY_URL: `http://127.0.0.1:${proxy.port}`,
        BACKLINE_GATEWAY_KEY: SIMULATOR_KEY,
        BACKLINE_GATEWAY_DEADLINE_MS: '400',
        // Every request needs the gateway.
        BACKLINE_CACHE_TTL_MS: '0',
      },
    })
    key = (await test.issueKey()).text
    for (const region of ['jp', 'en'] as const) {
      for (const form of FORMS) {
        const target = targetOf(form, region, demoExample(form.operation, region))
        const { status, body } = await send(test.origin, target, { key })
        assert.equal(status, 200, target)
        truth.set(target, body)
      }
    }
  })
  after(async () => {
    await test.stop()
    await proxy.close()
    await simulator.close()
  })

  for (const seed of SEEDS) {
    for (const [name, fault] of Object.entries(NETWORK_FAULTS)) {
      it(`answers correctly or fails: ${name}, seed ${seed}`, (t) => run(t, name, fault, seed))
    }
  }

  const run = async (
    t: { diagnostic(text: string): void },
    name: string,
    fault: (typeof NETWORK_FAULTS)[string],
    seed: number,
  ) => {
    const random = randomOf(`gateway ${name}`, seed)
    const targets = random.shuffled([...truth.keys()])
    const met = new Map<number, number>()
    const stop = new AbortController()
    let sent = 0
    const sendNext = async () => {
      const target = targets[(sent += 1) % targets.length] ?? assert.fail()
      const { status, body } = await send(test.origin, target, { key })
      met.set(status, (met.get(status) ?? 0) + 1)
      if (status === 200) assert.ok(truth.get(target)?.equals(body), `${target}: ${String(body)}`)
      else assert.ok(FAILURES.has(status), `${target}: ${status} ${String(body)}`)
      return status
    }
    const client = async () => {
      while (!stop.signal.aborted) await sendNext()
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    const endMs = performance.now() + CHAOS_MS
    while (performance.now() < endMs) {
      await sleep(random.integer(10, 100))
      const heal = fault(proxy, random)
      await sleep(random.integer(10, 200))
      heal()
    }
    stop.abort()
    await clients
    // Without faults, every request succeeds again.
    const wellMs = performance.now() + 20_000
    for (let well = 0; well < 10;) {
      well = (await sendNext()) === 200 ? well + 1 : 0
      assert.ok(performance.now() < wellMs, 'is served again')
      if (well === 0) await sleep(50)
    }
    t.diagnostic(JSON.stringify(Object.fromEntries(met)))
    // Nothing is active: every slot has been released.
    const { json } = await send(test.origin, '/api/developer/v1/quota', { key })
    assert.equal((json as { concurrency: { used: number } }).concurrency.used, 0)
  }
})
