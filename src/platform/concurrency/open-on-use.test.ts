import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openOnUse } from './open-on-use.ts'

describe('a store that is opened on first use', () => {
  it('is opened once, by whoever is first', async () => {
    let opened = 0
    const { use } = openOnUse('The store', async () => ({
      at: (opened += 1),
      close: async () => {},
    }))
    assert.equal(opened, 0)
    const [one, other] = await Promise.all([use(), use()])
    assert.equal(one, other)
    assert.equal(opened, 1)
  })

  it('is opened again after a failed opening', async () => {
    const outcomes = [new Error('down'), undefined]
    const { use } = openOnUse('The store', async () => {
      const error = outcomes.shift()
      if (error !== undefined) throw error
      return { close: async () => {} }
    })
    await assert.rejects(use(), /down/)
    await use()
  })

  it('is closed in the middle of an opening that never ends by itself', async () => {
    let closed = 0
    const { use, close } = openOnUse('The store', (signal) => {
      const { promise, reject } = Promise.withResolvers<{ close(): Promise<void> }>()
      signal.addEventListener('abort', () => reject(new Error('ended')))
      return promise
    })
    const opening = assert.rejects(use(), /ended/)
    await close()
    await opening
    await assert.rejects(use(), /The store is closed/)
    const other = openOnUse('The store', async () => ({ close: async () => void (closed += 1) }))
    await other.use()
    await other.close()
    assert.equal(closed, 1)
  })
})
