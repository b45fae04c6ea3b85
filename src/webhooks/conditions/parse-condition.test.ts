import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseConditions } from './parse-condition.ts'

function problemOf(...texts: readonly string[]): string {
  const parsed = parseConditions(texts)
  assert.ok(typeof parsed === 'string')
  return parsed
}

describe('conditions as text', () => {
  it('have their values in order, of which a tab may be absent', () => {
    const texts = [
      'event.started',
      'cutoff.passed:1000:1500000',
      'announcement.published',
      'announcement.published:EVENT,BUG',
      'announcement.published::OPENING_EVENTS',
    ]
    const type = 'announcement.published'
    assert.deepEqual(parseConditions(texts), [
      { type: 'event.started' },
      { type: 'cutoff.passed', rank: 1_000, points: 1_500_000 },
      { type, categories: [] },
      { type, categories: ['EVENT', 'BUG'] },
      { type, categories: [], tab: 'OPENING_EVENTS' },
    ])
  })

  it('are refused with the form that is expected', () => {
    const refused = [
      'event.started:1',
      'cutoff.passed:1000',
      'cutoff.passed:0:5',
      'cutoff.passed:1:2:3',
      'announcement.published:NEWS',
      'announcement.published::NEWS',
    ]
    for (const text of refused) assert.match(problemOf(text), /^Write /, text)
    assert.match(problemOf('no.such'), /^Unknown condition "no.such"/)
    assert.match(problemOf(), /^Give 1 to 20/)
  })
})
