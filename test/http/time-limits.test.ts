import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoExample } from '../../src/demo/demo-example.ts'
import { openSlowClients, type SlowKind } from '../harness/slow-clients.ts'
import { send } from '../harness/send.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Node enforces these limits by its own clock, so this test takes as long as they are.
const service = await startTestService({ folder: temporaryFolder() })
after(() => service.stop())
const { text: key } = await service.issueKey()
const season = String(demoExample('arena.ranking', 'jp')['arenaSeasonId'])
const largeTarget = `/api/open/v1/game/jp/arena/${season}/ranking/1/1000`
const { origin } = service
const slow = (count: number) =>
  openSlowClients({ origin, key, largeTarget, count, comeBack: false })

/** Tolerance for a busy machine, in milliseconds. */
const LATE_MS = 5_000

/**
 * When each kind is cut: after 10 s, at once, after 12 s, checked every second; plus a second to
 * read the reason.
 */
const CUT: Readonly<Record<SlowKind, readonly [fromMs: number, toMs: number, said: RegExp]>> = {
  headers: [9_900, 12_000 + LATE_MS, /^HTTP\/1\.1 408 /],
  body: [0, 1_000 + LATE_MS, /^HTTP\/1\.1 405 /],
  // The client notices with its next write, at most a second later.
  answer: [11_900, 14_000 + LATE_MS, /^$/],
}

/** Returns the 99th percentile of the durations of sequential requests. */
async function p99Ms(): Promise<number> {
  const all: number[] = []
  while (all.length < 200) {
    const startMs = performance.now()
    assert.equal((await send(origin, '/api/open/v1/game/jp/announcements', { key })).status, 200)
    all.push(performance.now() - startMs)
  }
  return all.sort((a, b) => a - b)[197] ?? Number.NaN
}

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Resolves when the slow clients have received everything they read. */
async function settled(): Promise<void> {
  let before = -1
  while (before !== service.service.open()) {
    before = service.service.open()
    for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate)
  }
}

test('slow headers, slow bodies and clients that do not read are cut in time, and delay no other client until then', async () => {
  const clients = slow(90)
  after(() => clients.close())
  await settled()
  const alone: number[] = []
  const beside: number[] = []
  await p99Ms()
  for (let round = 0; round < 5; round += 1) {
    alone.push(await p99Ms())
    const others = slow(300)
    await settled()
    beside.push(await p99Ms())
    others.close()
  }
  // Both are a few milliseconds; 50 ms is the tolerance for a busy machine.
  const [without, withThem] = [medianOf(alone), medianOf(beside)]
  assert.ok(
    withThem <= Math.max(2 * without, 50),
    `${withThem} ms beside them, ${without} ms alone`,
  )

  await clients.over
  for (const { kind, ms, said } of clients.cut) {
    const [fromMs, toMs, expected] = CUT[kind]
    assert.ok(ms >= fromMs && ms <= toMs, `${kind} after ${ms} ms`)
    assert.match(said, expected)
  }
  while (service.service.open() > 0) await new Promise(setImmediate)
  const quota = (await send(origin, '/api/developer/v1/quota', { key })).json
  assert.equal((quota as { concurrency: { used: number } }).concurrency.used, 0)
})
