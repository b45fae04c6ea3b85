import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Board } from '../../src/game/board.ts'
import type { GameEvent } from '../../src/game/game-event.ts'
import {
  LeaseLost,
  type Gap,
  type HistoryStore,
  type PollResult,
} from '../../src/history/history-store.ts'
import type { LiveEvent, NewLiveEntry } from '../../src/history/live-entry.ts'
import type { Watch } from '../../src/game/board-watch.ts'
import {
  failureAt,
  newBoard,
  snapshotAt,
  START_MS,
  acquireLease,
  watchBoard,
  type HistoryStoreUnderTest,
} from './history-under-test.ts'

/** Contract of writes to every history store: leases, results, live entries, events and watches. */
export function historyStoreContract(
  name: string,
  open: () => Promise<HistoryStoreUnderTest>,
): void {
  describe(`the ${name} history store`, () => {
    let test: HistoryStoreUnderTest
    let store: HistoryStore
    let other: HistoryStore
    before(async () => {
      test = await open()
      ;({ store, other } = test)
    })
    after(() => test.close())

    const at = (minutes: number) => START_MS + minutes * 60_000
    const announcement = (title: string): NewLiveEntry => ({
      region: 'jp',
      atMs: START_MS,
      liveEvent: { type: 'announcement', region: 'jp', id: '1', title },
    })
    const gapsOf = async (board: Board): Promise<readonly Gap[]> =>
      (
        await store.series({
          board,
          ranks: [1],
          fromMs: 0,
          untilMs: at(1_000_000),
          stepMs: 0,
          snapshotsMax: 1_000,
        })
      ).gaps
    const timesOf = async (board: Board) => {
      const { series } = await store.series({
        board,
        ranks: [1],
        fromMs: 0,
        untilMs: at(1_000_000),
        stepMs: 0,
        snapshotsMax: 1_000,
      })
      return series[0]?.points.map(({ atMs }) => (atMs - START_MS) / 60_000)
    }

    describe('the lease', () => {
      it('has one owner until it is released or expires', async () => {
        const lease = await store.acquireLease('one', 10_000)
        assert.ok(lease !== undefined)
        assert.equal(await other.acquireLease('two', 10_000), undefined)
        await test.passTime(6_000)
        assert.equal((await store.acquireLease('one', 10_000, lease))?.epoch, lease.epoch)
        await test.passTime(6_000)
        assert.equal(await other.acquireLease('two', 10_000), undefined)
        await test.passTime(6_000)
        const next = await other.acquireLease('two', 10_000)
        assert.ok(next !== undefined && next.epoch > lease.epoch)
        assert.equal(await store.acquireLease('one', 10_000, lease), undefined)
        await other.releaseLease(next)
        const third = await store.acquireLease('one', 10_000, lease)
        assert.ok(third !== undefined && third.epoch > next.epoch)
        await store.releaseLease(third)
      })

      it('is granted to one of many concurrent requests', async () => {
        const leases = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            (index % 2 === 0 ? store : other).acquireLease(`holder ${index}`, 10_000),
          ),
        )
        const [lease, ...more] = leases.filter((one) => one !== undefined)
        assert.ok(lease !== undefined && more.length === 0)
        await store.releaseLease(lease)
      })

      it('rejects every write once lost, also the rest of a result', async () => {
        const board = newBoard()
        const lost = await acquireLease(store)
        await store.record([snapshotAt(board, 0, { 1: 10 })], [], lost)
        const lease = await acquireLease(other)
        const newest = await store.newestLive()
        const event: GameEvent = {
          region: 'jp',
          id: board.id,
          name: 'x',
          startsAtMs: 1,
          endsAtMs: 2,
        }
        const retention = { rawMs: 1, stepMs: 1_000, keptMs: 1, liveMs: 1, playersMs: 0 }
        for (const write of [
          () => store.record([snapshotAt(board, 1, { 1: 11 })], [announcement('lost')], lost),
          () => store.putEvents([event], lost),
          () => store.downsample(retention, at(1_000), lost),
        ])
          await assert.rejects(write(), LeaseLost)
        // Releasing the lease of another owner does nothing.
        await store.releaseLease(lost)
        assert.deepEqual(await timesOf(board), [0])
        assert.equal(await store.newestLive(), newest)
        await other.record([snapshotAt(board, 2, { 1: 12 })], [], lease)
        assert.deepEqual(await timesOf(board), [0, 2])
      })

      it('rejects writes after its release as well', async () => {
        const lease = await acquireLease(store)
        await store.releaseLease(lease)
        await assert.rejects(store.record([], [announcement('late')], lease), LeaseLost)
      })
    })

    describe('a result', () => {
      it('is written together with its live entries or not at all, and never partly visible', async () => {
        const [board, newest] = [newBoard(), await store.newestLive()]
        const lease = await acquireLease(store)
        // The second snapshot has the same rank twice, which is invalid.
        const broken = snapshotAt(board, 1, { 1: 11 })
        const [row] = broken.snapshot.rows
        assert.ok(row !== undefined)
        const twice = { ...broken.snapshot, ranks: [1, 1], rows: [row, row] }
        const results = [snapshotAt(board, 0, { 1: 10 }), { snapshot: twice }]
        await assert.rejects(store.record(results, [announcement('half')], lease), {
          code: 'unavailable',
        })
        assert.deepEqual(await timesOf(board), [])
        assert.equal(await other.snapshot(board), undefined)
        assert.equal(await store.newestLive(), newest)
        await store.record([snapshotAt(board, 0, { 1: 10 })], [announcement('whole')], lease)
        assert.equal(await other.newestLive(), newest + 1)
      })

      it('that is not newer than the last snapshot is a gap with the reason clock', async () => {
        const board = newBoard()
        const lease = await acquireLease(store)
        for (const minutes of [5, 5, 4, 6]) {
          await store.record([snapshotAt(board, minutes, { 1: minutes })], [], lease)
        }
        assert.deepEqual(await timesOf(board), [5, 6])
        assert.deepEqual(await gapsOf(board), [
          { fromMs: at(5), untilMs: at(6), reason: 'clock', failures: 1 },
        ])
      })

      it('that is retried because its confirmation was lost is not a gap', async () => {
        const board = newBoard()
        const lease = await acquireLease(store)
        const results = [snapshotAt(board, 0, { 1: 1 }), snapshotAt(board, 1, { 1: 2 })]
        await store.record(results, [], lease)
        // The server failed between the commit and its reply, so the collector retries.
        await store.record(results, [], lease)
        await store.record([snapshotAt(board, 2, { 1: 3 })], [], lease)
        assert.deepEqual(await timesOf(board), [0, 1, 2])
        assert.deepEqual(await gapsOf(board), [])
      })

      it('that fails starts a gap, later failures extend it, and a snapshot ends it', async () => {
        const board = newBoard()
        const lease = await acquireLease(store)
        await watchBoard(store, board)
        const stateOf = async () =>
          (await other.watches()).find(({ watch }) => watch.board.id === board.id)
        await store.record([failureAt(board, 0), failureAt(board, 1)], [], lease)
        const first = { fromMs: at(0), untilMs: undefined, reason: 'timeout', failures: 2 }
        assert.deepEqual(await gapsOf(board), [first])
        assert.deepEqual((await stateOf())?.gap, first)
        assert.equal((await stateOf())?.lastSnapshotMs, undefined)
        await store.record([snapshotAt(board, 2, { 1: 1 })], [], lease)
        await store.record([snapshotAt(board, 3, { 1: 1 })], [], lease)
        await store.record([{ ...failureAt(board, 4), reason: 'maintenance' } as never], [], lease)
        await store.record([failureAt(board, 5)], [], lease)
        // Late, but the gap exists already: no second one is recorded.
        await store.record([snapshotAt(board, 60, { 1: 1 })], [], lease)
        assert.deepEqual(await gapsOf(board), [
          { ...first, untilMs: at(2) },
          { fromMs: at(3), untilMs: at(60), reason: 'maintenance', failures: 2 },
        ])
        const { gap, lastSnapshotMs, snapshots } = (await stateOf()) ?? {}
        assert.deepEqual([gap, lastSnapshotMs, snapshots], [undefined, at(60), 3])
      })

      it('after a period without a collector ends a gap without failures', async () => {
        const board = newBoard()
        const lease = await acquireLease(store)
        await store.record([snapshotAt(board, 0, { 1: 1 })], [], lease)
        // Late without a stated reason: a gateway may return the same fetch time for long.
        await store.record([snapshotAt(board, 10, { 1: 1 })], [], lease)
        const missedPolls: PollResult = { board, atMs: at(60), reason: 'not_collected' }
        await store.record([missedPolls, snapshotAt(board, 60, { 1: 1 })], [], lease)
        assert.deepEqual(await gapsOf(board), [
          { fromMs: at(10), untilMs: at(60), reason: 'not_collected', failures: 0 },
        ])
      })

      it('of a board that is watched again has no gap for the time without a watch', async () => {
        const board = newBoard()
        const lease = await acquireLease(store)
        await store.record([snapshotAt(board, 0, { 1: 1 })], [], lease)
        await watchBoard(store, board, at(10_000))
        await store.record([failureAt(board, 10_001)], [], lease)
        await store.record([snapshotAt(board, 10_002, { 1: 1 })], [], lease)
        assert.deepEqual(await gapsOf(board), [
          { fromMs: at(10_001), untilMs: at(10_002), reason: 'timeout', failures: 1 },
        ])
      })

      it('of a board that is watched again ends the gap of its previous watch', async () => {
        const board = newBoard()
        const lease = await acquireLease(store)
        const stateOf = async () =>
          (await other.watches()).find(({ watch }) => watch.board.id === board.id)
        await watchBoard(store, board, at(0))
        const first = [snapshotAt(board, 1, { 1: 1 }), failureAt(board, 2)]
        await store.record(first, [], lease)
        // The event ends during maintenance and returns a month later.
        await watchBoard(store, board, at(40_000))
        assert.equal((await stateOf())?.gap, undefined)
        await store.record([failureAt(board, 40_001)], [], lease)
        const second = { fromMs: at(40_001), untilMs: undefined, reason: 'timeout', failures: 1 }
        assert.deepEqual((await stateOf())?.gap, second)
        await store.record([snapshotAt(board, 40_002, { 1: 1 })], [], lease)
        assert.deepEqual(await gapsOf(board), [
          { fromMs: at(1), untilMs: at(40_000), reason: 'timeout', failures: 1 },
          { ...second, untilMs: at(40_002) },
        ])
      })
    })

    describe('results of a lease that was lost', () => {
      it('fill the period before the snapshots of the next collector, and shorten its gap', async () => {
        const board = newBoard()
        await watchBoard(store, board)
        const first = await acquireLease(store)
        await store.record([snapshotAt(board, 0, { 1: 10, 2: 5 })], [], first)
        const late = [
          snapshotAt(board, 1, { 1: 11, 2: 5 }),
          failureAt(board, 2),
          failureAt(board, 3),
          snapshotAt(board, 4, { 1: 14, 2: null }),
          snapshotAt(board, 5, { 1: 15, 2: 7 }),
        ]
        // The end of the gap is not yet known.
        assert.deepEqual(await store.recordLate(late, false), late)
        const next = await acquireLease(other)
        const missedPolls: PollResult = { board, atMs: at(6), reason: 'store_unavailable' }
        await other.record([missedPolls, snapshotAt(board, 6, { 1: 16, 2: 7 })], [], next)
        assert.deepEqual(await gapsOf(board), [
          { fromMs: at(0), untilMs: at(6), reason: 'store_unavailable', failures: 0 },
        ])
        // One was polled after the next collector had started: that collector's data counts.
        const more = [...late, snapshotAt(board, 7, { 1: 99 })]
        assert.deepEqual(await store.recordLate(more, false), [])
        assert.deepEqual(await timesOf(board), [0, 1, 4, 5, 6])
        // After its end nothing is pending, and a repetition changes nothing else.
        assert.deepEqual(await store.recordLate(more, true), [])
        assert.deepEqual(await timesOf(board), [0, 1, 4, 5, 6, 7])
        assert.deepEqual(await gapsOf(board), [
          { fromMs: at(1), untilMs: at(4), reason: 'timeout', failures: 2 },
        ])
        const { series } = await other.series({
          board,
          ranks: [1, 2],
          fromMs: 0,
          untilMs: at(7),
          stepMs: 0,
          snapshotsMax: 100,
        })
        assert.deepEqual(
          series.map(({ points }) => points.map((point) => point.points)),
          [
            [10, 11, 14, 15, 16],
            [5, 5, undefined, 7, 7],
          ],
        )
      })

      it('change nothing that the next collector has written', async () => {
        const board = newBoard()
        const lease = await acquireLease(store)
        await store.record([snapshotAt(board, 0, { 1: 10 })], [], lease)
        await other.record([snapshotAt(board, 2, { 1: 12 })], [], await acquireLease(other))
        const late = [snapshotAt(board, 0, { 1: 1 }), snapshotAt(board, 2, { 1: 1 })]
        assert.deepEqual(await store.recordLate(late, true), [])
        assert.deepEqual(await timesOf(board), [0, 2])
        assert.deepEqual(
          (await store.snapshot(board))?.rows.map(({ points }) => points),
          [12],
        )
      })
    })

    describe('live entries', () => {
      const liveEvents: readonly LiveEvent[] = [
        { type: 'announcement', region: 'jp', id: '7', title: '三 "titles"' },
        {
          type: 'crossed',
          board: newBoard(),
          rank: 3,
          value: 1_000_000,
          points: 1_000_001,
          fetchedAtMs: 5,
        },
        {
          type: 'event.started',
          event: { region: 'jp', id: '9', name: undefined, startsAtMs: 1, endsAtMs: 2 },
        },
      ]
      const write = async (from: HistoryStore, count: number, atMs = START_MS) => {
        const entries = Array.from({ length: count }, (_, index) => ({
          ...announcement(`entry ${index}`),
          atMs,
        }))
        await from.record([], entries, await acquireLease(from))
      }

      it('are returned in order, unchanged, by region and bounded', async () => {
        const newest = await store.newestLive()
        const entries = liveEvents.map((liveEvent) => ({
          region: 'jp' as const,
          atMs: 4,
          liveEvent,
        }))
        const foreign = { ...announcement('elsewhere'), region: 'kr' as const }
        await store.record([], [...entries.slice(0, 2), foreign], await acquireLease(store))
        await store.record([], entries.slice(2), await acquireLease(store))
        const all = await other.liveAfter('jp', newest, 100)
        assert.equal(all.missed, false)
        assert.deepEqual(
          all.entries,
          entries.map((entry, index) => ({ ...entry, seq: newest + [1, 2, 4][index]! })),
        )
        const part = await other.liveAfter('jp', newest, 2)
        assert.deepEqual(part.entries, all.entries.slice(0, 2))
        assert.deepEqual((await other.liveAfter('jp', newest + 2, 2)).entries, all.entries.slice(2))
        assert.equal(await other.newestLive(), newest + 4)
      })

      it('report missed entries after a deletion, only to clients that missed them', async () => {
        const retention = { rawMs: 1e12, stepMs: 60_000, keptMs: 0, liveMs: 60_000, playersMs: 0 }
        await write(store, 3, at(0))
        const [old, region] = [await store.newestLive(), 'jp' as const]
        await write(store, 2, at(2))
        const lease = await acquireLease(store)
        while (await store.downsample(retention, at(2), lease));
        assert.deepEqual(
          (await other.liveAfter(region, old - 1, 10)).entries.map(({ seq }) => seq),
          [old + 1, old + 2],
        )
        assert.equal((await other.liveAfter(region, old - 1, 10)).missed, true)
        assert.equal((await other.liveAfter(region, old, 10)).missed, false)
        assert.equal((await other.liveAfter('en', 0, 10)).missed, false)
        assert.equal((await other.liveAfter(region, old + 3, 10)).missed, true)
      })

      it('are numbered in the order in which they become visible, whichever process writes', async () => {
        const newest = await store.newestLive()
        for (const from of [store, other, store]) await write(from, 2)
        const { entries } = await store.liveAfter('jp', newest, 100)
        assert.deepEqual(
          entries.map(({ seq }) => seq - newest),
          [1, 2, 3, 4, 5, 6],
        )
      })
    })

    it('keeps the final result of a run when the next run starts within the same step', async () => {
      const board = newBoard()
      const lease = await acquireLease(store)
      const run = (minutes: number) => ({
        region: board.region,
        id: board.id,
        name: undefined,
        startsAtMs: at(minutes),
        endsAtMs: at(minutes + 6),
      })
      await store.putEvents([run(-10), run(7)], lease)
      const snapshots = [1, 3, 6, 7, 8, 9].map((minutes) =>
        snapshotAt(board, minutes, { 1: minutes }),
      )
      await store.record(snapshots, [], lease)
      const retention = { rawMs: 0, stepMs: 3_600_000, keptMs: 0, liveMs: 1e12, playersMs: 0 }
      while (await store.downsample(retention, at(1_000), lease));
      assert.deepEqual(await timesOf(board), [6, 9])
      const final = await store.snapshot(board, at(7) - 1)
      assert.deepEqual(
        final?.rows.map(({ points }) => points),
        [6],
      )
    })

    it('stores events by region, id and start, and returns the new or changed ones', async () => {
      const event = (startsAtMs: number, about: Partial<GameEvent> = {}): GameEvent => {
        const { id } = board
        return {
          region: 'tw',
          id,
          name: undefined,
          startsAtMs,
          endsAtMs: startsAtMs + 10,
          ...about,
        }
      }
      const board = newBoard()
      const lease = await acquireLease(store)
      const put = async (...events: readonly GameEvent[]) => store.putEvents(events, lease)
      assert.deepEqual(await put(event(5), event(50)), [event(5), event(50)])
      assert.deepEqual(await put(event(5), event(50, { name: 'Spring' })), [
        event(50, { name: 'Spring' }),
      ])
      assert.deepEqual(await put(event(5, { endsAtMs: 16 })), [event(5, { endsAtMs: 16 })])
      const mine = [event(50, { name: 'Spring' }), event(5, { endsAtMs: 16 })]
      assert.deepEqual(await other.events('tw', board.id), mine)
      assert.deepEqual(await other.events('tw', `${board.id}0`), [])
      const repeated = Array.from({ length: 1_001 }, (_, place) => event(100 + place))
      await put(...repeated)
      const latest = await other.events('tw', board.id)
      assert.deepEqual([latest.length, latest[0]], [1_000, event(1_100)])
      assert.deepEqual(await other.events('en', board.id), [])
    })

    it('stores one watch per board, which may change and end while its history stays', async () => {
      const board = newBoard()
      const watch: Watch = {
        board,
        ranks: [1, 100],
        cadenceMs: 30_000,
        fromMs: 5,
        untilMs: 50,
        paused: false,
        origin: 'announced',
      }
      const mine = async () =>
        (await other.watches()).filter((state) => state.watch.board.id === board.id)
      await store.putWatch(watch)
      await store.record([snapshotAt(board, 0, { 1: 1 })], [], await acquireLease(store))
      const state = { lastSnapshotMs: START_MS, gap: undefined, snapshots: 1 }
      assert.deepEqual(await mine(), [{ watch, ...state }])
      const changed: Watch = {
        board,
        ranks: undefined,
        cadenceMs: 1_000,
        fromMs: undefined,
        untilMs: undefined,
        paused: true,
        origin: 'file',
      }
      await other.putWatch(changed)
      assert.deepEqual(await mine(), [{ watch: changed, ...state }])
      assert.equal(await store.removeWatch(board), true)
      assert.equal(await store.removeWatch(board), false)
      assert.equal(await store.removeWatch(newBoard()), false)
      assert.deepEqual(await mine(), [])
      assert.deepEqual(await timesOf(board), [0])
    })

    it('accepts watches that are added concurrently', async () => {
      const board = newBoard()
      await Promise.all(
        Array.from({ length: 8 }, (_, index) => watchBoard(index % 2 === 0 ? store : other, board)),
      )
      const states = await store.watches()
      assert.equal(states.filter(({ watch }) => watch.board.id === board.id).length, 1)
    })
  })
}
