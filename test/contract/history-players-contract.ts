import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Board } from '../../src/game/board.ts'
import type { HistoryStore, PollResult } from '../../src/history/history-store.ts'
import {
  acquireLease,
  failureAt,
  newBoard,
  START_MS,
  type HistoryStoreUnderTest,
} from './history-under-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A player in a snapshot: minutes since the start, rank, points. */
type Row = readonly [minutes: number, rank: number | undefined, points: number | undefined]

/** Contract of every history store for the ranks of players. */
export function historyPlayersContract(
  name: string,
  open: () => Promise<HistoryStoreUnderTest>,
): void {
  describe(`the ranks of players (${name})`, () => {
    let test: HistoryStoreUnderTest
    let store: HistoryStore
    before(async () => {
      test = await open()
      store = test.store
    })
    after(() => test.close())

    /** A snapshot with the players of each rank; rank r has 1,000 / r points, and those minutes. */
    const snapshotOf = (
      board: Board,
      minutes: number,
      players: Readonly<Record<number, string>>,
      keepsPlayers = true,
    ): PollResult => ({
      snapshot: {
        board,
        fetchedAtMs: START_MS + minutes * MINUTE,
        ranks: [1, 2, 10],
        rows: Object.entries(players).map(([rank, ids]) => ({
          rank: Number(rank),
          points: 1_000 / Number(rank) + minutes,
          holders: ids.split('').map((id) => ({ id, name: `Player ${id}` })),
        })),
      },
      keepsPlayers,
    })
    const record = async (...results: readonly PollResult[]) =>
      store.record(results, [], await acquireLease(store))
    const track = async (board: Board, playerId: string, more = {}) =>
      test.other.playerTrack({
        board,
        playerId,
        fromMs: START_MS - DAY,
        untilMs: START_MS + 100 * DAY,
        stepMs: 0,
        snapshotsMax: 100,
        ...more,
      })
    const rowsOf = async (board: Board, playerId: string, more = {}) =>
      (await track(board, playerId, more))?.samples.map(({ atMs, rank, points }): Row => [
        (atMs - START_MS) / MINUTE,
        rank,
        points,
      ])

    it('are those of each snapshot, with the points of the rank', async () => {
      const board = newBoard()
      await record(
        snapshotOf(board, 0, { 1: 'a', 2: 'b' }),
        snapshotOf(board, 1, { 1: 'a', 2: 'b', 10: 'c' }),
        snapshotOf(board, 2, { 1: 'b', 2: 'ac' }),
      )
      await record(snapshotOf(board, 3, { 1: 'b', 10: 'c' }))
      assert.deepEqual(await rowsOf(board, 'a'), [
        [0, 1, 1_000],
        [1, 1, 1_001],
        [2, 2, 502],
        [3, undefined, undefined],
      ])
      assert.deepEqual(await rowsOf(board, 'c'), [
        [1, 10, 101],
        [2, 2, 502],
        [3, 10, 103],
      ])
      assert.equal(await track(board, 'd'), undefined)
      assert.equal(await track(newBoard(), 'a'), undefined)
    })

    it('are read in a range, by steps, and in pages', async () => {
      const board = newBoard()
      for (let minute = 0; minute < 10; minute += 1) {
        await record(snapshotOf(board, minute, { [minute < 6 ? 1 : 2]: 'a' }))
      }
      const at = (minute: number) => START_MS + minute * MINUTE
      assert.deepEqual(await rowsOf(board, 'a', { fromMs: at(5), untilMs: at(7) }), [
        [5, 1, 1_005],
        [6, 2, 506],
      ])
      // Steps of two minutes end at odd minutes of the clock.
      const byStep = await rowsOf(board, 'a', { stepMs: 2 * MINUTE })
      assert.deepEqual(byStep?.map(([minute]) => minute).length, 5 + ((START_MS / MINUTE) % 2))
      assert.deepEqual(byStep?.at(-1), [9, 2, 509])
      const page = await track(board, 'a', { snapshotsMax: 4 })
      assert.equal(page?.samples.length, 4)
      assert.equal(page?.nextFromMs, at(4))
      assert.equal(await track(board, 'a', { fromMs: at(10) }), undefined)
    })

    it('are unknown where a snapshot was recorded without its players', async () => {
      const board = newBoard()
      await record(
        snapshotOf(board, 0, { 1: 'a' }),
        snapshotOf(board, 1, { 1: 'a' }, false),
        snapshotOf(board, 2, { 2: 'a' }),
        failureAt(board, 3),
        snapshotOf(board, 4, { 2: 'a' }),
      )
      assert.deepEqual(await rowsOf(board, 'a'), [
        [0, 1, 1_000],
        [1, undefined, undefined],
        [2, 2, 502],
        [4, 2, 504],
      ])
    })

    it('are unknown in late snapshots, and known again in the next one', async () => {
      const board = newBoard()
      await record(snapshotOf(board, 0, { 1: 'a' }), failureAt(board, 1))
      await record(snapshotOf(board, 10, { 1: 'a' }))
      assert.deepEqual(await store.recordLate([snapshotOf(board, 5, { 2: 'a' })], false), [])
      await record(snapshotOf(board, 11, { 1: 'a' }))
      assert.deepEqual(await rowsOf(board, 'a'), [
        [0, 1, 1_000],
        [5, undefined, undefined],
        [10, undefined, undefined],
        [11, 1, 1_011],
      ])
    })

    it('go on over the change of the day, and are deleted by age', async () => {
      const board = newBoard()
      const days = [0, 1, 2, 3]
      await record(
        ...days.flatMap((day) => [
          snapshotOf(board, (day * DAY) / MINUTE, { 1: 'a' }),
          snapshotOf(board, (day * DAY) / MINUTE + 1, { 1: 'a', 2: 'b' }),
        ]),
      )
      const daysLeft = async () =>
        (await rowsOf(board, 'a'))
          ?.filter(([, rank]) => rank !== undefined)
          .map(([minutes]) => Math.floor((minutes * MINUTE) / DAY))
      assert.deepEqual(await daysLeft(), [0, 0, 1, 1, 2, 2, 3, 3])
      const lease = await acquireLease(store)
      const retention = { rawMs: 1e12, stepMs: HOUR, keptMs: 0, liveMs: 1e12 }
      const nowMs = START_MS + 3 * DAY + HOUR
      const drop = async (playersMs: number) => {
        while (await store.downsample({ ...retention, playersMs }, nowMs, lease));
      }
      await drop(2 * DAY)
      assert.deepEqual(await daysLeft(), [2, 2, 3, 3])
      await drop(0)
      assert.equal(await track(board, 'a'), undefined)
      assert.equal((await store.snapshot(board))?.rows.length, 2)
    })

    it('are those of a bounded number of players, with ids of a bounded length', async () => {
      const board = newBoard()
      const holders = Array.from({ length: 1_001 }, (_, at) => ({ id: `p${at}`, name: '' }))
      const long = { id: 'x'.repeat(257), name: '' }
      const fetchedAtMs = START_MS
      const rows = [
        { rank: 1, points: 5, holders: [long, { id: 'x'.repeat(256), name: '' }] },
        { rank: 2, points: 4, holders },
      ]
      await record({ snapshot: { board, fetchedAtMs, ranks: [1, 2], rows }, keepsPlayers: true })
      assert.equal(await track(board, long.id), undefined)
      assert.deepEqual(await rowsOf(board, 'x'.repeat(256)), [[0, 1, 5]])
      assert.deepEqual(await rowsOf(board, 'p998'), [[0, 2, 4]])
      assert.equal(await track(board, 'p999'), undefined)
    })
  })
}
