import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Board } from '../../../game/board.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import { HOUR_MS } from '../../../platform/time/time-units.ts'
import type { HistoryStore } from '../../history-store.ts'
import { encodeLiveEntry } from '../../live/encode-live-entry.ts'
import type { Prediction, PredictionQuery, RegionAccuracy } from '../../prediction.ts'
import { createPredictionHandlers } from './prediction-handlers.ts'

const START = 1_790_000_000_000
const END = START + 72 * HOUR_MS
const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const run: GameEvent = { region: 'jp', id: '2001', name: 'A', startsAtMs: START, endsAtMs: END }

function predictionAt(hours: number, more: Partial<Prediction> = {}): Prediction {
  return {
    board,
    startsAtMs: START,
    endsAtMs: END,
    madeAtMs: START + hours * HOUR_MS,
    snapshotMs: START + hours * HOUR_MS - 1_000,
    model: 'analogs',
    version: 1,
    pastRuns: 12,
    medianError: 0.0421,
    ranks: [
      { rank: 1, points: 500, value: 1_100, interval50: [1_000, 1_200], interval90: [900, 1_500] },
      { rank: 10, unknown: 'not_held' },
    ],
    ...more,
  }
}

const ACCURACY: RegionAccuracy = {
  region: 'jp',
  measuredAtMs: START,
  version: 1,
  latestStartMs: START,
  runs: 12,
  cells: [
    { share: 0.5, runs: 11, predictions: 44, medianError: 0.05, inside50: 0.5, inside90: 0.909 },
    { share: 0.5, rank: 1, runs: 11, predictions: 11, medianError: 0.1, inside50: 0, inside90: 1 },
    { share: 0.5, rank: 10, runs: 11, predictions: 9, medianError: 0.1, inside50: 0, inside90: 1 },
  ],
}

interface Scene {
  readonly hours: number
  readonly predictions?: readonly Prediction[]
  readonly runs?: readonly GameEvent[]
  /** Points of rank 1 in the last snapshot, and when it was fetched. */
  readonly last?: { readonly hours: number; readonly points: number }
}

function open({ hours, predictions = [], runs = [run], last = { hours, points: 600 } }: Scene) {
  const info = { fetchedAtMs: START + last.hours * HOUR_MS, ranks: [1, 10] }
  const store: Partial<HistoryStore> = {
    events: async () => runs,
    facts: async () => [],
    watches: async () => [],
    accuracy: async () => ACCURACY,
    snapshotInfo: async () => info,
    snapshot: async () => ({
      ...info,
      board,
      rows: [{ rank: 1, points: last.points, holders: [] }],
    }),
    predictions: async ({ fromMs, untilMs, order, max }: PredictionQuery) => {
      const found = predictions.filter(({ madeAtMs }) => madeAtMs >= fromMs && madeAtMs < untilMs)
      return (order === 'oldest first' ? found : found.toReversed()).slice(0, max)
    },
  }
  return createPredictionHandlers({
    store: store as HistoryStore,
    clock: { nowMs: () => START + hours * HOUR_MS },
  })
}

describe('the newest prediction', () => {
  it('has the requested ranks, and the accuracy of all and of these', async () => {
    const { newest } = open({ hours: 37, predictions: [predictionAt(20), predictionAt(36)] })
    const { message, fetchedAtMs } = await newest(board, { ranks: [1] })
    assert.deepEqual(message.prediction, {
      madeAt: String(START + 36 * HOUR_MS),
      snapshotAt: String(START + 36 * HOUR_MS - 1_000),
      endsAt: String(END),
      model: 'analogs',
      version: 1,
      pastRuns: 12,
      medianErrorPermille: 42,
      ranks: [
        {
          rank: 1,
          points: 500,
          value: 1_100,
          interval50: { low: 1_000, high: 1_200 },
          interval90: { low: 900, high: 1_500 },
        },
      ],
    })
    assert.deepEqual(
      message.accuracy?.map(({ rank, elapsedPercent, inside90Percent }) => [
        rank,
        elapsedPercent,
        inside90Percent,
      ]),
      [
        [undefined, 50, 91],
        [1, 50, 100],
      ],
    )
    assert.deepEqual([message.unknown, message.notWatched], [undefined, []])
    assert.equal(fetchedAtMs, START + 36 * HOUR_MS - 1_000)
  })

  it('names the ranks that are not watched', async () => {
    const { newest } = open({ hours: 37, predictions: [predictionAt(36)] })
    const { message } = await newest(board, { ranks: [1, 7] })
    assert.deepEqual(message.notWatched, [7])
    await assert.rejects(newest(board, { ranks: [7] }), { code: 'not_watched' })
  })

  it('is absent, with the reason, before enough is known and across a long gap', async () => {
    const unknownAt = async (scene: Scene) => {
      const { message } = await open(scene).newest(board, { ranks: [1] })
      assert.deepEqual(message.prediction, {})
      return message.unknown
    }
    assert.equal(await unknownAt({ hours: -1, last: { hours: -2, points: 0 } }), 'too_early')
    assert.equal(await unknownAt({ hours: 2 }), 'too_early')
    assert.equal(await unknownAt({ hours: 30 }), 'not_predicted')
    assert.equal(await unknownAt({ hours: 80 }), 'not_predicted')
    const predictions = [predictionAt(30)]
    assert.equal(await unknownAt({ hours: 32, predictions }), 'gap')
    const { message } = await open({ hours: 31.9, predictions }).newest(board, { ranks: [1] })
    assert.equal(message.unknown, undefined)
  })

  it('of a run that has ended is the last one, with what it was off by', async () => {
    const scene = { hours: 73, predictions: [predictionAt(71.9)] }
    const rankOf = async (more: Partial<Scene>) => {
      const { newest } = open({ ...scene, ...more })
      return (await newest(board, { ranks: [1] })).message.prediction?.ranks?.[0]
    }
    const ended = await rankOf({ last: { hours: 72, points: 1_000 } })
    assert.deepEqual([ended?.value, ended?.result, ended?.errorPermille], [1_100, 1_000, 100])
    const early = await rankOf({ last: { hours: 71.95, points: 1_000 } })
    assert.equal(early?.result, undefined, 'the last snapshot is from before the end')
    const nobody = await rankOf({ last: { hours: 72, points: 0 } })
    assert.deepEqual([nobody?.result, nobody?.errorPermille], [0, undefined])
  })

  it('for an end that was announced before an extension is not compared with the result', async () => {
    const before = predictionAt(60, { endsAtMs: END - 24 * HOUR_MS })
    const predictions = [before, predictionAt(71)]
    const { history } = open({ hours: 74, predictions, last: { hours: 72, points: 1_000 } })
    const { message } = await history(board, { ranks: [1], from: undefined })
    assert.deepEqual(
      message.predictions?.map(({ ranks }) => ranks?.[0]?.errorPermille),
      [undefined, 100],
    )
  })

  it('is that of the requested run', async () => {
    const second = { ...run, startsAtMs: END + HOUR_MS, endsAtMs: END + 48 * HOUR_MS }
    const scene = {
      hours: 100,
      runs: [second, run],
      predictions: [predictionAt(36), predictionAt(99)],
    }
    const madeAt = async (startsAt: number | undefined) => {
      const { message } = await open(scene).newest(board, { ranks: [1], startsAt })
      return (Number(message.prediction?.madeAt) - START) / HOUR_MS
    }
    assert.equal(await madeAt(START), 36)
    assert.equal(await madeAt(undefined), 99)
    await assert.rejects(madeAt(5), { code: 'not_found' })
  })
})

it('the history of predictions is read in pages of 2,000 values', async () => {
  const predictions = Array.from({ length: 400 }, (_, at) => predictionAt(6 + at / 8))
  const { history } = open({ hours: 60, predictions })
  const first = await history(board, { ranks: [1], from: undefined })
  assert.equal(first.message.predictions?.length, 333)
  const from = Number(first.message.nextFrom)
  assert.equal(from, predictions[333]?.madeAtMs)
  const second = await history(board, { ranks: [1], from })
  assert.deepEqual([second.message.predictions?.length, second.message.nextFrom], [67, '0'])
})

it('a prediction on the live stream has the form of the interface, with its board', () => {
  const { board: of, ...prediction } = predictionAt(36)
  const text = encodeLiveEntry({
    seq: 7,
    region: 'jp',
    atMs: START,
    liveEvent: { type: 'prediction', board: of, ...prediction },
  })
  assert.match(text, /^id: 7\nevent: prediction\ndata: \{"region":"jp",/)
  const data = JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '') as Record<string, unknown>
  assert.deepEqual(data['board'], { kind: 'event', id: '2001' })
  assert.equal(data['medianErrorPermille'], 42)
  assert.deepEqual((data['ranks'] as unknown[])[1], { rank: 10, unknown: 'not_held' })
})
