import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { malformedValues } from '../../../test/harness/malformed.ts'
import { choice, time } from '../parameter-kind.ts'
import { board, run } from '../../game/parameter-kinds.ts'
import { splitRunReference, formatRunReference } from '../../history/api/run-reference.ts'
import { STEP_NAMES, STEPS } from '../../history/api/time-steps.ts'
import { BOARD_KINDS } from '../../game/board.ts'
import { REGIONS } from '../../game/region.ts'
import { parseScalar } from './parse-value.ts'

const region = fc.constantFrom(...REGIONS)
const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const timeMs = fc.integer({ min: 0, max: 999_999_999_999_999 })

describe('a time', () => {
  it('equals its milliseconds, with or without leading zeros', () => {
    fc.assert(
      fc.property(timeMs, fc.nat({ max: 20 }), (ms, zeros) => {
        const text = '0'.repeat(zeros) + String(ms)
        assert.deepEqual(parseScalar(time, text), { value: ms })
      }),
    )
  })
})

describe('a reference to a run', () => {
  it('has one canonical text, which splits into the same parts', () => {
    fc.assert(
      fc.property(
        region,
        id,
        fc.option(timeMs, { nil: undefined }),
        fc.nat({ max: 3 }),
        (where, event, startsAtMs, zeros) => {
          const reference = { region: where, id: event, startsAtMs }
          const written = formatRunReference(reference)
          const padded = written.replace(/([:@]-?)/g, `$1${'0'.repeat(zeros)}`)
          assert.deepEqual(parseScalar(run, padded), { value: written })
          assert.deepEqual(splitRunReference(written), reference)
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
      assert.deepEqual(parseScalar(choice(STEP_NAMES), name), { value: name })
    }
  })
})

describe('a malformed value', () => {
  for (const kind of [time, run, board, choice(STEP_NAMES)]) {
    it(`is rejected as ${kind.kind} without being repeated`, () => {
      for (const text of malformedValues(kind) as readonly string[]) {
        const reading = parseScalar(kind, text)
        assert.ok('problem' in reading, text)
        // A value that occurs in the fixed text by chance is no leak.
        const isOurs = text.length < 4 || (BOARD_KINDS as readonly string[]).includes(text)
        assert.ok(isOurs || !reading.problem.includes(text), reading.problem)
      }
      fc.assert(
        fc.property(fc.string(), (text) => {
          const reading = parseScalar(kind, text)
          assert.ok('problem' in reading || text.length > 0)
        }),
      )
    })
  }
})
