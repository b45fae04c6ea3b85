import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Roster, type Entry } from './roster.ts'

describe('a roster', () => {
  it('holds what a set would hold, whatever is added and deleted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(9))), (steps) => {
        const items = Array.from({ length: 10 }, (): Entry => ({ place: -1 }))
        const roster = new Roster<Entry>()
        const model = new Set<Entry>()
        for (const [adds, index] of steps) {
          const item = items[index] as Entry
          if (!adds) assert.equal(roster.delete(item), model.delete(item))
          else if (!model.has(item)) {
            roster.add(item)
            model.add(item)
          }
          assert.deepEqual(new Set(roster.list()), model)
          assert.equal(roster.size, model.size)
        }
      }),
    )
  })

  it('lets nothing of another roster be deleted', () => {
    const [one, other] = [{ place: -1 }, { place: -1 }]
    const [here, there] = [new Roster(), new Roster()]
    here.add(one)
    there.add(other)
    assert.equal(here.delete(other), false)
    assert.deepEqual([here.size, there.size, other.place], [1, 1, 0])
  })
})
