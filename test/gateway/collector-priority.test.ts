import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Gateway, Priority, Subscriber } from '../../src/game/gateway.ts'
import { rateLimitGateway } from '../../src/upstream/rate-limit.ts'
import { coalesceCalls } from '../../src/upstream/single-flight-gateway.ts'
import { createManualClock } from '../harness/manual-clock.ts'

/** Milliseconds that each call of the gateway takes. */
const CALL_MS = 100
const IN_FLIGHT_MAX = 8

const settle = () => new Promise(setImmediate)

/**
 * Sends 60 keyed calls a second for 30 seconds, three quarters of the gateway's capacity, and, if
 * `collects`, more collector calls than fit. Returns the waiting time of keyed calls (99th
 * percentile, in milliseconds), how many were answered, and the started calls by priority.
 */
async function generateCalls(collects: boolean, keyedEveryMs = 1_000 / 60) {
  const clock = createManualClock(0)
  const started: Record<Priority, number> = { keyed: 0, collector: 0 }
  const gateway: Gateway = {
    read: (_call, { priority }) => {
      started[priority] += 1
      const { promise, resolve } = Promise.withResolvers<{ message: object; fetchedAtMs: number }>()
      clock.after(CALL_MS, () => resolve({ message: {}, fetchedAtMs: 0 }))
      return promise
    },
    close: () => {},
  }
  const options = {
    clock,
    inFlightMax: IN_FLIGHT_MAX,
    intervalMs: 0,
    waitingMax: 64,
    observe: () => {},
  }
  const shared = coalesceCalls(rateLimitGateway(gateway, options), { clock, deadlineMs: 8_000 })
  const waits: number[] = []
  let calls = 0
  const read = async (priority: Priority) => {
    const subscriber: Subscriber = {
      priority,
      signal: new AbortController().signal,
      retain: () => () => {},
    }
    const startMs = clock.monotonicMs()
    calls += 1
    const eventId = String(calls)
    try {
      await shared.read(
        { operation: 'event.ranking', region: 'jp', arguments: { eventId } },
        subscriber,
      )
      if (priority === 'keyed') waits.push(clock.monotonicMs() - startMs)
    } catch {
      // The queue is full, as it should be for most collector calls.
    }
  }
  let nextKeyedMs = 0
  for (let ms = 0; ms < 30_000; ms += 10) {
    while (nextKeyedMs <= ms) {
      void read('keyed')
      nextKeyedMs += keyedEveryMs
    }
    if (collects) for (let count = 0; count < 4; count += 1) void read('collector')
    clock.advance(10)
    await settle()
  }
  waits.sort((one, other) => one - other)
  return { p99: waits[Math.floor(waits.length * 0.99)] ?? 0, answered: waits.length, started }
}

test('a saturating collector delays keyed calls by at most one call, and gets its share', async () => {
  const alone = await generateCalls(false)
  const together = await generateCalls(true)
  assert.ok(together.answered >= alone.answered - 1, 'no keyed call is rejected because of it')
  assert.ok(together.p99 <= alone.p99 + CALL_MS, `${alone.p99} ms and ${together.p99} ms`)
  const { collector } = together.started
  const share = (IN_FLIGHT_MAX / 4) * (30_000 / CALL_MS)
  assert.ok(collector > share / 2, `${collector} collector calls`)
  assert.ok(collector <= share + IN_FLIGHT_MAX / 4, `${collector} collector calls`)
})

test('saturating keyed calls leave a quarter of the calls to the collector, and no more', async () => {
  const { started } = await generateCalls(true, 5)
  const share = started.collector / (started.keyed + started.collector)
  assert.ok(share > 0.2 && share <= 0.26, `${share}`)
})
