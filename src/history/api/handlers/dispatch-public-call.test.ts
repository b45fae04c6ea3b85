import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextLoopIteration } from 'node:timers/promises'
import type { PublicClient } from '../public-content.ts'
import type { PublicPermit } from '../public-flow-values.ts'
import { createPublicDispatcher } from './dispatch-public-call.ts'

const CLIENT: PublicClient = {
  signal: new AbortController().signal,
  encoding: undefined,
  known: [],
  lastEventId: undefined,
  network: '',
}
const permitOf = (eventId: string) =>
  ({
    call: { operation: 'public.event.cutoffs', region: 'jp', arguments: { eventId } },
  }) as unknown as PublicPermit

/** Creates a dispatcher whose reads finish when the test resolves them. */
function setUp(readsMax: number) {
  const reads: PromiseWithResolvers<never>[] = []
  const answer = () => {
    const waiting = Promise.withResolvers<never>()
    reads.push(waiting)
    return waiting.promise
  }
  return { reads, read: createPublicDispatcher(answer, readsMax) }
}

describe('createPublicDispatcher', () => {
  it('coalesces equal concurrent requests, and reads again for a later one', async () => {
    const { reads, read } = setUp(1)
    const [one, other] = [read(permitOf('1'), CLIENT), read(permitOf('1'), CLIENT)]
    await nextLoopIteration()
    assert.equal(reads.length, 1)
    reads[0]?.resolve('answer' as never)
    assert.deepEqual(await Promise.all([one, other]), ['answer', 'answer'])
    void read(permitOf('1'), CLIENT)
    await nextLoopIteration()
    assert.equal(reads.length, 2)
  })

  it('reads separately for other encodings and other cached tags', async () => {
    const { reads, read } = setUp(3)
    void read(permitOf('1'), CLIENT)
    void read(permitOf('1'), { ...CLIENT, encoding: 'gzip' })
    void read(permitOf('1'), { ...CLIENT, known: ['a'] })
    void read(permitOf('1'), { ...CLIENT, known: ['a'] })
    await nextLoopIteration()
    assert.equal(reads.length, 3)
  })

  it('bounds concurrent reads, and starts a queued one when another ends or fails', async () => {
    const { reads, read } = setUp(2)
    const failing = read(permitOf('1'), CLIENT)
    void read(permitOf('2'), CLIENT)
    const third = read(permitOf('3'), CLIENT)
    const again = read(permitOf('4'), CLIENT)
    await nextLoopIteration()
    assert.equal(reads.length, 2)
    reads[0]?.reject(new Error('The store is down.'))
    await assert.rejects(failing, /down/)
    await nextLoopIteration()
    assert.equal(reads.length, 3)
    reads[2]?.resolve('third' as never)
    assert.equal(await third, 'third')
    await nextLoopIteration()
    assert.equal(reads.length, 4)
    reads[3]?.resolve('fourth' as never)
    assert.equal(await again, 'fourth')
  })

  it('rejects at once when the queue is full, and accepts the call later', async () => {
    const { reads, read } = setUp(1)
    const waiting = Array.from({ length: 17 }, (_, index) => read(permitOf(String(index)), CLIENT))
    await assert.rejects(read(permitOf('more'), CLIENT), { code: 'unavailable', retryAfterS: 1 })
    for (let index = 0; index < waiting.length; index += 1) {
      await nextLoopIteration()
      reads[index]?.resolve('answer' as never)
    }
    assert.equal((await Promise.all(waiting)).length, 17)
    void read(permitOf('more'), CLIENT)
    await nextLoopIteration()
    assert.equal(reads.length, 18)
  })
})
