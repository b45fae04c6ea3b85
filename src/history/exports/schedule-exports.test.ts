import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'
import { SETTLE_MS } from './export-days.ts'
import { CHECK_INTERVAL_MS, scheduleExports } from './schedule-exports.ts'

const MIDNIGHT = Date.UTC(2026, 10, 21)

function start(nowMs: number) {
  const clock = createManualClock(nowMs)
  const stage = { collects: true, made: 0, fails: false, faults: [] as unknown[] }
  const end = scheduleExports({
    clock,
    isCollecting: () => stage.collects,
    exportDays: async () => {
      if (stage.fails) throw new Error('away')
      stage.made += 1
    },
    onFault: (error) => void stage.faults.push(error),
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += CHECK_INTERVAL_MS) {
      clock.advance(Math.min(CHECK_INTERVAL_MS, ms - passed))
      await new Promise(setImmediate)
    }
  }
  return { stage, clock, end, pass }
}

it('exports soon after collecting starts, and ten minutes after each full hour', async () => {
  const { stage, end, pass } = start(MIDNIGHT - HOUR_MS)
  await pass(CHECK_INTERVAL_MS)
  assert.equal(stage.made, 1)
  await pass(SETTLE_MS)
  assert.equal(stage.made, 2)
  await pass(HOUR_MS - 3 * CHECK_INTERVAL_MS)
  assert.equal(stage.made, 2)
  await pass(3 * CHECK_INTERVAL_MS)
  assert.equal(stage.made, 3)
  await end()
})

it('does not export while another process collects, and retries a failed export', async () => {
  const { stage, clock, end, pass } = start(MIDNIGHT)
  stage.collects = false
  await pass(5 * CHECK_INTERVAL_MS)
  assert.equal(stage.made, 0)
  Object.assign(stage, { collects: true, fails: true })
  await pass(2 * CHECK_INTERVAL_MS)
  assert.equal(stage.faults.length, 2)
  stage.fails = false
  await pass(CHECK_INTERVAL_MS)
  assert.equal(stage.made, 1)
  await end()
  assert.equal(clock.pending, 0)
})
