import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { PublicCall } from './public-flow-values.ts'
import {
  createNetworkLimits,
  createPublicAdmission,
  TARPIT_DELAY_MS,
  PublicLimitExceeded,
  REJECTED_WITHOUT_DELAY,
} from './admit-public-request.ts'

const CALL = {} as PublicCall

describe('createPublicAdmission', () => {
  it('never exceeds the minute and concurrency limits of a network, in any sequence', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('ask' as const), network: fc.constantFrom('a', 'b') }),
      fc.record({ do: fc.constant('end' as const), nth: fc.nat({ max: 9 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 50_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const clock = createManualClock(1_000_000)
        const admit = createPublicAdmission(
          createNetworkLimits({ clock, limits: { minute: 4, concurrency: 3 } }),
        )
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

  it('delays only the rejections of a network that keeps retrying, until the minute ends', () => {
    const clock = createManualClock(0)
    const admit = createPublicAdmission(
      createNetworkLimits({ clock, limits: { minute: 1, concurrency: 3 } }),
    )
    const delayMs = (network: string) => {
      try {
        admit(CALL, network)
        return undefined
      } catch (error) {
        assert.ok(error instanceof PublicLimitExceeded)
        return error.delayMs
      }
    }
    assert.equal(delayMs('a'), undefined)
    assert.equal(delayMs('b'), undefined)
    for (let nth = 0; nth < REJECTED_WITHOUT_DELAY; nth += 1) assert.equal(delayMs('a'), 0)
    assert.equal(delayMs('a'), TARPIT_DELAY_MS)
    assert.equal(delayMs('b'), 0)
    clock.advance(60_000)
    assert.equal(delayMs('a'), undefined)
    assert.equal(delayMs('a'), 0)
  })

  it('does not open a minute twice when the clock steps back', () => {
    const clock = createManualClock(600_000)
    const admit = createPublicAdmission(
      createNetworkLimits({ clock, limits: { minute: 1, concurrency: 9 } }),
    )
    admit(CALL, 'a')
    clock.setWall(599_000)
    assert.throws(() => admit(CALL, 'a'), PublicLimitExceeded)
  })

  it('tracks a bounded number of networks and evicts the least recently used', () => {
    const clock = createManualClock(0)
    const limits = { minute: 1, concurrency: 1 }
    const admit = createPublicAdmission(createNetworkLimits({ clock, limits, networksMax: 2 }))
    const first = admit(CALL, 'a')
    admit(CALL, 'b')
    admit(CALL, 'c')
    first.release()
    assert.equal(admit(CALL, 'a').state.used.concurrency, 1)
    assert.throws(() => admit(CALL, 'c'), PublicLimitExceeded)
  })

  it('counts the /64, the /56 and the /48 of an IPv6 client', () => {
    const clock = createManualClock(0)
    const limits = { minute: 3, concurrency: 1_000 }
    const admit = createPublicAdmission(createNetworkLimits({ clock, limits }))
    const admitted = (networks: readonly string[]) => {
      let count = 0
      for (const network of networks) {
        try {
          admit(CALL, network)
          count += 1
        } catch (error) {
          assert.ok(error instanceof PublicLimitExceeded)
        }
      }
      return count
    }
    const in56 = Array.from(
      { length: 900 },
      (_, at) => `2001:db8:1:${(at % 256).toString(16)}::/64`,
    )
    assert.equal(admitted(in56), 3 * 4, 'a /56 has the limit of four clients')
    const in48 = Array.from({ length: 900 }, (_, at) => `2001:db8:1:${(at * 64).toString(16)}::/64`)
    assert.equal(admitted(in48), 3 * 16 - 3 * 4, 'a /48 has the limit of sixteen clients')
    assert.equal(admitted(['2001:db8:2:0::/64']), 1, 'another /48 has a limit of its own')
    clock.advance(60_000)
    assert.equal(admitted(in56), 3 * 4)
  })

  it('reports the tier with the least left, and delays retries from other /64s', () => {
    const clock = createManualClock(0)
    const limits = { minute: 2, concurrency: 9 }
    const admit = createPublicAdmission(createNetworkLimits({ clock, limits }))
    const networkOf = (at: number) => `2001:db8:1:${at.toString(16)}::/64`
    for (let at = 0; at < 7; at += 1) admit(CALL, networkOf(at))
    assert.equal(admit(CALL, networkOf(7)).state.used.minute, 2, 'the /56 is exhausted')
    const delays = Array.from({ length: REJECTED_WITHOUT_DELAY + 1 }, (_, at) => {
      try {
        admit(CALL, networkOf(8 + at))
        return undefined
      } catch (error) {
        assert.ok(error instanceof PublicLimitExceeded)
        assert.equal(error.state.used.minute, 2)
        return error.delayMs
      }
    })
    assert.deepEqual(delays, [...Array<number>(REJECTED_WITHOUT_DELAY).fill(0), TARPIT_DELAY_MS])
  })
})
