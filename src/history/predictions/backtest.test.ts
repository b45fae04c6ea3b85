import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestedPrediction } from './backtest.ts'
import { accuracyOf, backtestRun } from './backtest.ts'
import {
  accuracyRows,
  accuracyTexts,
  backtestGenerator,
  GENERATORS,
} from './backtests-for-tests.ts'
import { LEVEL_MODEL } from './models-for-tests.ts'
import { createRunCurves } from './run-curves.ts'
import { demoRuns, TEST_RANKS } from './runs-for-tests.ts'

const SEEDS = [1, 2, 3]

function accuracy(tested: readonly TestedPrediction[]) {
  return accuracyOf(tested) ?? assert.fail('nothing was predicted')
}

for (const name of ['demo', 'wild'] as const) {
  describe(`predictions of the ${name} generator's runs, each from the runs before it`, () => {
    const tested = backtestGenerator(name, { seeds: SEEDS })

    it('have intervals that contain as many results as they say', (test) => {
      const { inside50, inside90, predictions } = accuracy(tested)
      for (const [share, ...texts] of accuracyRows(tested, ({ share: one }) => one)) {
        test.diagnostic(`${name}, ${share} of the run: ${texts.join(', ')}`)
      }
      assert.ok(predictions > 1_000, `${predictions}`)
      assert.ok(inside90 >= 0.85 && inside90 <= 0.95, `${inside90} in the 90 % interval`)
      assert.ok(inside50 >= 0.42 && inside50 <= 0.58, `${inside50} in the 50 % interval`)
    })

    it('are better than those of other models', (test) => {
      const others = {
        'shape scaling': tested,
        'rate of the last day': backtestGenerator(name, { seeds: SEEDS, model: 'rate' }),
        'level of past results': backtestGenerator(name, { seeds: SEEDS, model: LEVEL_MODEL }),
      }
      const errors = Object.entries(others).map(([model, predictions]) => {
        // The rate is not known at a tenth of a run.
        const late = accuracy(predictions.filter(({ share }) => share >= 0.25))
        test.diagnostic(`${name}, ${model}: ${accuracyTexts(late).join(', ')}`)
        return late.medianError
      })
      assert.equal(Math.min(...errors), errors[0])
    })
  })
}

it('the generators have the shapes that they promise', () => {
  const runs = GENERATORS.wild(1, 60)
  assert.ok(new Set(runs.map(({ startsAtMs, endsAtMs }) => endsAtMs - startsAtMs)).size >= 5)
  for (const what of [
    runs.filter(({ endsAtMs, firstEndsAtMs }) => endsAtMs > firstEndsAtMs),
    runs.filter(({ maintenance }) => maintenance.length > 0),
    runs.filter(({ series }) => series.length < TEST_RANKS.length),
    runs.filter(({ series }) => series.at(-1)?.points[0]?.points === undefined),
  ]) {
    assert.ok(what.length >= 3 && what.length < 60, `${what.length}`)
  }
})

it('a prediction of the past knows nothing of what came after it', () => {
  const records = demoRuns(5, 14)
  const runs = records.map(createRunCurves)
  const [run] = runs.slice(-2)
  assert.ok(run !== undefined)
  const all = backtestRun(run, runs, { ranks: [10], shares: [0.4] })
  const before = backtestRun(run, runs.slice(0, 12), { ranks: [10], shares: [0.4] })
  assert.equal(all.length, 1)
  assert.deepEqual(all, before)
})
