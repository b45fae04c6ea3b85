import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Board } from '../../src/game/board.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import type { Prediction, RegionAccuracy } from '../../src/history/prediction.ts'
import {
  acquireLease,
  newBoard,
  snapshotAt,
  START_MS,
  type HistoryStoreUnderTest,
} from './history-under-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Contract of every history store for predictions and their accuracy. */
export function historyPredictionsContract(
  name: string,
  open: () => Promise<HistoryStoreUnderTest>,
): void {
  describe(`predictions (${name})`, () => {
    let test: HistoryStoreUnderTest
    let store: HistoryStore
    before(async () => {
      test = await open()
      store = test.store
    })
    after(() => test.close())

    const predictionAt = (board: Board, minutes: number): Prediction => ({
      board,
      startsAtMs: START_MS,
      endsAtMs: START_MS + 72 * HOUR,
      madeAtMs: START_MS + minutes * MINUTE,
      snapshotMs: START_MS + minutes * MINUTE - 5_000,
      model: 'analogs',
      version: 1,
      pastRuns: 3,
      ...(minutes % 2 === 0 && { medianError: 0.042 }),
      ranks: [
        { rank: 1, points: 10, value: 100, interval50: [90, 120], interval90: [60, 180] },
        { rank: 2, unknown: 'not_held' },
      ],
    })
    const record = async (...predictions: readonly Prediction[]) =>
      store.record(
        predictions.map(({ board, snapshotMs }) =>
          snapshotAt(board, (snapshotMs - START_MS) / MINUTE, { 1: 10 }),
        ),
        predictions.map((prediction) => ({
          region: 'jp',
          atMs: prediction.madeAtMs,
          liveEvent: { type: 'prediction', ...prediction },
        })),
        await acquireLease(store),
      )
    const read = (board: Board, more = {}) =>
      test.other.predictions({
        board,
        fromMs: START_MS,
        untilMs: START_MS + 100 * HOUR,
        order: 'oldest first',
        max: 100,
        ...more,
      })

    it('are stored with their live entries, and read in either order within bounds', async () => {
      const [board, other] = [newBoard(), newBoard()]
      const made = [15, 30, 46].map((minutes) => predictionAt(board, minutes))
      await record(...made, predictionAt(other, 20))
      assert.deepEqual(await read(board), made)
      assert.deepEqual(await read(other), [predictionAt(other, 20)])
      assert.deepEqual(await read(newBoard()), [])
      const newest = { order: 'newest first', max: 2 }
      assert.deepEqual(await read(board, newest), made.toReversed().slice(0, 2))
      const range = { fromMs: START_MS + 30 * MINUTE, untilMs: START_MS + 46 * MINUTE }
      assert.deepEqual(await read(board, range), made.slice(1, 2))
      const { entries } = await store.liveAfter('jp', (await store.newestLive()) - 1, 10)
      assert.deepEqual(entries[0]?.liveEvent, { type: 'prediction', ...predictionAt(other, 20) })
    })

    it('are stored once, whatever is written again', async () => {
      const board = newBoard()
      await record(predictionAt(board, 15))
      await record(predictionAt(board, 15))
      assert.equal((await read(board)).length, 1)
    })

    it('of older runs are one per step of the retention, and none beyond it', async () => {
      const board = newBoard()
      const minutes = [14, 29, 44, 59, 74, 89, 300, 315]
      await record(...minutes.map((minute) => predictionAt(board, minute)))
      const lease = await acquireLease(store)
      const minutesLeft = async () =>
        (await read(board)).map(({ madeAtMs }) => (madeAtMs - START_MS) / MINUTE)
      // Hours begin at minute 46 and 106.
      assert.equal((START_MS + 46 * MINUTE) % HOUR, 0)
      const raw = { rawMs: 200 * MINUTE, stepMs: HOUR, keptMs: 0, liveMs: 1e12, playersMs: 0 }
      while (await store.downsample(raw, START_MS + 320 * MINUTE, lease));
      assert.deepEqual(await minutesLeft(), [14, 59, 300, 315])
      const kept = { ...raw, keptMs: 200 * MINUTE }
      while (await store.downsample(kept, START_MS + 320 * MINUTE, lease));
      assert.deepEqual(await minutesLeft(), [300, 315])
    })

    it('have one accuracy per region', async () => {
      const accuracy = (runs: number): RegionAccuracy => ({
        region: 'kr',
        measuredAtMs: START_MS,
        version: 1,
        latestStartMs: START_MS,
        runs,
        cells: [
          { share: 0.5, runs, predictions: 9, medianError: 0.05, inside50: 0.5, inside90: 0.9 },
          {
            share: 0.5,
            rank: 10,
            runs,
            predictions: 5,
            medianError: 0.1,
            inside50: 0,
            inside90: 1,
          },
        ],
      })
      assert.equal(await store.accuracy('kr'), undefined)
      const lease = await acquireLease(store)
      await store.putAccuracy(accuracy(5), lease)
      await store.putAccuracy(accuracy(6), lease)
      assert.deepEqual(await test.other.accuracy('kr'), accuracy(6))
      assert.equal(await store.accuracy('tw'), undefined)
      await store.releaseLease(lease)
      await assert.rejects(store.putAccuracy(accuracy(7), lease), { name: 'LeaseLost' })
    })
  })
}
