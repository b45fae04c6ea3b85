import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { name } from '../contract/shapes.ts'
import { cleanName } from './clean-name.ts'

describe('the name of a person', () => {
  it('is the first text that has one in it', () => {
    assert.equal(cleanName(undefined, 7, '', ' \t ', 'Ann', 'Bob'), 'Ann')
    assert.equal(cleanName(undefined, ' '), undefined)
  })

  it('has no control characters, one space together, and none at its ends', () => {
    assert.equal(cleanName(' \u0000Ann\r\n\tof\u2028 Kyoto\u007f '), 'Ann of Kyoto')
  })

  it('is one that a developer can have, with a number behind it, whatever a provider says', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', minLength: 80, maxLength: 300 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const cleaned = cleanName(text)
        if (cleaned === undefined) return
        assert.ok(cleaned.isWellFormed())
        assert.ok(cleaned.length <= 90)
        assert.ok(Value.Check(name, `${cleaned} 12345678`), JSON.stringify(cleaned))
        assert.ok(Value.Check(name, cleaned), JSON.stringify(cleaned))
      }),
      { numRuns: 2_000 },
    )
  })
})
