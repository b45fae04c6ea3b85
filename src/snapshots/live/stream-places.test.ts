import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { createStreamPlaces } from './stream-places.ts'

it('gives out so many places in all and to each network, however they come and go', () => {
  const step = fc.record({ network: fc.nat(4).map(String), leaves: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const bounds = { inAll: 7, perNetwork: 3 }
      const take = createStreamPlaces(bounds)
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
