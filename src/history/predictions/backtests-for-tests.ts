import { HOUR_MS } from '../../platform/time/time-units.ts'
import type { PastAccuracy } from '../prediction.ts'
import { accuracyOf, backtestRun, type BacktestOptions, type TestedPrediction } from './backtest.ts'
import { createRunCurves } from './run-curves.ts'
import { demoRuns, TEST_RANKS, wildRuns, type TestRun } from './runs-for-tests.ts'

/** The generators of runs, by name. */
export const GENERATORS = { demo: demoRuns, wild: wildRuns } as const

/** The name of a generator. */
export type GeneratorName = keyof typeof GENERATORS

/** Runs of a generated history, of which the first ones are only known, not predicted. */
const RUNS = { all: 36, known: 12 }

/** Predicts the runs of generated histories, each from the runs before it. */
export function backtestGenerator(
  name: GeneratorName,
  { seeds, model }: { readonly seeds: readonly number[] } & Pick<BacktestOptions, 'model'>,
): readonly TestedPrediction[] {
  return seeds.flatMap((seed) => {
    const records = GENERATORS[name](seed, RUNS.all)
    const runs = records.map(createRunCurves)
    return records.slice(RUNS.known).flatMap((record, at) => {
      const run = runs[RUNS.known + at]
      if (run === undefined) return []
      const expectedLength = expectedLengthOf(record)
      const options = { ranks: TEST_RANKS, expectedLength, ...(model && { model }) }
      return backtestRun(run, runs, options)
    })
  })
}

/** Returns how long a run was expected to last, by the hours since its start. */
export function expectedLengthOf(record: TestRun): (hours: number) => number {
  const { startsAtMs, endsAtMs, firstEndsAtMs, extendedAtMs } = record
  return (hours) =>
    ((startsAtMs + hours * HOUR_MS < extendedAtMs ? firstEndsAtMs : endsAtMs) - startsAtMs) /
    HOUR_MS
}

/** Returns accuracies as rows of text, by a key of the predictions. */
export function accuracyRows(
  tested: readonly TestedPrediction[],
  keyOf: (one: TestedPrediction) => number,
): readonly (readonly [key: number, ...texts: string[]])[] {
  const keys = [...new Set(tested.map(keyOf))].toSorted((one, other) => one - other)
  return keys.flatMap((key) => {
    const accuracy = accuracyOf(tested.filter((one) => keyOf(one) === key))
    return accuracy === undefined ? [] : [[key, ...accuracyTexts(accuracy)] as const]
  })
}

/** Returns the median error and both coverages as percentages. */
export function accuracyTexts({ medianError, inside50, inside90 }: PastAccuracy): string[] {
  return [
    `${(100 * medianError).toFixed(1)} %`,
    `${(100 * inside50).toFixed(0)} %`,
    `${(100 * inside90).toFixed(0)} %`,
  ]
}
