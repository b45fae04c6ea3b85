import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { PublicClient } from '../../contract/public/public-content.ts'
import type { PublicPermit } from '../../contract/public/public-flow-values.ts'
import { createPublicRead } from './create-public-read.ts'

const CLIENT: PublicClient = {
  gone: new AbortController().signal,
  encoding: undefined,
  known: [],
  lastEventId: undefined,
  network: '',
}
const permitOf = (eventId: string) =>
  ({
    call: { operation: 'public.event.cutoffs', region: 'jp', arguments: { eventId } },
  }) as unknown as PublicPermit

/** A stage that waits to be told what to answer. */
function scene(readsMax: number) {
  const reads: PromiseWithResolvers<never>[] = []
  const answer = () => {
    const waiting = Promise.withResolvers<never>()
    reads.push(waiting)
    return waiting.promise
  }
  return { reads, read: createPublicRead(answer, readsMax) }
}

describe('reading for public requests', () => {
  it('is one for equal requests at one time, and one more for who comes behind', async () => {
    const { reads, read } = scene(1)
    const [one, other] = [read(permitOf('1'), CLIENT), read(permitOf('1'), CLIENT)]
    await turn()
    assert.equal(reads.length, 1)
    reads[0]?.resolve('answer' as never)
    assert.deepEqual(await Promise.all([one, other]), ['answer', 'answer'])
    void read(permitOf('1'), CLIENT)
    await turn()
    assert.equal(reads.length, 2)
  })

  it('is one more for who wants other bytes of it, or none', async () => {
    const { reads, read } = scene(3)
    void read(permitOf('1'), CLIENT)
    void read(permitOf('1'), { ...CLIENT, encoding: 'gzip' })
    void read(permitOf('1'), { ...CLIENT, known: ['a'] })
    void read(permitOf('1'), { ...CLIENT, known: ['a'] })
    await turn()
    assert.equal(reads.length, 3)
  })

  it('is for so many at one time, and for who waits in line when one of them is over, even by failing', async () => {
    const { reads, read } = scene(2)
    const failing = read(permitOf('1'), CLIENT)
    void read(permitOf('2'), CLIENT)
    const third = read(permitOf('3'), CLIENT)
    const again = read(permitOf('4'), CLIENT)
    await turn()
    assert.equal(reads.length, 2)
    reads[0]?.reject(new Error('The store is away.'))
    await assert.rejects(failing, /away/)
    await turn()
    assert.equal(reads.length, 3)
    reads[2]?.resolve('third' as never)
    assert.equal(await third, 'third')
    await turn()
    assert.equal(reads.length, 4)
    reads[3]?.resolve('fourth' as never)
    assert.equal(await again, 'fourth')
  })

  it('refuses at once where the line is full, and forgets what it has refused', async () => {
    const { reads, read } = scene(1)
    const waiting = Array.from({ length: 17 }, (_, index) => read(permitOf(String(index)), CLIENT))
    await assert.rejects(read(permitOf('more'), CLIENT), { code: 'unavailable', retryAfterS: 1 })
    for (let index = 0; index < waiting.length; index += 1) {
      await turn()
      reads[index]?.resolve('answer' as never)
    }
    assert.equal((await Promise.all(waiting)).length, 17)
    void read(permitOf('more'), CLIENT)
    await turn()
    assert.equal(reads.length, 18)
  })
})
