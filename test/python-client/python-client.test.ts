import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Simulator } from '../../src/simulator/start-simulator.ts'
import { FAULT_KINDS } from '../../src/simulator/fault-families.ts'
import { ERROR_KINDS } from '../../src/simulator/faults/replies.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { PYTHON_TESTS, runPython, startPythonClient, type PythonClient } from '../harness/python.ts'
import { send } from '../harness/send.ts'
import { skipWithout } from '../harness/servers.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { SIMULATOR_KEY, startTestSimulator } from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()

describe('the Python client', { skip: skipWithout('python3') }, () => {
  it('keeps the promises that it can be held to alone', () => {
    const { status, stderr } = runPython(['-m', 'unittest', 'discover', '-s', PYTHON_TESTS])
    assert.equal(status, 0, stderr)
    assert.match(stderr, /^Ran [1-9][0-9]+ tests/m)
  })

  it('uses its minutes up for a bot that wants more, and is never refused', async () => {
    const clock = createManualClock(Date.parse('2026-03-01T12:00:10.500Z'))
    const test = await startTestService({ folder, clock })
    const limits = { minute: 120, day: 9_000, concurrency: 3 }
    const { text } = await test.issueKey({ limits })
    const client = startPythonClient(test.origin, text, { retries_max: 0 }, (seconds) =>
      clock.advance(seconds * 1_000),
    )
    const used = new Map<number, number>()
    const minute = () => Math.floor(clock.nowMs() / 60_000)
    const [first, last] = [minute() + 1, minute() + 3]
    while (minute() <= last) {
      const { code } = await client.call('get_favorites', 'jp', {
        player_id: '1820000000000000002',
      })
      assert.equal(code, undefined)
      used.set(minute(), (used.get(minute()) ?? 0) + 1)
      // What else a bot does.
      clock.advance(100)
    }
    await client.stop()
    const refused = test.observations.filter(
      (one) => one.type === 'request.answered' && one.status === 429,
    )
    await test.stop()
    assert.equal(refused.length, 0)
    for (let at = first; at <= last; at += 1) {
      const share = (used.get(at) ?? 0) / limits.minute
      assert.ok(share >= 0.95 && share <= 1, `${share} of the minute`)
    }
  })
})

/** Every fault of the simulator, with an argument where it takes one. */
const FAULTS = Object.entries(FAULT_KINDS).flatMap(([name, { argument }]) => {
  if (name === 'error') return Object.keys(ERROR_KINDS).map((kind) => `error=${kind}`)
  return [argument !== undefined && argument.fallback === undefined ? `${name}=5` : name]
})

describe('the Python client, while the game fails,', { skip: skipWithout('python3') }, () => {
  const REGIONS = ['tw', 'jp', 'en', 'kr'] as const
  let simulator: Simulator
  let test: TestService
  let key: string
  let client: PythonClient

  before(async () => {
    simulator = await startTestSimulator({ folder })
    test = await startTestService({
      folder,
      environment: {
        BACKLINE_GATEWAY_URL: simulator.origin,
        BACKLINE_GATEWAY_KEY: SIMULATOR_KEY,
        BACKLINE_GATEWAY_DEADLINE_MS: '1000',
        BACKLINE_CACHE_TTL_MS: '0',
      },
    })
    key = (await test.issueKey()).text
    client = startPythonClient(test.origin, key, { retries_max: 0, fill_defaults: false })
  })
  after(async () => {
    await client.stop()
    await test.stop()
    await simulator.close()
  })

  /** What anybody gets, and what the client makes of it, with the same fault and the same dice. */
  async function both(fault: string, region: string) {
    const path = `/api/open/v1/game/${region}/announcements`
    simulator.setFaults([fault])
    const plain = await send(test.origin, path, { key })
    simulator.setFaults([fault])
    const asked = await client.call('list_announcements', region)
    simulator.setFaults([])
    return { plain, asked }
  }

  for (const [at, fault] of FAULTS.entries()) {
    it(`tells what the server told, with ${fault}`, async () => {
      const region = REGIONS[at % REGIONS.length] ?? 'jp'
      const { plain, asked } = await both(fault, region)
      const requestId = asked.request_ids?.[0] ?? asked.request_id
      const told = test.observations.find(
        (one) => one.type === 'request.answered' && one.requestId === requestId,
      )
      assert.ok(told?.type === 'request.answered')
      assert.deepEqual([asked.status ?? 200, asked.code], [told.status, told.code])
      if (told.status === 200) {
        if (plain.status === 200) assert.deepEqual(asked.data, plain.json)
        const fetchedMs = asked.freshness?.['fetched_at_ms'] ?? 0
        assert.ok(Math.abs(fetchedMs - Number(plain.headers['x-fetched-at'])) < 5_000)
      } else {
        assert.equal(asked.retryable, told.status >= 500)
        assert.ok(!asked.text?.includes(key))
      }
    })
  }

  it('has met answers and refusals of every kind', async () => {
    const { asked } = await both('latency=1', 'jp')
    assert.equal(asked.code, undefined, 'and finds the game well when it is well again')
    const codes = test.observations.flatMap((one) =>
      one.type === 'request.answered' && one.code !== undefined ? [one.code] : [],
    )
    for (const code of ['upstream_error', 'unavailable', 'maintenance', 'upstream_timeout']) {
      assert.ok((codes as string[]).includes(code), code)
    }
  })
})
