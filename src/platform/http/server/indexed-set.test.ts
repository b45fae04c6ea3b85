import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { IndexedSet, type Entry } from './indexed-set.ts'

describe('an indexed set', () => {
  it('contains what a Set would after any sequence of operations', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(9))), (steps) => {
        const items = Array.from({ length: 10 }, (): Entry => ({ place: -1 }))
        const activeSet = new IndexedSet<Entry>()
        const model = new Set<Entry>()
        for (const [adds, index] of steps) {
          const item = items[index] as Entry
          if (!adds) assert.equal(activeSet.delete(item), model.delete(item))
          else if (!model.has(item)) {
            activeSet.add(item)
            model.add(item)
          }
          assert.deepEqual(new Set(activeSet.list()), model)
          assert.equal(activeSet.size, model.size)
        }
      }),
    )
  })

  it('never deletes an item of another set', () => {
    const [one, other] = [{ place: -1 }, { place: -1 }]
    const [here, there] = [new IndexedSet(), new IndexedSet()]
    here.add(one)
    there.add(other)
    assert.equal(here.delete(other), false)
    assert.deepEqual([here.size, there.size, other.place], [1, 1, 0])
  })
})
