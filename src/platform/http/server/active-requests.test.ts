import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import { createActiveRequests } from './active-requests.ts'

function scene() {
  const clock = createManualClock(0)
  const activeRequests = createActiveRequests(clock, 12_000)
  const destroyed: string[] = []
  const open = (name: string) => {
    const activeRequest = {
      place: -1,
      sinceMs: 0,
      destroy: () => {
        destroyed.push(name)
        activeRequests.delete(activeRequest)
      },
    }
    activeRequests.add(activeRequest)
    return activeRequest
  }
  return { clock, exchanges: activeRequests, destroyed, open }
}

describe('active requests', () => {
  it('lose their connections 12 to 13 seconds after they started, each separately', () => {
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

  it('restart with each renewal, which hides no older one', () => {
    const { clock, exchanges: activeRequests, destroyed, open } = scene()
    const slow = open('slow')
    open('stuck')
    clock.advance(6_000)
    activeRequests.renew(slow)
    clock.advance(7_000)
    assert.deepEqual(destroyed, ['stuck'])
    clock.advance(6_000)
    assert.deepEqual(destroyed, ['stuck', 'slow'])
  })

  it('may be suspended indefinitely, and count as open meanwhile', async () => {
    const { clock, exchanges: activeRequests, destroyed, open } = scene()
    const stream = open('stream')
    activeRequests.suspend(stream)
    clock.advance(3_600_000)
    assert.deepEqual([destroyed, activeRequests.size], [[], 1])
    let empty = false
    const emptied = activeRequests.empty().then(() => (empty = true))
    activeRequests.renew(stream)
    clock.advance(11_000)
    assert.deepEqual([destroyed, empty], [[], false])
    clock.advance(2_000)
    assert.deepEqual(destroyed, ['stream'])
    await emptied
    activeRequests.renew(stream)
    activeRequests.suspend(stream)
    assert.equal(activeRequests.size, 0, 'what is over does not come back')
  })
})
