import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createLowPriorityQueue } from './low-priority-queue.ts'

/** Creates a queue with named tasks, and a record of their results. */
function scene(queuedMax?: number) {
  const lowPriorityQueue = createLowPriorityQueue(queuedMax)
  const gone = new Set<string>()
  const seen: Record<string, string> = {}
  return {
    gone,
    seen,
    come: (...names: string[]) => {
      for (const name of names) {
        void lowPriorityQueue.enter(() => gone.has(name)).then((result) => (seen[name] = result))
      }
    },
  }
}

describe('the low-priority queue', () => {
  it('starts one task per event-loop iteration, in order', async () => {
    const { come, seen } = scene()
    const begun = () => Object.keys(seen).join('')
    come('a', 'b', 'c')
    assert.equal(begun(), '')
    for (const expected of ['a', 'ab', 'abc', 'abc']) {
      await turn()
      assert.equal(begun(), expected)
    }
    come('d')
    await turn()
    assert.equal(begun(), 'abcd', 'the queue continues after it was empty')
  })

  it('skips abandoned tasks without using an iteration', async () => {
    const { come, gone, seen } = scene()
    come('a', 'b', 'c', 'd')
    for (const name of ['a', 'c']) gone.add(name)
    await turn()
    assert.deepEqual({ ...seen }, { a: 'gone', b: 'now', c: 'gone' })
    await turn()
    assert.equal(seen['d'], 'now')
    gone.add('e')
    come('e')
    await turn()
    come('f')
    await turn()
    assert.deepEqual(
      [seen['e'], seen['f']],
      ['gone', 'now'],
      'the queue continues after all had left',
    )
  })

  it('rejects tasks when full, not counting abandoned ones', async () => {
    const { come, gone, seen } = scene(3)
    come('a', 'b', 'c', 'd')
    await Promise.resolve()
    assert.deepEqual({ ...seen }, { d: 'full' })
    gone.add('b')
    come('e', 'f')
    await turn()
    assert.deepEqual({ ...seen }, { a: 'now', b: 'gone', d: 'full', f: 'full' })
    await turn()
    await turn()
    assert.deepEqual([seen['c'], seen['e']], ['now', 'now'])
  })
})
