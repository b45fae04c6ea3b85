import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { createHoldBack, HELD_BACK_MAX } from './create-hold-back.ts'

const DELAY_MS = 250
const STAYS = new AbortController().signal

function scene() {
  const clock = createManualClock(0)
  const holdBack = createHoldBack(clock)
  let out = 0
  return {
    clock,
    hold: (connection: object = {}, gone = STAYS) =>
      void holdBack(connection, DELAY_MS, gone).then(() => (out += 1)),
    out: async () => {
      await turn()
      return out
    },
  }
}

describe('holding answers back', () => {
  it('lets an answer out when its time is over, and not before', async () => {
    const { clock, hold, out } = scene()
    hold()
    clock.advance(DELAY_MS - 1)
    assert.equal(await out(), 0)
    clock.advance(1)
    assert.equal(await out(), 1)
  })

  it('holds those of one connection one behind the other, so that nothing is gained by sending many at once', async () => {
    const { clock, hold, out } = scene()
    const connection = {}
    for (let nth = 0; nth < 16; nth += 1) hold(connection)
    for (let nth = 1; nth <= 16; nth += 1) {
      clock.advance(DELAY_MS)
      assert.equal(await out(), nth)
    }
  })

  it('has room for so many connections, whatever waits behind them, and again when they are over', async () => {
    const { clock, hold, out } = scene()
    const connections = Array.from({ length: HELD_BACK_MAX }, () => ({}))
    for (const connection of [...connections, ...connections]) hold(connection)
    assert.equal(await out(), 0)
    hold()
    assert.equal(await out(), 1)
    clock.advance(DELAY_MS)
    assert.equal(await out(), 1 + HELD_BACK_MAX)
    clock.advance(DELAY_MS)
    assert.equal(await out(), 1 + 2 * HELD_BACK_MAX)
    hold()
    assert.equal(await out(), 1 + 2 * HELD_BACK_MAX)
  })

  it('keeps no room for a client that has gone', async () => {
    const { hold, out } = scene()
    const leaving = new AbortController()
    for (let nth = 0; nth < HELD_BACK_MAX; nth += 1) hold({}, leaving.signal)
    assert.equal(await out(), 0)
    leaving.abort()
    assert.equal(await out(), HELD_BACK_MAX)
    hold()
    assert.equal(await out(), HELD_BACK_MAX)
    hold({}, leaving.signal)
    assert.equal(await out(), HELD_BACK_MAX + 1)
  })
})
