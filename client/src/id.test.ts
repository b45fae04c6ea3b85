import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventId, playerId } from './generated/ids.ts'

describe('an id', () => {
  it('is the text of what it is converted from', () => {
    assert.equal(eventId('2004'), '2004')
    assert.equal(eventId(2004), '2004')
    assert.equal(playerId(1_820_000_000_000_000_002n), '1820000000000000002')
  })

  for (const value of ['', 'x', '1.5', '-1', ' 1', '1'.repeat(65), 1.5, -1, 2 ** 53, Number.NaN]) {
    it(`is never ${JSON.stringify(value)} (${typeof value})`, () => {
      assert.throws(
        () => eventId(value),
        /^TypeError: ".*" is not a valid EventId; it must be digits\.$/,
      )
    })
  }
})
