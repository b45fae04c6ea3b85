import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMessage } from './read-message.ts'

const CARD = { cardId: '0', rank: 0 }
const SHAPE = {
  name: '',
  count: 0,
  final: false,
  card: CARD,
  cards: [CARD],
  products: { '': 0 },
  'perHour?unknown': 0,
}

describe('reading a message', () => {
  it('fills in scalars, lists and maps, and never a message', () => {
    assert.deepEqual(readMessage(SHAPE, { cards: [{}] }, true), {
      name: '',
      count: 0,
      final: false,
      cards: [{ cardId: '0', rank: 0 }],
      products: {},
      perHour: 0,
    })
    assert.deepEqual(readMessage({ card: CARD }, { card: {} }, true), { card: CARD })
  })

  it('fills in no speed that is unknown', () => {
    assert.deepEqual(readMessage({ 'perHour?unknown': 0 }, { unknown: 'gap' }, true), {
      unknown: 'gap',
    })
    assert.deepEqual(readMessage({ 'perHour?unknown': 0 }, { perHour: 7 }, true), { perHour: 7 })
  })

  it('leaves out what was left out, where that is wanted', () => {
    const message = { cards: [{ rank: 1 }], newer: { a: 1 } }
    assert.deepEqual(readMessage(SHAPE, message, false), message)
  })

  it('keeps fields of a newer server, and every name of a map', () => {
    const message: unknown = JSON.parse('{"newer":1,"products":{"__proto__":2}}')
    const read = readMessage({ products: { '': 0 } }, message, true)
    assert.equal(JSON.stringify(read), '{"products":{"__proto__":2},"newer":1}')
  })

  for (const [message, field] of [
    [null, '(message)'],
    [[], '(message)'],
    ['text', '(message)'],
    [{ cards: null }, '.cards'],
    [{ cards: {} }, '.cards'],
    [{ cards: [null] }, '.cards[0]'],
    [{ cards: [{}, { rank: null }] }, '.cards[1].rank'],
    [{ card: null }, '.card'],
    [{ name: { a: 1 } }, '.name'],
    [{ products: [] }, '.products'],
    [{ products: { 7: null } }, '.products.7'],
  ] as const) {
    it(`rejects ${JSON.stringify(message)}, filled or not`, () => {
      for (const fills of [true, false]) {
        assert.throws(
          () => readMessage(SHAPE, message, fills),
          (error: Error) => error instanceof TypeError && error.message.includes(` ${field} `),
        )
      }
    })
  }
})
