import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { PublicCall } from '../contract/public/public-flow-values.ts'
import {
  createPublicAdmit,
  HELD_BACK_MS,
  PublicLimitExceeded,
  REFUSED_AT_ONCE,
} from './create-public-admit.ts'

const CALL = {} as PublicCall

describe('the admission of public requests', () => {
  it('never admits more of a network than its minute and its places, whatever happens in between', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('ask' as const), network: fc.constantFrom('a', 'b') }),
      fc.record({ do: fc.constant('end' as const), nth: fc.nat({ max: 9 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 50_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const clock = createManualClock(1_000_000)
        const admit = createPublicAdmit({ clock, limits: { minute: 4, concurrency: 3 } })
        const open: { network: string; release: () => void }[] = []
        const admitted = new Map<string, number>()
        for (const one of steps) {
          if (one.do === 'wait') clock.advance(one.ms)
          else if (one.do === 'end') {
            const [ended] = open.splice(one.nth, 1)
            ended?.release()
            ended?.release()
          } else {
            const minute = `${one.network} ${Math.floor(clock.nowMs() / 60_000)}`
            const before = admitted.get(minute) ?? 0
            const here = open.filter(({ network }) => network === one.network).length
            const mayEnter = before < 4 && here < 3
            try {
              const { release, state } = admit(CALL, one.network)
              assert.ok(mayEnter)
              assert.deepEqual(state.used, { minute: before + 1, concurrency: here + 1 })
              open.push({ network: one.network, release })
              admitted.set(minute, before + 1)
            } catch (error) {
              if (!(error instanceof PublicLimitExceeded)) throw error
              assert.ok(!mayEnter)
            }
          }
        }
      }),
    )
  })

  it('holds back the refusals of a network that goes on, and no others, until the minute is over', () => {
    const clock = createManualClock(0)
    const admit = createPublicAdmit({ clock, limits: { minute: 1, concurrency: 3 } })
    const heldBackMs = (network: string) => {
      try {
        admit(CALL, network)
        return undefined
      } catch (error) {
        assert.ok(error instanceof PublicLimitExceeded)
        return error.heldBackMs
      }
    }
    assert.equal(heldBackMs('a'), undefined)
    assert.equal(heldBackMs('b'), undefined)
    for (let nth = 0; nth < REFUSED_AT_ONCE; nth += 1) assert.equal(heldBackMs('a'), 0)
    assert.equal(heldBackMs('a'), HELD_BACK_MS)
    assert.equal(heldBackMs('b'), 0)
    clock.advance(60_000)
    assert.equal(heldBackMs('a'), undefined)
    assert.equal(heldBackMs('a'), 0)
  })

  it('opens no minute twice when the clock steps back', () => {
    const clock = createManualClock(600_000)
    const admit = createPublicAdmit({ clock, limits: { minute: 1, concurrency: 9 } })
    admit(CALL, 'a')
    clock.setWall(599_000)
    assert.throws(() => admit(CALL, 'a'), PublicLimitExceeded)
  })

  it('remembers so many networks and no more, and forgets those that were quiet longest', () => {
    const clock = createManualClock(0)
    const limits = { minute: 1, concurrency: 1 }
    const admit = createPublicAdmit({ clock, limits, networksMax: 2 })
    const first = admit(CALL, 'a')
    admit(CALL, 'b')
    admit(CALL, 'c')
    first.release()
    assert.equal(admit(CALL, 'a').state.used.concurrency, 1)
    assert.throws(() => admit(CALL, 'c'), PublicLimitExceeded)
  })
})
