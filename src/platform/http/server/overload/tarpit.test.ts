import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../../test/harness/manual-clock.ts'
import { createTarpit, TARPIT_MAX } from './tarpit.ts'

const DELAY_MS = 250
const STAYS = new AbortController().signal

function scene() {
  const clock = createManualClock(0)
  const tarpit = createTarpit(clock)
  let out = 0
  return {
    clock,
    hold: (connection: object = {}, gone = STAYS) =>
      void tarpit(connection, DELAY_MS, gone).then(() => (out += 1)),
    out: async () => {
      await turn()
      return out
    },
  }
}

describe('the tarpit', () => {
  it('releases a response after its delay, and not before', async () => {
    const { clock, hold, out } = scene()
    hold()
    clock.advance(DELAY_MS - 1)
    assert.equal(await out(), 0)
    clock.advance(1)
    assert.equal(await out(), 1)
  })

  it('delays those of one connection in sequence, so that pipelining gains nothing', async () => {
    const { clock, hold, out } = scene()
    const connection = {}
    for (let nth = 0; nth < 16; nth += 1) hold(connection)
    for (let nth = 1; nth <= 16; nth += 1) {
      clock.advance(DELAY_MS)
      assert.equal(await out(), nth)
    }
  })

  it('limits the delayed connections, and frees them after their delay', async () => {
    const { clock, hold, out } = scene()
    const connections = Array.from({ length: TARPIT_MAX }, () => ({}))
    for (const connection of [...connections, ...connections]) hold(connection)
    assert.equal(await out(), 0)
    hold()
    assert.equal(await out(), 1)
    clock.advance(DELAY_MS)
    assert.equal(await out(), 1 + TARPIT_MAX)
    clock.advance(DELAY_MS)
    assert.equal(await out(), 1 + 2 * TARPIT_MAX)
    hold()
    assert.equal(await out(), 1 + 2 * TARPIT_MAX)
  })

  it('frees the slot of a client that has disconnected', async () => {
    const { hold, out } = scene()
    const leaving = new AbortController()
    for (let nth = 0; nth < TARPIT_MAX; nth += 1) hold({}, leaving.signal)
    assert.equal(await out(), 0)
    leaving.abort()
    assert.equal(await out(), TARPIT_MAX)
    hold()
    assert.equal(await out(), TARPIT_MAX)
    hold({}, leaving.signal)
    assert.equal(await out(), TARPIT_MAX + 1)
  })
})
