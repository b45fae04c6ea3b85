import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Board } from '../../src/game/board.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import {
  newBoard,
  snapshotAt,
  START_MS,
  acquireLease,
  type HistoryStoreUnderTest,
} from './history-under-test.ts'

const MINUTE = 60_000

/** Tests that a history store records anomalies of snapshots and stores their data unchanged. */
export function anomalyContract(name: string, open: () => Promise<HistoryStoreUnderTest>): void {
  describe(`anomalies in the ${name} history store`, () => {
    let test: HistoryStoreUnderTest
    let store: HistoryStore
    before(async () => {
      test = await open()
      store = test.store
    })
    after(() => test.close())

    const read = (board: Board, ranks: readonly number[] = [1, 2, 3], more = {}) =>
      store.anomalies({ board, ranks, fromMs: 0, untilMs: 4e12, max: 100, ...more })
    const minute = (atMs: number) => (atMs - START_MS) / MINUTE

    it('are recorded when points fall, once per fall, and the data is stored as reported', async () => {
      const board = newBoard()
      const lease = await acquireLease(store)
      const polls = [
        { 1: 100, 2: 50, 3: 10 },
        { 1: 90, 2: 50, 3: 11 },
        { 1: 90, 2: null, 3: 12 },
        { 1: 95, 2: 40, 3: 5 },
      ]
      for (const [at, points] of polls.entries()) {
        await store.record([snapshotAt(board, at, points)], [], lease)
      }
      const { anomalies, omitted } = await read(board)
      assert.deepEqual(
        anomalies.map(({ atMs, ...one }) => ({ minute: minute(atMs), ...one })),
        [
          { minute: 1, kind: 'points_fell', rank: 1, before: 100, after: 90 },
          { minute: 3, kind: 'points_fell', rank: 3, before: 12, after: 5 },
        ],
      )
      assert.equal(omitted, 0)
      assert.deepEqual((await read(board, [2])).anomalies, [])
      const later = await read(board, [1, 3], { fromMs: START_MS + 2 * MINUTE })
      assert.deepEqual(
        later.anomalies.map(({ rank }) => rank),
        [3],
      )
      const limited = await read(board, [1, 3], { max: 1 })
      assert.deepEqual([limited.anomalies.length, limited.omitted], [1, 1])
      const stored = await store.snapshot(board, START_MS + MINUTE)
      assert.deepEqual(
        stored?.rows.map(({ rank, points }) => [rank, points]),
        [
          [1, 90],
          [2, 50],
          [3, 11],
        ],
      )
      await store.releaseLease(lease)
    })

    it('are not recorded when the next run starts with fewer points', async () => {
      const board = newBoard()
      const lease = await acquireLease(store)
      const runs = [0, 10].map((start) => ({
        region: board.region,
        id: board.id,
        name: 'x',
        startsAtMs: START_MS + start * MINUTE,
        endsAtMs: START_MS + (start + 9) * MINUTE,
      }))
      await store.putEvents(runs, lease)
      for (const [at, points] of [
        [1, 100],
        [11, 5],
        [12, 4],
      ] as const) {
        await store.record([snapshotAt(board, at, { 1: points })], [], lease)
      }
      const { anomalies } = await read(board)
      assert.deepEqual(
        anomalies.map(({ atMs, before: points }) => [minute(atMs), points]),
        [[12, 5]],
      )
      await store.releaseLease(lease)
    })

    it('name the ranks whose holder belongs to another region', async () => {
      const board = newBoard()
      const lease = await acquireLease(store)
      const result = { ...snapshotAt(board, 0, { 1: 7, 2: 6 }), wrongRegionRanks: [2] }
      await store.record([result], [], lease)
      assert.deepEqual((await read(board)).anomalies, [
        { atMs: START_MS, kind: 'wrong_region', rank: 2, before: undefined, after: 6 },
      ])
      await store.releaseLease(lease)
    })

    it('are limited to 1,000 per run, and counted beyond that', async () => {
      const board = newBoard()
      const lease = await acquireLease(store)
      const ranks = Array.from({ length: 60 }, (_, place) => place + 1)
      const falls = 18
      for (let at = 0; at <= falls; at += 1) {
        const points = Object.fromEntries(ranks.map((rank) => [rank, 1_000 - at]))
        await store.record([snapshotAt(board, at, points)], [], lease)
      }
      const all = await read(board, ranks, { max: 2_000 })
      assert.deepEqual([all.anomalies.length, all.omitted], [1_000, ranks.length * falls - 1_000])
      await store.releaseLease(lease)
    })

    it('are deleted with the history that exceeds the retention', async () => {
      const board = newBoard()
      const lease = await acquireLease(store)
      for (const [at, points] of [9, 8, 7].entries()) {
        await store.record([snapshotAt(board, at, { 1: points })], [], lease)
      }
      const retention = { rawMs: 1, stepMs: 1_000, keptMs: 1, liveMs: 1, playersMs: 0 }
      while (await store.downsample(retention, START_MS + 2 * MINUTE, lease));
      assert.deepEqual(
        (await read(board)).anomalies.map(({ atMs }) => minute(atMs)),
        [2],
      )
      await store.releaseLease(lease)
    })
  })
}
