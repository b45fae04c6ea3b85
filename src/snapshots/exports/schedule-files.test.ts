import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import { SETTLE_MS } from './make-files.ts'
import { LOOK_MS, scheduleFiles } from './schedule-files.ts'

const MIDNIGHT = Date.UTC(2026, 10, 21)

function start(nowMs: number) {
  const clock = createManualClock(nowMs)
  const stage = { collects: true, made: 0, fails: false, faults: [] as unknown[] }
  const end = scheduleFiles({
    clock,
    isCollecting: () => stage.collects,
    make: async () => {
      if (stage.fails) throw new Error('away')
      stage.made += 1
    },
    onFault: (error) => void stage.faults.push(error),
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += LOOK_MS) {
      clock.advance(Math.min(LOOK_MS, ms - passed))
      await new Promise(setImmediate)
    }
  }
  return { stage, clock, end, pass }
}

it('makes files soon after it has begun to collect, and again when a day is over and has settled', async () => {
  const { stage, end, pass } = start(MIDNIGHT - 3_600_000)
  await pass(LOOK_MS)
  assert.equal(stage.made, 1)
  await pass(3_600_000 - LOOK_MS + SETTLE_MS - LOOK_MS)
  assert.equal(stage.made, 1)
  await pass(2 * LOOK_MS)
  assert.equal(stage.made, 2)
  await pass(DAY_MS - 10 * LOOK_MS)
  assert.equal(stage.made, 2)
  await end()
})

it('makes none where somebody else collects, and tries again what failed', async () => {
  const { stage, clock, end, pass } = start(MIDNIGHT)
  stage.collects = false
  await pass(5 * LOOK_MS)
  assert.equal(stage.made, 0)
  Object.assign(stage, { collects: true, fails: true })
  await pass(2 * LOOK_MS)
  assert.equal(stage.faults.length, 2)
  stage.fails = false
  await pass(LOOK_MS)
  assert.equal(stage.made, 1)
  await end()
  assert.equal(clock.pending, 0)
})
