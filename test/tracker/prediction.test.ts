import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChartLine } from '../../web/tracker/chart/chart-props.ts'
import { topOf } from '../../web/tracker/chart/plot/draw-bands.ts'
import { findStops, readValues } from '../../web/tracker/chart/read-chart.ts'
import { bandsOf } from '../../web/tracker/predictions/prediction-bands.ts'
import {
  newerOf,
  parsePrediction,
  parsePredictionNow,
} from '../../web/tracker/predictions/prediction.ts'

const message = {
  madeAt: '1000',
  snapshotAt: '900',
  endsAt: '5000',
  model: 'analogs',
  pastRuns: 12,
  medianErrorPermille: 42,
  ranks: [
    {
      rank: 1,
      points: 100,
      value: 500,
      interval50: { low: 450, high: 550 },
      interval90: { low: 400, high: 700 },
    },
    { rank: 10, unknown: 'not_held' },
  ],
} as const
const lines: readonly ChartLine[] = [1, 10].map((rank) => ({
  key: String(rank),
  label: `Rank ${rank}`,
  rank,
  color: 0,
  points: [{ atMs: 900, points: 100 }],
}))

describe('a prediction', () => {
  it('has estimates, and reasons for the other ranks', () => {
    const { prediction, unknown } = parsePredictionNow({
      prediction: { ...message, ranks: [...message.ranks] },
    })
    assert.equal(unknown, undefined)
    assert.equal(prediction?.medianError, 0.042)
    assert.deepEqual(prediction.estimates.get(1)?.interval90, [400, 700])
    assert.equal(prediction.estimates.get(1)?.error, undefined)
    assert.deepEqual([...prediction.unknown], [[10, 'not_held']])
  })

  it('is absent with its reason', () => {
    const parsed = parsePredictionNow({ prediction: {}, unknown: 'gap' })
    assert.deepEqual(parsed, { prediction: undefined, unknown: 'gap' })
  })

  it('has an error of 0 where the interface omits it beside a result', () => {
    const ranks = [{ ...message.ranks[0], result: 500 }]
    assert.equal(parsePrediction({ ...message, ranks }).estimates.get(1)?.error, 0)
    const off = [{ ...message.ranks[0], result: 400, errorPermille: 250 }]
    assert.equal(parsePrediction({ ...message, ranks: off }).estimates.get(1)?.error, 0.25)
  })

  it('of the stream replaces an older one only', () => {
    const loaded = { prediction: parsePrediction({ ...message, ranks: [] }), unknown: undefined }
    const textAt = (madeAt: number) => JSON.stringify({ ...message, madeAt: String(madeAt) })
    assert.equal(newerOf(loaded, textAt(2_000)).prediction?.madeAtMs, 2_000)
    assert.equal(newerOf(loaded, textAt(500)), loaded)
    assert.equal(newerOf(undefined, textAt(500)).prediction?.madeAtMs, 500)
  })
})

describe('the band of a prediction', () => {
  const prediction = parsePrediction({ ...message, ranks: [...message.ranks] })

  it('leads from the snapshot to the end, and has earlier predictions for the same end', () => {
    const past = [
      parsePrediction({ ...message, snapshotAt: '300', ranks: [...message.ranks] }),
      parsePrediction({ ...message, snapshotAt: '400', endsAt: '4000', ranks: [...message.ranks] }),
    ]
    const [band, ...others] = bandsOf(prediction, lines, past)
    assert.deepEqual(others, [], 'rank 10 is not predicted')
    assert.deepEqual(
      [band?.key, band?.fromMs, band?.fromPoints, band?.untilMs],
      ['1', 900, 100, 5_000],
    )
    assert.deepEqual(
      band?.past.map(({ atMs }) => atMs),
      [300],
    )
  })

  it('is within the axis as far as the visible part reaches', () => {
    const bands = bandsOf(prediction, lines)
    assert.equal(topOf(bands, 5_000), 700)
    assert.equal(topOf(bands, 9_000), 700)
    assert.equal(topOf(bands, 900 + 4_100 / 2), 400)
    assert.equal(topOf(bands, 900), 0)
    assert.equal(topOf([], 5_000), 0)
  })

  it('can be read at the end', () => {
    const bands = bandsOf(prediction, lines)
    assert.deepEqual(findStops(lines, [], 900, bands), [900, 5_000])
    const [first, tenth] = readValues(lines, [], 5_000, bands)
    assert.equal(first?.band?.value, 500)
    assert.deepEqual([first?.point, tenth?.point, tenth?.band], [undefined, undefined, undefined])
    assert.equal(readValues(lines, [], 900, bands)[0]?.point?.points, 100)
  })
})
