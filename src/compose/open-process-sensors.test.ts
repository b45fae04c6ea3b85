import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProcessSensors } from './open-process-sensors.ts'

test('memory that nobody uses any more is free, in the heap and for the operating system', (t) => {
  const sensors = openProcessSensors()
  t.after(() => sensors.close())
  let kept: unknown[] = []
  for (let at = 0; at < 1_000_000; at += 1) kept.push({ text: `number ${at}` })
  assert.equal(kept.length, 1_000_000)
  const full = { share: sensors.heapShare(), bytes: sensors.residentBytes() }
  kept = []
  sensors.freeMemory()
  const share = sensors.heapShare()
  assert.ok(share < full.share / 2, `${share} of the heap, and ${full.share} before`)
  const freed = full.bytes - sensors.residentBytes()
  assert.ok(freed > 30_000_000, `${freed} bytes were given back`)
})
