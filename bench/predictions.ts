import process from 'node:process'
import { predictRun } from '../src/history/predictions/predict-run.ts'
import { createRunCurves } from '../src/history/predictions/run-curves.ts'
import { demoRuns } from '../src/history/predictions/runs-for-tests.ts'
import { DAY_MS } from '../src/platform/time/time-units.ts'
import { formatTable, quantiles, report } from './report.ts'

// Measures a prediction of 10 ranks from 50 past runs, as the prediction thread makes one every
// quarter of an hour.
const [RUNS, ROUNDS] = [50, 60]

const records = demoRuns(1, RUNS + 1).map((record) => ({
  ...record,
  series: record.series.flatMap((one) => [one, { ...one, rank: one.rank * 2 }]),
}))
const past = records.slice(0, RUNS).map(createRunCurves)
const [current] = records.slice(RUNS)
if (current === undefined) throw new Error('There is no run to predict.')
const run = createRunCurves({ ...current, endsAtMs: current.endsAtMs + 3 * DAY_MS })
const ranks = current.series.map(({ rank }) => rank)
const times = Array.from({ length: ROUNDS }, () => {
  const before = process.cpuUsage()
  predictRun(run, past, { ranks, nowMs: current.endsAtMs })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
})
const at = quantiles(times.slice(ROUNDS / 3))
const [firstMs = Number.NaN] = times
report(
  formatTable([
    [`${ranks.length} ranks from ${RUNS} runs`, 'CPU ms'],
    ['first prediction of a process', firstMs.toFixed(1)],
    ['median', at(0.5).toFixed(1)],
    ['p99', at(0.99).toFixed(1)],
  ]),
  { firstMs, medianMs: at(0.5), p99Ms: at(0.99) },
)
