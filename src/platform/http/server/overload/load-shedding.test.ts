import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../../test/harness/manual-clock.ts'
import { createLoadShedder } from './load-shedding.ts'

function scene(limits = { requestsMax: 3, delayMaxMs: 500, memoryMaxBytes: 1_000 }) {
  const clock = createManualClock(0)
  const seen = {
    delayMs: 0,
    share: 0,
    bytes: 0,
    garbage: 0,
    freed: 0,
    closed: false,
  }
  const sensors = {
    eventLoopDelayMs: () => seen.delayMs,
    heapShare: () => seen.share,
    ownBytes: () => seen.bytes,
    freeMemory: () => {
      seen.bytes -= seen.garbage
      seen.garbage = 0
      seen.freed += 1
    },
    close: () => void (seen.closed = true),
  }
  const load = createLoadShedder(clock, sensors, limits)
  const over = (change: Partial<typeof seen>) => {
    Object.assign(seen, change)
    clock.advance(1_000)
    return load.isOverloaded()
  }
  return { clock, seen, load, over }
}

describe('load shedding', () => {
  it('sheds while more requests than the limit are in service', () => {
    const { load } = scene()
    for (let at = 0; at < 3; at += 1) load.startRequest()
    assert.equal(load.isOverloaded(), undefined)
    load.startRequest()
    assert.equal(load.isOverloaded(), 'requests')
    load.endRequest()
    assert.equal(load.isOverloaded(), undefined)
  })

  it('sheds while the event loop is late or memory is full, sampled once a second', () => {
    const { over } = scene()
    assert.equal(over({ delayMs: 500 }), undefined)
    assert.equal(over({ delayMs: 501 }), 'delay')
    assert.equal(over({ delayMs: 0 }), undefined)
    assert.equal(over({ bytes: 1_001 }), 'memory')
    assert.equal(over({ bytes: 1_000 }), undefined)
    assert.equal(over({ share: 0.91 }), 'memory')
    assert.equal(over({ share: 0.9 }), undefined)
  })

  it('ignores garbage, which it collects every ten seconds at most', () => {
    const { over, seen } = scene()
    assert.equal(over({ bytes: 5_000, garbage: 4_500 }), undefined)
    assert.deepEqual([seen.freed, seen.bytes], [1, 500])
    for (let at = 1; at < 10; at += 1)
      assert.equal(over({ bytes: 5_000, garbage: 4_500 }), 'memory')
    assert.equal(over({}), undefined)
    assert.equal(over({ bytes: 1_001 }), 'memory')
    assert.equal(seen.freed, 2)
  })

  it('has no limit where that is 0, except the heap limit', () => {
    const { over } = scene({
      requestsMax: 1,
      delayMaxMs: 0,
      memoryMaxBytes: 0,
    })
    assert.equal(over({ delayMs: 60_000, bytes: 1e12 }), undefined)
    assert.equal(over({ share: 0.95 }), 'memory')
  })

  it('makes the process unready after five seconds of overload', () => {
    const { load, over, clock } = scene()
    over({ bytes: 1_001 })
    assert.equal(load.isUnready, false)
    clock.advance(2_000)
    over({ bytes: 0, delayMs: 501 })
    clock.advance(1_999)
    assert.equal(load.isUnready, false)
    clock.advance(1)
    assert.equal(load.isUnready, true)
    over({ delayMs: 0 })
    assert.equal(load.isUnready, false)
    for (let at = 0; at < 4; at += 1) load.startRequest()
    clock.advance(60_000)
    assert.deepEqual([load.isOverloaded(), load.isUnready], ['requests', false])
  })

  it('stops sampling when it is closed', () => {
    const { clock, load, seen } = scene()
    load.close()
    assert.deepEqual([clock.pending, seen.closed], [0, true])
  })
})
