import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UsageError } from '../output/explain-error.ts'
import { readName } from './name-argument.ts'

describe('a name at the command line', () => {
  it('is taken without the spaces around it, whatever script it is in', () => {
    assert.equal(readName('  月の時計 👨‍👩‍👧 ', '--developer'), '月の時計 👨‍👩‍👧')
    assert.equal(readName('x'.repeat(100), '--name'), 'x'.repeat(100))
  })

  it('is refused when it is empty, too long, or holds what nobody sees', () => {
    const hidden = [
      '\n',
      '\u0000',
      '\u009f',
      '\u2028',
      '\u2029',
      '\u200b',
      '\u202e',
      '\ufeff',
      '\ud800',
    ]
    for (const text of ['', '  ', 'x'.repeat(101), ...hidden.map((one) => `an${one}n`)]) {
      assert.throws(() => readName(text, '--name'), UsageError, JSON.stringify(text))
    }
  })
})
