import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { chartOrder } from './chart-order-for-tests.ts'
import { createPainter } from './create-painter.ts'
import { createPictures } from './create-pictures.ts'

const ORDER = chartOrder({ snapshots: 2 })
const PICTURE = new Uint8Array([1, 2, 3])

/** A painter whose processes draw when they are told to. */
function scene() {
  const clock = createManualClock(0)
  const processes: { drawn: PromiseWithResolvers<Uint8Array>[]; ended: boolean; spent: boolean }[] =
    []
  const faults: unknown[] = []
  const start = () => {
    const one = { drawn: [] as PromiseWithResolvers<Uint8Array>[], ended: false, spent: false }
    processes.push(one)
    return {
      draw: () => {
        const drawn = Promise.withResolvers<Uint8Array>()
        one.drawn.push(drawn)
        return drawn.promise
      },
      isSpent: () => one.spent,
      end: () => void (one.ended = true),
    }
  }
  const painter = createPainter(start, clock, (error) => void faults.push(error))
  return { clock, processes, faults, painter }
}

describe('the painter', () => {
  it('has no process before somebody asks, and none a minute after the last one has', async () => {
    const { clock, processes, painter } = scene()
    clock.advance(600_000)
    assert.equal(processes.length, 0)
    const drawing = painter.draw(ORDER)
    await turn()
    processes[0]?.drawn[0]?.resolve(PICTURE)
    assert.equal(await drawing, PICTURE)
    clock.advance(59_999)
    assert.equal(processes[0]?.ended, false)
    clock.advance(1)
    assert.equal(processes[0].ended, true)
    assert.equal(clock.pending, 0)
  })

  it('draws one picture at a time, and refuses more than can wait', async () => {
    const { processes, painter } = scene()
    const drawings = Array.from({ length: 17 }, () => painter.draw(ORDER))
    await assert.rejects(painter.draw(ORDER), { code: 'unavailable', retryAfterS: 2 })
    for (let at = 0; at < 17; at += 1) {
      await turn()
      assert.equal(processes[0]?.drawn.length, at + 1)
      processes[0].drawn[at]?.resolve(PICTURE)
    }
    assert.equal((await Promise.all(drawings)).length, 17)
    assert.equal(processes.length, 1)
  })

  it('ends a process that hangs, one that dies, and one that holds too much, and goes on with another', async () => {
    const { clock, processes, faults, painter } = scene()
    const hung = painter.draw(ORDER)
    const next = painter.draw(ORDER)
    await turn()
    clock.advance(5_000)
    await assert.rejects(hung, { code: 'unavailable', retryAfterS: 5 })
    assert.equal(processes[0]?.ended, true)
    await turn()
    processes[1]?.drawn[0]?.reject(new Error('It has died.'))
    await assert.rejects(next, { code: 'unavailable' })
    assert.equal(faults.length, 2)
    const full = painter.draw(ORDER)
    await turn()
    if (processes[2] !== undefined) processes[2].spent = true
    processes[2]?.drawn[0]?.resolve(PICTURE)
    assert.equal(await full, PICTURE)
    assert.deepEqual(
      processes.map(({ ended }) => ended),
      [true, true, true],
    )
    assert.equal(clock.pending, 0)
  })

  it('refuses what is drawn when it is closed, and all that comes after', async () => {
    const { processes, faults, painter } = scene()
    const drawing = painter.draw(ORDER)
    const waiting = painter.draw(ORDER)
    await turn()
    painter.close()
    assert.equal(processes[0]?.ended, true)
    processes[0].drawn[0]?.reject(new Error('It was ended.'))
    await assert.rejects(drawing, { code: 'unavailable' })
    await assert.rejects(waiting, { code: 'unavailable' })
    await assert.rejects(painter.draw(ORDER), { code: 'unavailable' })
    assert.deepEqual([processes.length, faults.length], [1, 0])
  })
})

describe('the pictures', () => {
  it('are drawn once for all who ask at one time, and kept for who comes after', async () => {
    let drawn = 0
    const give = createPictures(async () => {
      drawn += 1
      await turn()
      return new Uint8Array(1_000)
    }, 10_000)
    const [one, other] = await Promise.all([give(ORDER, 'a'), give(ORDER, 'a')])
    assert.equal(one, other)
    assert.equal(await give(ORDER, 'a'), one)
    assert.equal(drawn, 1)
    for (const tag of ['b', 'c', 'd', 'e', 'f', 'g']) await give(ORDER, tag)
    await give(ORDER, 'a')
    assert.equal(drawn, 8, 'the oldest went for the newest')
  })

  it('are not kept when they could not be drawn', async () => {
    let fails = true
    const give = createPictures(
      () => (fails ? Promise.reject(new Error('No.')) : Promise.resolve(PICTURE)),
      1_000,
    )
    await assert.rejects(give(ORDER, 'a'))
    fails = false
    assert.equal(await give(ORDER, 'a'), PICTURE)
  })
})
