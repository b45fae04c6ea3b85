import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseQuery } from './parse-query.ts'

const parsed = (raw: string) => {
  const reading = parseQuery(raw)
  return 'value' in reading ? [...reading.value] : undefined
}

describe('parsing a query', () => {
  it('reads the output of URLSearchParams, in order', () => {
    const word = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 8 }), (pairs) => {
        const query = new URLSearchParams(pairs)
        const names = [...new Set(query.keys())]
        assert.deepEqual(
          parsed(query.toString()),
          names.map((name) => [name, query.getAll(name)]),
        )
      }),
    )
  })

  it('takes 128 parts and no more; empty ones do not count', () => {
    assert.equal(parsed(Array<string>(128).fill('a=1').join('&'))?.length, 1)
    assert.equal(parsed(Array<string>(129).fill('a=1').join('&')), undefined)
    assert.equal(parsed(`a=1${'&&&&a=1'.repeat(127)}`)?.length, 1)
  })

  it('skips empty pairs, and reads a name without a value as empty', () => {
    assert.deepEqual(parsed('&a=1&&b&'), [
      ['a', ['1']],
      ['b', ['']],
    ])
    assert.deepEqual(parsed('=1'), [['', ['1']]])
  })

  it('splits at & alone, and a value at its first = alone', () => {
    assert.deepEqual(parsed('a=1;b=2'), [['a', ['1;b=2']]])
    assert.deepEqual(parsed('a=1=2'), [['a', ['1=2']]])
  })

  it('treats the names of built-in properties like others', () => {
    assert.deepEqual(parsed('__proto__=1&constructor=2'), [
      ['__proto__', ['1']],
      ['constructor', ['2']],
    ])
  })

  it('rejects bad escapes, bytes that are not UTF-8, and control characters', () => {
    for (const raw of [
      'a=%',
      'a=%zz',
      'a=%ff',
      'a=%c0%80',
      'a=%ed%a0%80',
      'a=%00',
      '%0a=1',
      'a=%c2%85',
    ]) {
      assert.equal(parsed(raw), undefined, raw)
    }
  })
})
