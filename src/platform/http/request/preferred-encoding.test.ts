import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { ENCODINGS } from '../content/content-encoding.ts'
import { preferredEncoding } from './preferred-encoding.ts'

const CASES: readonly (readonly [header: string | undefined, encoding: string | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZip, Deflate', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd, gzip', 'zstd'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br; q=0.5 ,\tgzip ; q=0.501', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'zstd'],
  ['identity', undefined],
  ['identity, gzip;q=0.9', undefined],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0, *;q=0', undefined],
  ['gzip;q=0', undefined],
  ['gzip;q=2, zstd;q=0.2', 'zstd'],
  ['gzip;level=9, zstd;q=0.2', 'zstd'],
  ['deflate, compress', undefined],
  [',,gzip,,', 'gzip'],
]

for (const [header, encoding] of CASES) {
  it(`prefers ${encoding ?? 'the plain body'} for ${JSON.stringify(header)}`, () => {
    assert.equal(preferredEncoding(header), encoding)
  })
}

it('accepts any header, and never returns an encoding of weight 0', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (header) => {
      const encoding = preferredEncoding(header)
      assert.ok(encoding === undefined || ENCODINGS.includes(encoding))
    }),
  )
  const weight = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1')
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...ENCODINGS), weight)), (parts) => {
      const last = new Map(parts)
      const encoding = preferredEncoding(parts.map((part) => part.join('')).join(', '))
      if (encoding !== undefined) assert.notEqual(last.get(encoding), ';q=0')
      else assert.ok([...last.values()].every((value) => value === ';q=0'))
    }),
  )
})
