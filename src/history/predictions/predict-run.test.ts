import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { createRunCurves, curvesUntil, type RunRecord } from './run-curves.ts'
import type { RankPrediction } from '../prediction.ts'
import { predictRun } from './predict-run.ts'
import { demoRuns, wildRuns } from './runs-for-tests.ts'

const START_MS = Date.UTC(2026, 0, 5, 6)

/** A shape: points as a share of the result, by the share of the run. */
type Shape = (share: number) => number

const steady: Shape = (share) => share
/** Most points come at the end, and more of them in the afternoon than at night. */
const rushing: Shape = (share) => 0.4 * share + 0.6 * share ** 4

interface RunOptions {
  readonly run?: number
  readonly days?: number
  readonly shape?: Shape
  readonly results?: Readonly<Record<number, number>>
}

/** Creates a run without noise. */
function recordOf({
  run = 0,
  days = 6,
  shape = rushing,
  results = { 1: 1e6, 100: 1e5 },
}: RunOptions) {
  const startsAtMs = START_MS + run * 10 * DAY_MS
  const endsAtMs = startsAtMs + days * DAY_MS
  const series = Object.entries(results).map(([rank, result]) => ({
    rank: Number(rank),
    points: Array.from({ length: days * 24 + 1 }, (_, hour) => ({
      atMs: startsAtMs + hour * HOUR_MS,
      points: Math.round(result * shape(hour / (days * 24))),
    })),
  }))
  return { startsAtMs, endsAtMs, series, maintenance: [] } satisfies RunRecord
}

/** Predicts a run some hours after its start. */
function predictAt(
  record: RunRecord,
  hours: number,
  past: readonly RunRecord[],
  ranks: readonly number[] = record.series.map(({ rank }) => rank),
) {
  const run = curvesUntil(createRunCurves(record), hours)
  const nowMs = record.startsAtMs + hours * HOUR_MS
  return predictRun(run, past.map(createRunCurves), { ranks, nowMs })
}

function known(prediction: RankPrediction | undefined) {
  assert.ok(prediction !== undefined && !('unknown' in prediction), JSON.stringify(prediction))
  return prediction
}

const near = (value: number, expected: number, share = 0.01) =>
  assert.ok(Math.abs(value / expected - 1) <= share, `${value}, not ${expected}`)

describe('a prediction from past runs', () => {
  const past = [0, 1, 2, 3].map((run) =>
    recordOf({ run, results: { 1: 9e5 + run * 1e5, 100: 1e5 } }),
  )

  it('is exact where the runs have one shape, whatever their size', () => {
    for (const hours of [12, 50, 100, 140]) {
      const current = recordOf({ run: 9, results: { 1: 3e6, 100: 5e4 } })
      const { ranks, pastRuns, model } = predictAt(current, hours, past)
      assert.deepEqual([model, pastRuns], ['analogs', 4])
      near(known(ranks[0]).value, 3e6)
      near(known(ranks[1]).value, 5e4)
    }
  })

  it('is right for runs of other lengths and starts with the same shape', () => {
    const mixed = [5, 6, 7, 8].map((days, run) =>
      recordOf({ run, days, results: { 1: 1e6 * days } }),
    )
    const current = recordOf({ run: 9, days: 9, results: { 1: 3e6 } })
    for (const hours of [54, 108, 200])
      near(known(predictAt(current, hours, mixed).ranks[0]).value, 3e6, 0.04)
  })

  it('estimates a rank that past runs did not have from its neighbors', () => {
    const others = past.map((run) => ({
      ...run,
      series: run.series.map((one) => ({ ...one, rank: one.rank === 1 ? 10 : 1_000 })),
    }))
    near(known(predictAt(recordOf({ run: 9 }), 70, others).ranks[1]).value, 1e5)
    assert.deepEqual(predictAt(recordOf({ run: 9 }), 70, others).ranks[0], {
      rank: 1,
      unknown: 'no_past_run',
    })
  })

  it('follows an extension: the same points end higher', () => {
    const record = recordOf({ run: 9 })
    const run = curvesUntil(createRunCurves(record), 100)
    const nowMs = record.startsAtMs + 100 * HOUR_MS
    const options = { ranks: [1], nowMs }
    const before = known(predictRun(run, past.map(createRunCurves), options).ranks[0])
    const longer = curvesUntil(createRunCurves(record), 100, run.length + 24)
    const after = known(predictRun(longer, past.map(createRunCurves), options).ranks[0])
    assert.ok(after.value > before.value * 1.1, `${before.value}, then ${after.value}`)
  })

  it('is the same for tied ranks', () => {
    const tied = { 1: 1e6, 2: 1e6, 100: 1e5 }
    const runs = [0, 1, 2].map((run) => recordOf({ run, results: tied }))
    const { ranks } = predictAt(recordOf({ run: 9, results: tied }), 70, runs)
    assert.deepEqual({ ...ranks[0], rank: 2 }, ranks[1])
  })
})

describe('no prediction', () => {
  const past = [0, 1, 2].map((run) => recordOf({ run }))
  const current = recordOf({ run: 9 })
  const reasonsAt = (hours: number, nowHours = hours) => {
    const run = curvesUntil(createRunCurves(current), hours)
    const nowMs = current.startsAtMs + nowHours * HOUR_MS
    const { ranks } = predictRun(run, past.map(createRunCurves), { ranks: [1, 100], nowMs })
    return ranks.map((one) => ('unknown' in one ? one.unknown : 'known'))
  }

  it('is made early in a run', () => assert.deepEqual(reasonsAt(7), ['too_early', 'too_early']))

  it('is made while the newest snapshot is old, and is made again after the gap', () => {
    assert.deepEqual(reasonsAt(60, 62), ['known', 'known'])
    assert.deepEqual(reasonsAt(60, 63), ['gap', 'gap'])
    assert.deepEqual(reasonsAt(70), ['known', 'known'])
  })

  it('is made at the end', () => {
    assert.deepEqual(reasonsAt(143.9), ['known', 'known'])
    assert.deepEqual(reasonsAt(144), ['ended', 'ended'])
  })

  it('is made of a rank that nobody holds, or that has no points yet', () => {
    const series = current.series.map(({ rank, points }) => ({
      rank,
      points: points.map((point) => ({ ...point, points: rank === 1 ? undefined : 0 })),
    }))
    const { ranks } = predictAt({ ...current, series }, 70, past, [1, 100, 5])
    assert.deepEqual(
      ranks.map((one) => ('unknown' in one ? one.unknown : 'known')),
      ['not_held', 'too_early', 'not_held'],
    )
  })
})

describe('the first run of all', () => {
  it('continues at its rate, at the activity of each hour', () => {
    const record = recordOf({ shape: steady })
    assert.deepEqual(predictAt(record, 20, []).ranks[0], { rank: 1, unknown: 'too_early' })
    const { model, pastRuns, medianError, ranks } = predictAt(record, 72, [])
    assert.deepEqual([model, pastRuns, medianError], ['rate', 0, undefined])
    const { interval90, interval50, value } = known(ranks[0])
    assert.ok(interval90[0] < 1e6 && 1e6 < interval90[1])
    assert.ok(interval90[0] < interval50[0] && interval50[0] < value)
    assert.ok(value < interval50[1] && interval50[1] < interval90[1])
  })
})

describe('for any history', () => {
  const histories = fc.record({
    seed: fc.integer({ min: 1, max: 1_000 }),
    runs: fc.integer({ min: 0, max: 11 }),
    share: fc.double({ min: 0.02, max: 0.999, noNaN: true }),
    isWild: fc.boolean(),
  })
  const make = ({ seed, runs, isWild }: { seed: number; runs: number; isWild: boolean }) => {
    const records = (isWild ? wildRuns : demoRuns)(seed, runs + 1)
    return { past: records.slice(0, -1), current: records.at(-1) ?? assert.fail() }
  }
  const at = (current: RunRecord, share: number) =>
    (share * (current.endsAtMs - current.startsAtMs)) / HOUR_MS

  it('the result is never below the points of now, nor outside its intervals', () => {
    fc.assert(
      fc.property(histories, ({ share, ...rest }) => {
        const { past, current } = make(rest)
        for (const one of predictAt(current, at(current, share), past).ranks) {
          if ('unknown' in one) continue
          const { points, value, interval50, interval90 } = one
          const order = [points, interval90[0], interval50[0], value, interval50[1], interval90[1]]
          assert.ok(order.every(Number.isFinite), JSON.stringify(one))
          for (const [place, bound] of order.entries()) {
            assert.ok(bound >= (order[place - 1] ?? 0) - 1e-6, JSON.stringify(one))
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  it('does not depend on the unit of points', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 2, max: 1_000 }), ({ share, ...rest }, factor) => {
        const { past, current } = make(rest)
        const scaled = (run: RunRecord) => ({
          ...run,
          series: run.series.map(({ rank, points }) => ({
            rank,
            points: points.map(({ atMs, points: value }) => ({
              atMs,
              points: value === undefined ? undefined : value * factor,
            })),
          })),
        })
        const hours = at(current, share)
        const plain = predictAt(current, hours, past).ranks
        const other = predictAt(scaled(current), hours, past.map(scaled)).ranks
        for (const [place, one] of plain.entries()) {
          if ('unknown' in one) assert.deepEqual(other[place], one)
          else near(known(other[place]).value, one.value * factor, 1e-9)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('more data never widens the interval of runs without noise', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 1e5, max: 1e8 }), { minLength: 13, maxLength: 13 }),
        fc.double({ min: 1, max: 3, noNaN: true }),
        (runs, sizes, power) => {
          const shape: Shape = (share) => share ** power
          const records = sizes
            .slice(0, runs + 1)
            .map((size, run) => recordOf({ run, shape, results: { 1: size * 100 } }))
          const [current, ...past] = records.toReversed()
          assert.ok(current !== undefined)
          let width = Number.POSITIVE_INFINITY
          for (let hours = 10; hours < 144; hours += 7) {
            const { value, interval90 } = known(predictAt(current, hours, past).ranks[0])
            const [low, high] = interval90
            // Points are rounded, which is all that the intervals of many runs contain.
            assert.ok(
              high - low <= width * 1.01 + value * 0.002,
              `${hours} h: ${high - low} after ${width}`,
            )
            width = high - low
          }
        },
      ),
      { numRuns: 15 },
    )
  })

  it('survives spikes, falls and holes', () => {
    fc.assert(
      fc.property(
        histories,
        fc.array(fc.nat(200), { maxLength: 10 }),
        ({ share, ...rest }, places) => {
          const { past, current } = make(rest)
          const series = current.series.map(({ rank, points }) => ({
            rank,
            points: points.map((point, place) =>
              places.includes(place) ? { ...point, points: place % 2 === 0 ? 0 : 9e15 } : point,
            ),
          }))
          for (const one of predictAt({ ...current, series }, at(current, share), past).ranks) {
            if ('unknown' in one) continue
            assert.ok(Number.isFinite(one.value) && one.value >= one.points, JSON.stringify(one))
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})
