import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { createExchanges } from './exchanges.ts'

function scene() {
  const clock = createManualClock(0)
  const exchanges = createExchanges(clock, 12_000)
  const destroyed: string[] = []
  const open = (name: string) => {
    const exchange = {
      place: -1,
      sinceMs: 0,
      destroy: () => {
        destroyed.push(name)
        exchanges.delete(exchange)
      },
    }
    exchanges.add(exchange)
    return exchange
  }
  return { clock, exchanges, destroyed, open }
}

describe('the requests that are being answered', () => {
  it('lose their connections between 12 and 13 seconds after they began, each by itself', () => {
    const { clock, destroyed, open } = scene()
    open('a')
    clock.advance(500)
    open('b')
    clock.advance(11_499)
    assert.deepEqual(destroyed, [])
    clock.advance(1)
    assert.deepEqual(destroyed, ['a'])
    clock.advance(1_000)
    assert.deepEqual(destroyed, ['a', 'b'])
  })

  it('begin anew with each renewal, and hide no older one by it', () => {
    const { clock, exchanges, destroyed, open } = scene()
    const slow = open('slow')
    open('stuck')
    clock.advance(6_000)
    exchanges.renew(slow)
    clock.advance(7_000)
    assert.deepEqual(destroyed, ['stuck'])
    clock.advance(6_000)
    assert.deepEqual(destroyed, ['stuck', 'slow'])
  })

  it('may rest for ever, and count as open while they do', async () => {
    const { clock, exchanges, destroyed, open } = scene()
    const stream = open('stream')
    exchanges.rest(stream)
    clock.advance(3_600_000)
    assert.deepEqual([destroyed, exchanges.size], [[], 1])
    let empty = false
    const emptied = exchanges.empty().then(() => (empty = true))
    exchanges.renew(stream)
    clock.advance(11_000)
    assert.deepEqual([destroyed, empty], [[], false])
    clock.advance(2_000)
    assert.deepEqual(destroyed, ['stream'])
    await emptied
    exchanges.renew(stream)
    exchanges.rest(stream)
    assert.equal(exchanges.size, 0, 'what is over does not come back')
  })
})
