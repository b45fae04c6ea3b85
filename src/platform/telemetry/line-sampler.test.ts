import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createLineSampler } from './line-sampler.ts'

describe('a line sampler', () => {
  const group = { name: 'rejected', linesMax: 3 }

  it('logs so many events a minute, and the next line has the number of those skipped', () => {
    const clock = createManualClock(0)
    const sample = createLineSampler(clock)
    const lines = () => Array.from({ length: 10 }, () => sample(group, '429'))
    assert.deepEqual(lines().filter(Boolean), [1, 1, 1])
    clock.advance(59_999)
    assert.deepEqual(lines().filter(Boolean), [])
    clock.advance(1)
    // Every event is in exactly one count.
    assert.deepEqual(lines().filter(Boolean), [18, 1, 1])
  })

  it('hides no kind of event, and no other group, behind a flood', () => {
    const sample = createLineSampler(createManualClock(0))
    for (let count = 0; count < 100; count += 1) sample(group, '429')
    assert.equal(sample(group, '503'), 1)
    assert.equal(sample(group, '503'), undefined)
    assert.equal(sample({ name: 'other', linesMax: 3 }, '429'), 1)
  })
})
