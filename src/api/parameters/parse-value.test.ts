import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { digits, enumOrInt, int64, list, page, rank, text } from '../parameter-kind.ts'
import { malformedValues } from '../../../test/harness/malformed.ts'
import { parsePathValue, parseQueryValue } from './parse-value.ts'

const read = (kind: Parameters<typeof parsePathValue>[0], raw: string) => {
  const reading = parsePathValue(kind, raw)
  return 'value' in reading ? reading.value : undefined
}

describe('parsing an int64', () => {
  it('returns the canonical text of every 64-bit integer, however it is padded', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.nat(40),
        (value, zeros) => {
          const sign = value < 0n ? '-' : ''
          const padded = `${sign}${'0'.repeat(zeros)}${String(value).replace('-', '')}`
          assert.equal(read(int64, padded), String(value))
        },
      ),
    )
  })

  it('rejects every integer that does not fit, of any length, immediately', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 63n, max: 2n ** 80n }), (value) => {
        assert.equal(read(int64, String(value)), undefined)
        assert.equal(read(int64, String(-value - 1n)), undefined)
      }),
    )
    assert.equal(read(int64, '9'.repeat(10_000)), undefined)
    assert.equal(read(int64, `${'0'.repeat(10_000)}7`), '7')
  })

  it('normalizes zero', () => {
    for (const zero of ['0', '-0', '000', '-000']) assert.equal(read(int64, zero), '0')
  })
})

describe('parsing any kind', () => {
  const kinds = [int64, digits, rank, page, text, enumOrInt(['A', 'B'])]

  it('rejects malformed values', () => {
    for (const kind of kinds) {
      for (const bad of malformedValues(kind))
        assert.equal(read(kind, String(bad)), undefined, String(bad))
    }
  })

  it('accepts any text without throwing, and parses its own output to the same value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string({ unit: 'binary' }), (kind, raw) => {
        const value = read(kind, raw) as string | number | undefined
        const again = value === undefined ? undefined : read(kind, String(value))
        assert.equal(again, value)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('parsing an enum', () => {
  const kind = enumOrInt(['NONE', 'SOME', 'MANY'])

  it('maps the number n to the n-th name, and keeps an unlisted int32', () => {
    for (const [raw, value] of [
      ['SOME', 'SOME'],
      ['1', 'SOME'],
      ['-0', 'NONE'],
      ['02', 'MANY'],
      ['3', 3],
      ['-1', -1],
      ['2147483647', 2_147_483_647],
    ] as const) {
      assert.equal(read(kind, raw), value)
    }
  })

  it('rejects names that are not listed', () => {
    for (const raw of ['some', 'toString', '__proto__', 'length'])
      assert.equal(read(kind, raw), undefined)
  })
})

describe('reading a list', () => {
  it('counts items before duplicates collapse', () => {
    const items = (count: number) => Array.from({ length: count }, () => '5')
    assert.deepEqual(parseQueryValue(list(rank, { min: 1, max: 100 }), items(100)), { value: [5] })
    assert.ok('problem' in parseQueryValue(list(rank, { min: 1, max: 100 }), items(101)))
    assert.ok('problem' in parseQueryValue(list(rank, { min: 1, max: 100 }), []))
    assert.ok('value' in parseQueryValue(list(rank, { min: 0, max: 100 }), []))
  })

  it('sorts the items where order has no meaning, and keeps the order elsewhere', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), {
          minLength: 1,
          maxLength: 100,
        }),
        (ids) => {
          const raw = ids.map(String)
          const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1)).map(String)
          const ascending = list(int64, { min: 1, max: 100, order: 'ascending' })
          assert.deepEqual(parseQueryValue(ascending, raw), { value: sorted })
          assert.deepEqual(parsePathValue(ascending, raw.toReversed().join(',')), { value: sorted })
          assert.deepEqual(parseQueryValue(list(int64, { min: 1, max: 100 }), raw), { value: raw })
        },
      ),
    )
  })

  it('names the invalid item', () => {
    const reading = parseQueryValue(list(rank, { min: 1, max: 100 }), ['1', 'x'])
    assert.ok('problem' in reading && reading.problem.startsWith('Item 2: '))
  })

  it('takes commas in a path only, and repetition in a query only', () => {
    const kind = list(rank, { min: 1, max: 100 })
    assert.deepEqual(parsePathValue(kind, '1,2'), { value: [1, 2] })
    assert.ok('problem' in parseQueryValue(kind, ['1,2']))
  })
})
