import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBackSeat } from './create-back-seat.ts'

describe('work in the back seat', () => {
  it('begins one piece in each turn of the event loop, in the order in which it was asked for', async () => {
    const backSeat = createBackSeat()
    const begun: string[] = []
    for (const name of ['a', 'b', 'c']) void backSeat.turn().then(() => begun.push(name))
    assert.equal(begun.join(''), '')
    for (const expected of ['a', 'ab', 'abc', 'abc']) {
      await turn()
      assert.equal(begun.join(''), expected)
    }
    void backSeat.turn().then(() => begun.push('d'))
    await turn()
    assert.equal(begun.join(''), 'abcd', 'the line goes on after it was empty')
  })
})
