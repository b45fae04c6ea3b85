import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServerClock } from '../../web/tracker/data/server-clock.ts'

function createScene() {
  const device = { wallMs: 1_000_000, monotonicMs: 5_000 }
  const clock = new ServerClock({
    nowMs: () => device.wallMs,
    monotonicMs: () => device.monotonicMs,
  })
  const pass = (ms: number) => {
    device.wallMs += ms
    device.monotonicMs += ms
  }
  return { device, clock, pass }
}

describe('the time of the server on a page', () => {
  it('is that of the device until the server has said one, and within two seconds of it', () => {
    const { clock } = createScene()
    assert.deepEqual([clock.nowMs(), clock.aheadMs()], [1_000_000, 0])
    clock.note(Number.NaN)
    clock.note(1_001_999)
    assert.deepEqual([clock.nowMs(), clock.aheadMs()], [1_000_000, 0])
    clock.note(1_002_000)
    assert.equal(clock.nowMs(), 1_002_000)
  })

  it('is not set back by a response from the cache of the browser', () => {
    const { clock, pass } = createScene()
    clock.note(4_600_000)
    pass(30_000)
    clock.note(4_600_000)
    clock.note(4_600_000 - 86_400_000)
    assert.equal(clock.nowMs(), 4_630_000)
  })

  it('is corrected by the first response that has just come from the server', () => {
    const { clock } = createScene()
    clock.note(1_000_000 - 86_400_000)
    assert.equal(clock.aheadMs(), -86_400_000)
    clock.note(1_000_000)
    assert.equal(clock.aheadMs(), 0)
  })

  it('follows a device that was set, or that has slept', () => {
    const { clock, device } = createScene()
    clock.note(1_000_000)
    device.wallMs += 3_600_000
    clock.note(1_000_000)
    assert.equal(clock.nowMs(), 1_000_000)
  })

  it('follows a server whose clock is slower, within two minutes', () => {
    const { clock, pass } = createScene()
    clock.note(9_000_000)
    pass(120_000)
    clock.note(9_000_000)
    assert.equal(clock.nowMs(), 9_120_000)
    pass(1)
    clock.note(9_000_000)
    assert.equal(clock.nowMs(), 9_000_000)
  })
})
