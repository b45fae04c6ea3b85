import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { createLoad } from './create-load.ts'

function scene(limits = { requestsMax: 3, delayMaxMs: 500, memoryMaxBytes: 1_000 }) {
  const clock = createManualClock(0)
  const seen = { delayMs: 0, share: 0, bytes: 0, garbage: 0, freed: 0, closed: false }
  const sensors = {
    eventLoopDelayMs: () => seen.delayMs,
    heapShare: () => seen.share,
    residentBytes: () => seen.bytes,
    freeMemory: () => {
      seen.bytes -= seen.garbage
      seen.garbage = 0
      seen.freed += 1
    },
    close: () => void (seen.closed = true),
  }
  const load = createLoad(clock, sensors, limits)
  const over = (change: Partial<typeof seen>) => {
    Object.assign(seen, change)
    clock.advance(1_000)
    return load.over()
  }
  return { clock, seen, load, over }
}

describe('the load of a process', () => {
  it('is too much when more requests are worked on than may be, and no longer than that', () => {
    const { load } = scene()
    for (let at = 0; at < 3; at += 1) load.begin()
    assert.equal(load.over(), undefined)
    load.begin()
    assert.equal(load.over(), 'requests')
    load.end()
    assert.equal(load.over(), undefined)
  })

  it('is too much while the event loop is late or the memory is full, looked at once a second', () => {
    const { over } = scene()
    assert.equal(over({ delayMs: 500 }), undefined)
    assert.equal(over({ delayMs: 501 }), 'delay')
    assert.equal(over({ delayMs: 0 }), undefined)
    assert.equal(over({ bytes: 1_001 }), 'memory')
    assert.equal(over({ bytes: 1_000 }), undefined)
    assert.equal(over({ share: 0.91 }), 'memory')
    assert.equal(over({ share: 0.9 }), undefined)
  })

  it('is not too much memory while it is garbage, which is looked after every ten seconds at most', () => {
    const { over, seen } = scene()
    assert.equal(over({ bytes: 5_000, garbage: 4_500 }), undefined)
    assert.deepEqual([seen.freed, seen.bytes], [1, 500])
    for (let at = 1; at < 10; at += 1)
      assert.equal(over({ bytes: 5_000, garbage: 4_500 }), 'memory')
    assert.equal(over({}), undefined)
    assert.equal(over({ bytes: 1_001 }), 'memory')
    assert.equal(seen.freed, 2)
  })

  it('has no limit where that is 0, but for the end of the heap', () => {
    const { over } = scene({ requestsMax: 1, delayMaxMs: 0, memoryMaxBytes: 0 })
    assert.equal(over({ delayMs: 60_000, bytes: 1e12 }), undefined)
    assert.equal(over({ share: 0.95 }), 'memory')
  })

  it('is not looked at any more when it is closed', () => {
    const { clock, load, seen } = scene()
    load.close()
    assert.deepEqual([clock.pending, seen.closed], [0, true])
  })
})
