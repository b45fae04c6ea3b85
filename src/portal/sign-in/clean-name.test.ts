import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { name } from '../contract/shapes.ts'
import { cleanName } from './clean-name.ts'

describe('the name of a person', () => {
  it('is the first usable text', () => {
    assert.equal(cleanName(undefined, 7, '', ' \t ', 'Ann', 'Bob'), 'Ann')
    assert.equal(cleanName(undefined, ' '), undefined)
  })

  it('has no control characters, single spaces, and none at its ends', () => {
    assert.equal(cleanName(' \u0000Ann\r\n\tof\u2028 Kyoto\u007f '), 'Ann of Kyoto')
  })

  it('has no invisible characters, which would allow impersonation', () => {
    for (const hidden of '\u200b \u200d \u202e \u2066 \u00ad \u3164 \ufeff \ufe0f \u{e0041}'.split(
      ' ',
    )) {
      assert.equal(cleanName(`a${hidden}nn${hidden}`), 'ann')
    }
    assert.equal(cleanName('\u200b', '\u3164'), undefined)
  })

  it('is a valid developer name, also with a number appended, for any provider text', () => {
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
