import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BELL_MAX } from '../../web/shared/preferences/preferences.ts'
import {
  compareRules,
  dueRules,
  RULES_MAX,
  withRule,
  type BellRule,
} from '../../web/tracker/bell/bell-rules.ts'
import { parseStoredRules, rulesOfRun, withRunRules } from '../../web/tracker/bell/stored-rules.ts'

const HOUR_MS = 3_600_000
const POINTS: BellRule = { kind: 'points', rank: 100, points: 500 }
const LEFT: BellRule = { kind: 'left', hours: 3 }

describe('the rules of the bell', () => {
  it('are due when the rank has the points, or when no more time is left', () => {
    const due = (points: number, hours: number, rank = 100) =>
      dueRules([POINTS, LEFT], [{ rank, points }], hours * HOUR_MS)
    assert.deepEqual(due(499, 3.01), [])
    assert.deepEqual(due(500, 3.01), [POINTS])
    assert.deepEqual(due(499, 3), [LEFT])
    assert.deepEqual(due(900, 9, 99), [], 'another rank')
    assert.deepEqual(dueRules([POINTS], [], 0), [], 'no player')
  })

  it('are there once each, and bounded', () => {
    assert.deepEqual(withRule([POINTS, LEFT], { ...POINTS }), [LEFT, POINTS])
    const many = Array.from({ length: 50 }, (_, nth): BellRule => ({ kind: 'left', hours: nth }))
    const rules = many.reduce(withRule, [] as readonly BellRule[])
    assert.deepEqual(rules, many.slice(-RULES_MAX))
  })

  it('are listed by rank and points, then the ones that are due first', () => {
    const early: BellRule = { ...LEFT, hours: 12 }
    const more: BellRule = { ...POINTS, points: 900 }
    const top: BellRule = { ...POINTS, rank: 1, points: 2_000 }
    const listed = [LEFT, more, early, top, POINTS].toSorted(compareRules)
    assert.deepEqual(listed, [top, POINTS, more, early, LEFT])
  })

  it('are stored by run until they are removed or the run has ended', () => {
    const one = { run: 'jp:1@5', untilMs: 100, rules: [POINTS] }
    const other = { run: 'jp:2@5', untilMs: 200, rules: [LEFT, POINTS] }
    const text = withRunRules(withRunRules('', one, 50), other, 50)
    assert.deepEqual(parseStoredRules(text), [one, other])
    assert.deepEqual(rulesOfRun(text, 'jp:2@5'), [LEFT, POINTS])
    assert.deepEqual(rulesOfRun(text, 'jp:3@5'), [])
    assert.deepEqual(parseStoredRules(withRunRules(text, { ...other, rules: [LEFT] }, 100)), [
      { ...other, rules: [LEFT] },
    ])
    assert.equal(withRunRules(text, { ...other, rules: [] }, 100), '')
  })

  it('are stored in bounded length, the latest runs first to stay', () => {
    const rules = Array.from({ length: RULES_MAX }, (_, nth): BellRule => {
      return { kind: 'points', rank: 100_000 + nth, points: 9_000_000_000 + nth }
    })
    let text = ''
    for (let nth = 0; nth < 20; nth += 1) {
      text = withRunRules(text, { run: `jp:${nth}@5`, untilMs: 100, rules }, 0)
      assert.ok(text.length <= BELL_MAX)
      assert.deepEqual(rulesOfRun(text, `jp:${nth}@5`), rules)
    }
  })

  it('ignore what is stored and is not a rule', () => {
    for (const text of ['', '{', '7', 'null', '[7,null,["a"]]', '[["a","b",[]]]']) {
      assert.deepEqual(parseStoredRules(text), [], text)
    }
    const stored = [
      POINTS,
      null,
      7,
      { kind: 'left' },
      { kind: 'left', hours: '3' },
      { ...LEFT, x: 1 },
    ]
    assert.deepEqual(rulesOfRun(JSON.stringify([['a', 9, stored]]), 'a'), [POINTS])
  })
})
