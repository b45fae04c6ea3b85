import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import type { Board } from '../../../game/board.ts'
import type { PollResult } from '../../history-store.ts'
import { unavailable } from '../../../platform/http/errors/service-error.ts'
import { createLateRecorder } from './late-recorder.ts'

const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const result = (atMs: number): PollResult => ({ board, atMs, reason: 'timeout' })

function createScene() {
  const clock = createManualClock(1_000)
  const calls: { results: readonly PollResult[]; isLast: boolean }[] = []
  const scene = { isUnavailable: false, waits: false }
  const late = createLateRecorder({
    clock,
    observe: () => {},
    store: {
      recordLate: async (results, isLast) => {
        if (scene.isUnavailable) throw unavailable(new Error('The store is down.'))
        calls.push({ results, isLast })
        return scene.waits && !isLast ? results : []
      },
    },
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      clock.advance(1_000)
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    }
  }
  return { clock, calls, scene, late, pass }
}

describe('late recorder', () => {
  it('keeps results until the store accepts them, including those added meanwhile', async () => {
    const { scene, late, calls, pass, clock } = createScene()
    scene.isUnavailable = true
    late.add([result(1)])
    await pass(10_000)
    late.add([result(2)])
    scene.isUnavailable = false
    await pass(4_000)
    assert.deepEqual(calls, [{ results: [result(1), result(2)], isLast: false }])
    await late.close()
    assert.equal(clock.pending, 0)
  })

  it('waits at most a minute for the first snapshot of the next collector', async () => {
    const { scene, late, calls, pass } = createScene()
    scene.waits = true
    late.add([result(1)])
    await pass(58_000)
    assert.ok(calls.length > 20 && calls.every(({ isLast }) => !isLast))
    await pass(5_000)
    assert.deepEqual(calls.at(-1), { results: [result(1)], isLast: true })
    const { length } = calls
    await pass(10_000)
    assert.equal(calls.length, length)
    await late.close()
  })

  it('keeps the newest 1,000 results', async () => {
    const { scene, late, calls, pass } = createScene()
    scene.isUnavailable = true
    late.add(Array.from({ length: 1_500 }, (_, at) => result(at)))
    await pass(1_000)
    scene.isUnavailable = false
    await pass(4_000)
    assert.deepEqual([calls[0]?.results.length, calls[0]?.results[0]], [1_000, result(500)])
    await late.close()
  })

  it('tries once more on close', async () => {
    const { scene, late, calls } = createScene()
    scene.isUnavailable = true
    late.add([result(1)])
    await new Promise(setImmediate)
    scene.isUnavailable = false
    await late.close()
    assert.deepEqual(calls, [{ results: [result(1)], isLast: true }])
  })
})
