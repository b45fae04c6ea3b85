import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { malformedValues } from '../../test/harness/malformed.ts'
import { board, choice, run, time } from '../contract/kind.ts'
import { splitRun, writeRun } from '../contract/public/run-reference.ts'
import { STEP_NAMES, STEPS } from '../contract/public/steps.ts'
import { BOARD_KINDS } from '../domain/board.ts'
import { REGIONS } from '../domain/region.ts'
import { readScalar } from './read-value.ts'

const region = fc.constantFrom(...REGIONS)
const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const timeMs = fc.integer({ min: 0, max: 999_999_999_999_999 })

describe('a time', () => {
  it('is the milliseconds that were written, with or without zeros in front', () => {
    fc.assert(
      fc.property(timeMs, fc.nat({ max: 20 }), (ms, zeros) => {
        const text = '0'.repeat(zeros) + String(ms)
        assert.deepEqual(readScalar(time, text), { value: ms })
      }),
    )
  })
})

describe('a reference to a run', () => {
  it('is read as the one text that stands for it, and taken apart again', () => {
    fc.assert(
      fc.property(
        region,
        id,
        fc.option(timeMs, { nil: undefined }),
        fc.nat({ max: 3 }),
        (where, event, startsAtMs, zeros) => {
          const reference = { region: where, id: event, startsAtMs }
          const written = writeRun(reference)
          const padded = written.replace(/([:@]-?)/g, `$1${'0'.repeat(zeros)}`)
          assert.deepEqual(readScalar(run, padded), { value: written })
          assert.deepEqual(splitRun(written), reference)
        },
      ),
    )
  })
})

describe('a step', () => {
  it('is one of the names, each longer than the one before it', () => {
    const lengths = STEP_NAMES.map((name) => STEPS[name])
    assert.deepEqual(
      lengths,
      lengths.toSorted((one, other) => one - other),
    )
    for (const name of STEP_NAMES) {
      assert.deepEqual(readScalar(choice(STEP_NAMES), name), { value: name })
    }
  })
})

describe('what is none of these', () => {
  for (const kind of [time, run, board, choice(STEP_NAMES)]) {
    it(`is refused as ${kind.kind}, in words that do not repeat it`, () => {
      for (const text of malformedValues(kind) as readonly string[]) {
        const reading = readScalar(kind, text)
        assert.ok('problem' in reading, text)
        // Words of its own it may say, whoever wrote them.
        const isOurs = text.length < 4 || (BOARD_KINDS as readonly string[]).includes(text)
        assert.ok(isOurs || !reading.problem.includes(text), reading.problem)
      }
      fc.assert(
        fc.property(fc.string(), (text) => {
          const reading = readScalar(kind, text)
          assert.ok('problem' in reading || text.length > 0)
        }),
      )
    })
  }
})
