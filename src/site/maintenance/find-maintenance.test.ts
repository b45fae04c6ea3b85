import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { findMaintenance } from './find-maintenance.ts'

it('announces the next maintenance from three days before its start until its end', () => {
  const startMs = Date.UTC(2026, 10, 22, 12)
  const first = { id: 'first', title: 'Database', fromMs: startMs, untilMs: startMs + HOUR_MS }
  const second = { ...first, id: 'second', fromMs: startMs + DAY_MS, untilMs: startMs + 2 * DAY_MS }
  const idAt = (nowMs: number) => findMaintenance([second, first], nowMs)?.id
  assert.equal(idAt(startMs - 3 * DAY_MS - 1), undefined)
  assert.equal(idAt(startMs - 3 * DAY_MS), 'first')
  assert.equal(idAt(startMs + HOUR_MS - 1), 'first')
  assert.equal(idAt(startMs + HOUR_MS), 'second')
  assert.equal(idAt(startMs + 2 * DAY_MS), undefined)
})
