import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Board } from '../../src/game/board.ts'
import type { Gap, HistoryStore, Point, PollResult } from '../../src/history/history-store.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import {
  createModel,
  gapsOfModel,
  pointsOfModel,
  recordInModel,
  snapshotOfModel,
  downsampleModel,
  type HistoryModel,
} from './history-model.ts'
import {
  failureAt,
  newBoard,
  snapshotAt,
  START_MS,
  acquireLease,
  watchBoard,
  type HistoryStoreUnderTest,
} from './history-under-test.ts'

const RANKS = [1, 2, 3, 10]
const END_MS = START_MS + 1e10
const NO_LIVE = { liveMs: 1e12, playersMs: 0 }

/** Contract of reads of every history store: exactly the recorded data, for every query. */
export function historyReadingContract(
  name: string,
  open: () => Promise<HistoryStoreUnderTest>,
): void {
  describe(`reading the ${name} history store`, () => {
    let test: HistoryStoreUnderTest
    let store: HistoryStore
    before(async () => {
      test = await open()
      ;({ store } = test)
    })
    after(() => test.close())

    const record = async (...results: readonly PollResult[]) =>
      store.record(results, [], await acquireLease(store))
    const pointsOf = async (board: Board, rank: number) => {
      const range = { fromMs: 0, untilMs: END_MS, stepMs: 0, snapshotsMax: 1_000 }
      const { series } = await test.other.series({ board, ranks: [rank], ...range })
      return series[0]?.points.map(({ atMs, points }) => [(atMs - START_MS) / 60_000, points])
    }

    it('returns nothing for a board without recorded data', async () => {
      const board = newBoard()
      assert.equal(await store.snapshot(board), undefined)
      assert.equal(await store.snapshotInfo(board), undefined)
      const range = { fromMs: 0, untilMs: END_MS, stepMs: 0, snapshotsMax: 1 }
      assert.deepEqual(await store.series({ board, ranks: [1, 2], ...range }), {
        series: [
          { rank: 1, points: [] },
          { rank: 2, points: [] },
        ],
        gaps: [],
        nextFromMs: undefined,
      })
    })

    it('distinguishes a rank without a holder from one that was not polled', async () => {
      const board = newBoard()
      await record(snapshotAt(board, 0, { 1: 10, 2: null }))
      await record(snapshotAt(board, 1, { 1: 10, 3: 5 }))
      await record(snapshotAt(board, 2, { 1: null, 2: 7, 3: null }))
      await record(snapshotAt(board, 3, { 1: 10, 2: 7 }))
      assert.deepEqual(await pointsOf(board, 1), [
        [0, 10],
        [1, 10],
        [2, undefined],
        [3, 10],
      ])
      assert.deepEqual(await pointsOf(board, 2), [
        [0, undefined],
        [2, 7],
        [3, 7],
      ])
      assert.deepEqual(await pointsOf(board, 3), [
        [1, 5],
        [2, undefined],
      ])
      assert.deepEqual(await pointsOf(board, 4), [])
      assert.deepEqual(await test.other.snapshotInfo(board), {
        fetchedAtMs: START_MS + 180_000,
        ranks: [1, 2],
      })
      const earlier = await store.snapshot(board, START_MS + 119_999)
      assert.deepEqual(earlier?.ranks, [1, 3])
      assert.deepEqual(earlier?.rows, [
        { rank: 1, points: 10, holders: [] },
        { rank: 3, points: 5, holders: [] },
      ])
    })

    it('keeps all holders of a tie in the newest snapshot, and zero points as points', async () => {
      const board = newBoard('music')
      const tie = [
        { id: '1', name: 'a' },
        { id: '2', name: '"b"' },
      ]
      const rows = [
        { rank: 1, points: 9, holders: tie },
        { rank: 3, points: 0, holders: [] },
      ]
      const newest = { board, fetchedAtMs: START_MS + 60_000, ranks: undefined, rows }
      await record(snapshotAt(board, 0, { 1: 8, 2: 7 }), { snapshot: newest })
      assert.deepEqual(await test.other.snapshot(board), newest)
      assert.deepEqual(await test.other.snapshotInfo(board), {
        fetchedAtMs: newest.fetchedAtMs,
        ranks: undefined,
      })
      assert.deepEqual(await pointsOf(board, 2), [
        [0, 7],
        [1, undefined],
      ])
      assert.deepEqual(await pointsOf(board, 3), [
        [0, undefined],
        [1, 0],
      ])
    })

    it('keeps points up to the largest safe integer', async () => {
      const board = newBoard()
      await record(snapshotAt(board, 0, { 1: Number.MAX_SAFE_INTEGER }))
      assert.deepEqual(await pointsOf(board, 1), [[0, Number.MAX_SAFE_INTEGER]])
    })

    it('counts poll results since a time, with the newest gaps that overlap it', async () => {
      const board = newBoard()
      const quiet = newBoard('music')
      await watchBoard(store, board)
      await watchBoard(store, quiet)
      // A gap before the time, one that overlaps it, two after it, and one that has not ended.
      for (const minute of [0, 1, 3, 6, 8, 10]) {
        await record(snapshotAt(board, minute, { 1: minute }))
        await record(failureAt(board, minute + 0.5))
      }
      await record(failureAt(board, 11))
      const minuteOf = (ms: number | undefined) => ms && (ms - START_MS) / 60_000
      const counts = async (gapsMax: number) => {
        const query = { region: board.region, sinceMs: START_MS + 2 * 60_000, gapsMax }
        const all = await test.other.counts(query)
        const of = ({ id }: Board) => all.find((one) => one.board.id === id)
        assert.deepEqual(of(quiet), { board: quiet, snapshots: 0, failures: 0, gaps: [] })
        const found = of(board)
        assert.deepEqual(found?.board, board)
        const gaps = found.gaps.map((gap) => [minuteOf(gap.fromMs), minuteOf(gap.untilMs)])
        return { snapshots: found.snapshots, failures: found.failures, gaps }
      }
      const gaps = [
        [10, undefined],
        [8, 10],
        [6, 8],
        [3, 6],
        [1, 3],
      ]
      assert.deepEqual(await counts(20), { snapshots: 4, failures: 6, gaps })
      assert.deepEqual(await counts(2), { snapshots: 4, failures: 6, gaps: gaps.slice(0, 2) })
      const elsewhere = await test.other.counts({ region: 'kr', sinceMs: 0, gapsMax: 1 })
      assert.ok(elsewhere.every((one) => one.board.region === 'kr'))
    })

    it('keeps boards of regions and kinds with the same id apart', async () => {
      const event = newBoard()
      const boards = [
        event,
        { ...event, kind: 'music' as const },
        { ...event, region: 'en' as const },
      ]
      for (const [index, board] of boards.entries())
        await record(snapshotAt(board, index, { 1: index }))
      for (const [index, board] of boards.entries())
        assert.deepEqual(await pointsOf(board, 1), [[index, index]])
    })

    it('answers as if every snapshot were stored complete, downsampled or not', async () => {
      await fc.assert(
        fc.asyncProperty(
          histories,
          fc.array(queries, { minLength: 2, maxLength: 4 }),
          async (history, drawn) => {
            const board = newBoard(history.kind)
            const model = createModel(board)
            await watchBoard(store, board)
            const results = resultsOf(board, history.steps)
            for (const result of results) recordInModel(model, result)
            // In two steps, as when another node takes over.
            const half = Math.floor(results.length / 2)
            await record(...results.slice(0, half))
            await test.other.record(results.slice(half), [], await acquireLease(test.other))
            await compare(model, drawn)
            const lease = await acquireLease(store)
            for (const { rawMs, stepMs, keptMs, nowMs } of history.downsamplings) {
              while (await store.downsample({ rawMs, stepMs, keptMs, ...NO_LIVE }, nowMs, lease));
              downsampleModel(model, { rawMs, stepMs, keptMs, ...NO_LIVE }, nowMs)
              await compare(model, drawn)
            }
          },
        ),
        { numRuns: isLongRun ? 1_000 : 25 },
      )
    })

    const compare = async (model: HistoryModel, drawn: readonly Query[]) => {
      for (const { fromMs, untilMs, stepMs, snapshotsMax, ranks } of drawn) {
        const range = { fromMs, untilMs, stepMs }
        const { points, gaps } = await allPages(store, model.board, {
          ...range,
          ranks,
          snapshotsMax,
        })
        for (const rank of ranks)
          assert.deepEqual(points.get(rank), pointsOfModel(model, rank, range), `rank ${rank}`)
        assert.deepEqual(gaps, gapsOfModel(model, fromMs, untilMs))
        const snapshot = await store.snapshot(model.board, fromMs)
        assert.deepEqual(snapshot, snapshotOfModel(model, fromMs))
      }
      assert.deepEqual(await store.snapshot(model.board), snapshotOfModel(model, Infinity))
      const state = (await store.watches()).find(({ watch }) => watch.board.id === model.board.id)
      assert.equal(state?.snapshots, model.snapshots.length)
    }
  })
}

interface Query {
  readonly fromMs: number
  readonly untilMs: number
  readonly stepMs: number
  readonly snapshotsMax: number
  readonly ranks: readonly number[]
}

/**
 * Reads a range page by page. Checks that each page is within its bounds and continues the previous
 * one.
 */
async function allPages(store: HistoryStore, board: Board, query: Query) {
  const points = new Map<number, Point[]>(query.ranks.map((rank) => [rank, []]))
  const gaps = new Map<number, Gap>()
  for (let fromMs: number | undefined = query.fromMs; fromMs !== undefined;) {
    const reply = await store.series({ ...query, board, fromMs })
    for (const { rank, points: some } of reply.series) {
      assert.ok(some.length <= query.snapshotsMax)
      points.get(rank)?.push(...some)
    }
    for (const gap of reply.gaps) gaps.set(gap.fromMs, gap)
    assert.ok(reply.nextFromMs === undefined || reply.nextFromMs > fromMs)
    fromMs = reply.nextFromMs
  }
  return { points, gaps: [...gaps.values()] }
}

const minutes = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((quarters) => quarters * 15_000)

/**
 * The next poll: the time since the previous one, and the points of the polled ranks, or a failure.
 */
const steps = fc.record({
  laterMs: minutes(-1, 4),
  fails: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    'timeout' as const,
    'not_collected' as const,
  ),
  points: fc.subarray(RANKS, { minLength: 1 }).chain((ranks) =>
    fc.tuple(
      fc.constant(ranks),
      fc.array(fc.option(fc.integer({ min: 0, max: 2 })), {
        minLength: ranks.length,
        maxLength: ranks.length,
      }),
    ),
  ),
})

const histories = fc.record({
  kind: fc.constantFrom('event' as const, 'music' as const),
  steps: fc.array(steps, { maxLength: 25 }),
  downsamplings: fc.array(
    fc.record({
      rawMs: minutes(0, 20),
      stepMs: fc.constantFrom(60_000, 300_000, 900_000),
      keptMs: fc.constantFrom(0, 0, 1_200_000),
      nowMs: minutes(0, 60).map((ms) => START_MS + ms),
    }),
    { maxLength: 2 },
  ),
})

const queries: fc.Arbitrary<Query> = fc.record({
  fromMs: fc.oneof(
    fc.constant(START_MS),
    minutes(-2, 30).map((ms) => START_MS + ms),
  ),
  untilMs: fc.oneof(
    fc.constant(END_MS),
    minutes(0, 40).map((ms) => START_MS + ms),
  ),
  stepMs: fc.constantFrom(0, 0, 60_000, 300_000),
  snapshotsMax: fc.constantFrom(1, 2, 5, 100),
  ranks: fc.subarray([...RANKS, 11], { minLength: 1 }),
})

type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never

function resultsOf(board: Board, all: readonly Step[]): PollResult[] {
  let atMs = START_MS
  return all.map(({ laterMs, fails, points: [ranks, points] }) => {
    atMs += laterMs
    if (fails !== undefined) return { board, atMs, reason: fails }
    const shown = Object.fromEntries(ranks.map((rank, index) => [rank, points[index] ?? null]))
    return snapshotAt(board, (atMs - START_MS) / 60_000, shown)
  })
}
