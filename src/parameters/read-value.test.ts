import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { digits, enumOrInt, int64, list, page, rank, text } from '../contract/kind.ts'
import { malformedValues } from '../../test/harness/malformed.ts'
import { readPathValue, readQueryValue } from './read-value.ts'

const read = (kind: Parameters<typeof readPathValue>[0], raw: string) => {
  const reading = readPathValue(kind, raw)
  return 'value' in reading ? reading.value : undefined
}

describe('reading an int64', () => {
  it('gives the canonical text of every 64-bit integer, however it is padded', () => {
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

  it('refuses every integer that does not fit, at once, however long', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 63n, max: 2n ** 80n }), (value) => {
        assert.equal(read(int64, String(value)), undefined)
        assert.equal(read(int64, String(-value - 1n)), undefined)
      }),
    )
    assert.equal(read(int64, '9'.repeat(10_000)), undefined)
    assert.equal(read(int64, `${'0'.repeat(10_000)}7`), '7')
  })

  it('has one zero', () => {
    for (const zero of ['0', '-0', '000', '-000']) assert.equal(read(int64, zero), '0')
  })
})

describe('reading any kind', () => {
  const kinds = [int64, digits, rank, page, text, enumOrInt(['A', 'B'])]

  it('refuses what is malformed', () => {
    for (const kind of kinds) {
      for (const bad of malformedValues(kind))
        assert.equal(read(kind, String(bad)), undefined, String(bad))
    }
  })

  it('takes any text without throwing, and reads its own value again as the same', () => {
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

describe('reading an enum', () => {
  const kind = enumOrInt(['NONE', 'SOME', 'MANY'])

  it('knows the n-th name by its number, and lets an unlisted int32 be', () => {
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

  it('does not take the names of other things', () => {
    for (const raw of ['some', 'toString', '__proto__', 'length'])
      assert.equal(read(kind, raw), undefined)
  })
})

describe('reading a list', () => {
  it('counts items before duplicates collapse', () => {
    const items = (count: number) => Array.from({ length: count }, () => '5')
    assert.deepEqual(readQueryValue(list(rank, { min: 1, max: 100 }), items(100)), { value: [5] })
    assert.ok('problem' in readQueryValue(list(rank, { min: 1, max: 100 }), items(101)))
    assert.ok('problem' in readQueryValue(list(rank, { min: 1, max: 100 }), []))
    assert.ok('value' in readQueryValue(list(rank, { min: 0, max: 100 }), []))
  })

  it('gives one value for every order where order has no meaning, and keeps it where it has', () => {
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
          assert.deepEqual(readQueryValue(ascending, raw), { value: sorted })
          assert.deepEqual(readPathValue(ascending, raw.toReversed().join(',')), { value: sorted })
          assert.deepEqual(readQueryValue(list(int64, { min: 1, max: 100 }), raw), { value: raw })
        },
      ),
    )
  })

  it('says which item is wrong', () => {
    const reading = readQueryValue(list(rank, { min: 1, max: 100 }), ['1', 'x'])
    assert.ok('problem' in reading && reading.problem.startsWith('Item 2: '))
  })

  it('takes commas in a path and repetition in a query, and neither the other way', () => {
    const kind = list(rank, { min: 1, max: 100 })
    assert.deepEqual(readPathValue(kind, '1,2'), { value: [1, 2] })
    assert.ok('problem' in readQueryValue(kind, ['1,2']))
  })
})
