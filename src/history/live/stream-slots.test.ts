import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { createStreamSlots } from './stream-slots.ts'

it('never exceeds the total limit and the limit per network', () => {
  const step = fc.record({ network: fc.nat(4).map(String), leaves: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const bounds = { inAll: 7, perNetwork: 3 }
      const take = createStreamSlots(bounds)
      const held = new Map<string, (() => void)[]>()
      for (const { network, leaves } of steps) {
        const own = held.get(network) ?? []
        held.set(network, own)
        const total = [...held.values()].flat().length
        if (leaves) own.pop()?.()
        else if (own.length === bounds.perNetwork) {
          assert.throws(() => take(network), { code: 'quota_exceeded' })
        } else if (total === bounds.inAll) {
          assert.throws(() => take(network), { code: 'unavailable' })
        } else own.push(take(network))
      }
    }),
  )
})

it('limits a /56 and a /48 of IPv6 to multiples of the limit of a /64', () => {
  const take = createStreamSlots({ inAll: 1_000, perNetwork: 6 })
  const taken = (networks: readonly string[]) => {
    let count = 0
    for (const network of networks) {
      try {
        take(network)
        count += 1
      } catch (error) {
        assert.equal((error as { code: string }).code, 'quota_exceeded')
      }
    }
    return count
  }
  const in48 = (at: number) => `2001:db8:1:${at.toString(16)}::/64`
  assert.equal(taken(Array.from({ length: 1_000 }, (_, at) => in48(at % 256))), 6 * 4)
  assert.equal(taken(Array.from({ length: 1_000 }, (_, at) => in48(at * 60))), 6 * 16 - 6 * 4)
})

it('reserves a tenth of all slots for networks without a stream', () => {
  const take = createStreamSlots({ inAll: 100, perNetwork: 30 })
  const left: (() => void)[] = []
  for (const network of ['a', 'b', 'c']) {
    for (let nth = 0; nth < 30; nth += 1) left.push(take(network))
  }
  take('d')
  assert.throws(() => take('d'), { code: 'unavailable' }, 'the network has a stream')
  for (const network of ['e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm']) take(network)
  assert.throws(() => take('n'), { code: 'unavailable' }, 'no slot is free')
  for (const leave of left.splice(0, 11)) leave()
  take('d')
})
