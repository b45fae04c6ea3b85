import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Gateway, Lane, Reader } from '../../src/domain/gateway.ts'
import { paceGateway } from '../../src/gateways/pace.ts'
import { shareCalls } from '../../src/gateways/share.ts'
import { createManualClock } from '../harness/manual-clock.ts'

/** Milliseconds that each call of the gateway takes. */
const CALL_MS = 100
const PLACES = 8

const settle = () => new Promise(setImmediate)

/**
 * Lets developers ask 60 times a second for half a minute, three quarters of what the gateway can do, and the collector all the
 * time for more than there is room for. Returns how long the developers waited, and what each lane had of the calls.
 */
async function ask(collects: boolean, keyedEveryMs = 1_000 / 60) {
  const clock = createManualClock(0)
  const begun: Record<Lane, number> = { keyed: 0, collector: 0 }
  const gateway: Gateway = {
    read: (_call, { lane }) => {
      begun[lane] += 1
      const { promise, resolve } = Promise.withResolvers<{ message: object; fetchedAtMs: number }>()
      clock.after(CALL_MS, () => resolve({ message: {}, fetchedAtMs: 0 }))
      return promise
    },
    close: () => {},
  }
  const pace = { clock, inFlightMax: PLACES, intervalMs: 0, waitingMax: 64, observe: () => {} }
  const shared = shareCalls(paceGateway(gateway, pace), { clock, deadlineMs: 8_000 })
  const waits: number[] = []
  let asked = 0
  const read = async (lane: Lane) => {
    const reader: Reader = { lane, gone: new AbortController().signal, hold: () => () => {} }
    const startMs = clock.monotonicMs()
    asked += 1
    const given = { eventId: String(asked) }
    try {
      await shared.read({ operation: 'event.ranking', region: 'jp', arguments: given }, reader)
      if (lane === 'keyed') waits.push(clock.monotonicMs() - startMs)
    } catch {
      // Refused for want of a place to wait, which is what it is for.
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
  return { p99: waits[Math.floor(waits.length * 0.99)] ?? 0, answered: waits.length, begun }
}

test('a collector that wants all it can get costs developers a call of waiting at most, and has its share', async () => {
  const alone = await ask(false)
  const together = await ask(true)
  assert.ok(together.answered >= alone.answered - 1, 'nobody with a key was refused for it')
  assert.ok(together.p99 <= alone.p99 + CALL_MS, `${alone.p99} ms and ${together.p99} ms`)
  const { collector } = together.begun
  const shareOfCalls = (PLACES / 4) * (30_000 / CALL_MS)
  assert.ok(collector > shareOfCalls / 2, `${collector} calls of the collector`)
  assert.ok(collector <= shareOfCalls + PLACES / 4, `${collector} calls of the collector`)
})

test('developers who ask for more than there is leave the collector a quarter of the turns, and no more', async () => {
  const { begun } = await ask(true, 5)
  const share = begun.collector / (begun.keyed + begun.collector)
  assert.ok(share > 0.2 && share <= 0.26, `${share}`)
})
