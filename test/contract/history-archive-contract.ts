import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LeaseLost, type PollResult } from '../../src/history/history-store.ts'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { exportDays } from '../../src/history/exports/export-days.ts'
import { acquireLease } from './history-under-test.ts'
import {
  BOARDS,
  DAYS,
  FIRST_DAY,
  OVER,
  type OpenInstance,
  answersOf,
  createInstances,
  BOARD,
  pollAt,
  transfer,
  readings,
  record,
  resultsOf,
  seriesOf,
  snapshotsIn,
  contentOf,
} from './archive-under-test.ts'

/** Contract of every archive. `open` creates an empty one, with the store of the same history. */
export function historyArchiveContract(name: string, open: OpenInstance, numRuns = 15): void {
  describe(`the archive (${name})`, () => {
    const { openOne } = createInstances(open)

    it('copies a complete history into an empty instance: all answers and files are equal', async () => {
      await fc.assert(
        fc.asyncProperty(readings, async (read) => {
          const results = resultsOf(read)
          const [one, other] = [await openOne(), await openOne()]
          await record(one, results)
          const imported = await transfer(one, other)
          const answers = await answersOf(other)
          // A region without history gets no file, and its events come with the first one.
          const events = imported.some(({ region }) => region === 'jp') ? answers.events : []
          assert.deepEqual({ ...answers, events }, { ...(await answersOf(one)), events })
          for (const [at, board] of BOARDS.entries()) {
            assert.deepEqual(answers.boards[at]?.all, snapshotsIn(results, board))
          }
          await exportDays(other.archive, OVER, () => {})
          for (const region of ['jp', 'tw'] as const) {
            assert.deepEqual(await other.archive.files(region), await one.archive.files(region))
          }
        }),
        { numRuns },
      )
    })

    it('changes nothing when it imports known data, nor anything collected here', async () => {
      await fc.assert(
        fc.asyncProperty(readings, fc.nat(60), fc.nat(60), async (read, from, length) => {
          const results = resultsOf(read)
          const [one, other] = [await openOne(), await openOne()]
          await record(one, results)
          const own = results.slice(from, from + length)
          await record(other, own)
          await transfer(one, other)
          const first = await answersOf(other)
          for (const [at, board] of BOARDS.entries()) {
            // Both polled the same game, so together they know what one that polled all of it
            // knows.
            assert.deepEqual(first.boards[at]?.all, snapshotsIn(results, board))
          }
          const again = await transfer(one, other)
          assert.ok(again.every(({ wasKnown }) => wasKnown))
          for (const region of ['jp', 'tw'] as const) {
            for (const board of await one.archive.boards(region)) {
              for (const day of DAYS) {
                const dayMs = FIRST_DAY + day * DAY_MS
                const snapshots = await one.archive.snapshots(board, dayMs, dayMs + DAY_MS, 999)
                const gaps = await one.archive.endedGaps(board, dayMs, dayMs + DAY_MS)
                const times = snapshots.map(({ fetchedAtMs }) => fetchedAtMs)
                const collected = { board, dayMs, times, snapshots, gaps }
                const sha256 = `${day}${board.region === 'jp' ? 'a' : 'b'}`.repeat(32)
                await other.archive.startImport({ region: board.region, dayMs, sha256 })
                assert.equal(await other.archive.importDay(sha256, collected), 0)
              }
            }
          }
          assert.deepEqual(await answersOf(other), first)
        }),
        { numRuns },
      )
    })

    it('fills periods that were not collected here, and keeps the unknown part of a gap', async () => {
      const [one, other] = [await openOne(), await openOne()]
      const minutes = Array.from({ length: 60 }, (_, nth) => 1_440 + nth)
      await record(
        one,
        minutes.map((minute) => pollAt(minute, minute)),
      )
      const lease = await acquireLease(other.store)
      const down = { board: BOARD, atMs: FIRST_DAY + 60_000, reason: 'unavailable' } as const
      await other.store.record([pollAt(0, 1), down, pollAt(2_900, 9_999)], [], lease)
      await transfer(one, other)
      const { series, gaps } = await seriesOf(other)
      assert.equal(series[0]?.points.length, 62)
      assert.deepEqual(
        gaps.map(({ fromMs, untilMs }) => [fromMs, untilMs].map((ms = 0) => ms - FIRST_DAY)),
        [
          [0, 1_440 * 60_000],
          [1_499 * 60_000, 2_900 * 60_000],
        ],
      )
    })

    it('leaves snapshots after an imported segment unchanged, also after downsampling', async () => {
      const [one, other] = [await openOne(), await openOne()]
      await record(one, [pollAt(0, 5), pollAt(1, 6), pollAt(2, 5), pollAt(3.5, 5)])
      const lease = await acquireLease(other.store)
      await other.store.record([pollAt(3, 7), pollAt(4, 7), pollAt(1_500, 8)], [], lease)
      const retention = { rawMs: 0, stepMs: 300_000, keptMs: 0, liveMs: 0, playersMs: 0 }
      while (await other.store.downsample(retention, FIRST_DAY + 1_440 * 60_000, lease));
      await transfer(one, other)
      const [series] = (await seriesOf(other)).series
      assert.deepEqual(
        series?.points.map(({ points }) => points),
        [5, 6, 5, 5, 7, 8],
      )
    })

    it('drops what a collector with a fast clock has written, and lets it start again', async () => {
      const { store, archive } = await openOne()
      const nowMs = Date.now()
      const snapshot = (minutes: number): PollResult => ({
        snapshot: {
          board: BOARD,
          fetchedAtMs: nowMs + minutes * 60_000,
          ranks: [1],
          rows: [{ rank: 1, points: 1_000 + minutes, holders: [] }],
        },
      })
      const failed = { board: BOARD, atMs: nowMs - 60_000, reason: 'timeout' } as const
      const lease = await acquireLease(store)
      await store.record([snapshot(-2), failed, snapshot(60), snapshot(61)], [], lease)
      assert.deepEqual(await archive.dropFuture(), { snapshots: 2, gaps: 1 })
      await assert.rejects(store.record([snapshot(62)], [], lease), LeaseLost)
      assert.equal((await store.snapshot(BOARD))?.rows[0]?.points, 998)
      assert.deepEqual(await archive.dropFuture(), { snapshots: 0, gaps: 0 })
      const next = await acquireLease(store)
      await store.record([snapshot(0)], [], next)
      assert.equal((await store.snapshot(BOARD))?.rows[0]?.points, 1_000)
      const gaps = await archive.endedGaps(BOARD, 0, nowMs + 1)
      assert.deepEqual(
        gaps.map(({ fromMs, untilMs }) => [fromMs - nowMs, untilMs - nowMs]),
        [[-120_000, 0]],
      )
      // A valid lease stays with its owner.
      await archive.dropFuture()
      await store.record([], [], next)
    })

    it('imports no gap for a period with local snapshots', async () => {
      const [one, other] = [await openOne(), await openOne()]
      const failed = { board: BOARD, atMs: FIRST_DAY + 1_440 * 60_000, reason: 'timeout' } as const
      await record(one, [pollAt(1_430, 1), failed, pollAt(1_450, 2)])
      await record(other, [pollAt(1_435, 1)])
      await transfer(one, other)
      const { series, gaps } = await seriesOf(other)
      assert.equal(series[0]?.points.length, 3)
      assert.deepEqual(gaps, [])
    })

    it('rejects a day that has not ended, whose snapshots would be newer than local ones', async () => {
      const [one, other] = [await openOne(), await openOne()]
      await record(one, [pollAt(5, 1)])
      const lateOfDay = FIRST_DAY + DAY_MS - 1
      await assert.rejects(transfer(one, other, lateOfDay), {
        message: 'The day of the file has not ended yet.',
      })
      assert.deepEqual(await other.archive.boards('jp'), [])
      assert.equal((await transfer(one, other, FIRST_DAY + DAY_MS)).length, 1)
    })

    it('exports no day that has not ended, has a file, or is being imported', async () => {
      const { store, archive } = await openOne()
      await record({ store, archive }, [pollAt(0, 5), pollAt(1_440, 6)])
      const days = (untilMs: number) => archive.daysWithoutFile('jp', untilMs, 10)
      assert.deepEqual(await days(FIRST_DAY + DAY_MS - 1), [])
      assert.deepEqual(await days(FIRST_DAY + DAY_MS), [FIRST_DAY])
      assert.deepEqual(await days(OVER), [FIRST_DAY, FIRST_DAY + DAY_MS])
      const file = { region: 'jp', dayMs: FIRST_DAY, sha256: 'a'.repeat(64) } as const
      await archive.startImport(file)
      assert.deepEqual(await days(OVER), [FIRST_DAY + DAY_MS])
      // It was packed while an import started, so it may contain a part of that import.
      const early = { ...file, sha256: 'd'.repeat(64), bytes: 1, snapshots: 1 }
      assert.equal(await archive.putFile(early, Buffer.from('x')), false)
      assert.deepEqual(await archive.files('jp'), [])
      await archive.endImport(file.sha256)
      assert.equal(await archive.isImported(file.sha256), true)
      assert.deepEqual(await days(OVER), [FIRST_DAY, FIRST_DAY + DAY_MS])
      const exported = { ...file, bytes: 3, snapshots: 1 }
      assert.equal(await archive.putFile(exported, Buffer.from('one')), true)
      assert.equal(
        await archive.putFile({ ...exported, sha256: 'b'.repeat(64) }, Buffer.from('x')),
        false,
      )
      assert.deepEqual(await archive.files('jp'), [exported])
      assert.deepEqual(await days(OVER), [FIRST_DAY + DAY_MS])
    })

    it('exports later arrivals as another file, and imports both files in any order', async () => {
      const [one, other] = [await openOne(), await openOne()]
      const early = Array.from({ length: 30 }, (_, nth) => pollAt(10 + nth, nth))
      await record(one, [...early.slice(0, 10), ...early.slice(20)])
      await transfer(one, other)
      const [first] = await one.archive.files('jp')
      assert.ok(first !== undefined)
      assert.deepEqual(await one.archive.daysWithoutFile('jp', OVER, 10), [])

      // Polled at the end of the day but written late, or polled by a collector that lost its
      // lease.
      const lease = await acquireLease(one.store)
      await one.store.record([pollAt(50, 50), pollAt(51, 51)], [], lease)
      await one.store.recordLate(early.slice(10, 20), false)
      assert.deepEqual(await one.archive.daysWithoutFile('jp', OVER, 10), [FIRST_DAY])
      const imported = await transfer(one, other)
      const files = await one.archive.files('jp')
      assert.deepEqual(
        files.map(({ sha256, replaces, snapshots }) => [sha256, replaces, snapshots]),
        [
          [first.sha256, undefined, 20],
          [files[1]?.sha256, first.sha256, 32],
        ],
      )
      assert.notEqual(files[1]?.sha256, first.sha256)
      assert.deepEqual(
        imported.map(({ wasKnown, added }) => [wasKnown, added]),
        [
          [true, 0],
          [false, 12],
        ],
      )
      assert.deepEqual((await answersOf(other)).boards, (await answersOf(one)).boards)
      await exportDays(other.archive, OVER, () => {})
      assert.deepEqual((await other.archive.files('jp')).at(-1)?.sha256, files[1]?.sha256)
      // Repeating it creates no file.
      await exportDays(one.archive, OVER, () => {})
      assert.deepEqual(await one.archive.files('jp'), files)
    })

    it('stores no file that lacks data added while it was packed, nor one with fewer snapshots than exist', async () => {
      const { store, archive } = await openOne()
      await record({ store, archive }, [pollAt(0, 5), pollAt(1, 6)])
      const file = { region: 'jp', dayMs: FIRST_DAY, bytes: 1 } as const
      const put = (sha256: string, snapshots: number) =>
        archive.putFile({ ...file, sha256: sha256.repeat(64), snapshots }, Buffer.from('x'))
      assert.equal(await put('a', 1), false)
      assert.equal(await put('b', 2), true)
      const lease = await acquireLease(store)
      await store.record([pollAt(7, 8)], [], lease)
      const retention = { rawMs: 0, stepMs: 300_000, keptMs: 0, liveMs: 0, playersMs: 0 }
      while (await store.downsample(retention, FIRST_DAY + 3_600_000, lease));
      assert.equal(await put('c', 2), false)
      assert.deepEqual(
        (await archive.files('jp')).map(({ sha256 }) => sha256),
        ['b'.repeat(64)],
      )
      assert.deepEqual(await archive.daysWithoutFile('jp', OVER, 10), [])
    })

    it('imports nothing of a file that would give an event more than 1,000 runs', async () => {
      const [one, other] = [await openOne(), await openOne()]
      await record(one, [pollAt(0, 1)])
      const runs = Array.from({ length: 1_000 }, (_, nth) => ({
        region: 'jp' as const,
        id: '7',
        name: undefined,
        startsAtMs: nth,
        endsAtMs: nth + 1,
      }))
      const file = { region: 'jp', dayMs: 0, sha256: 'a'.repeat(64) } as const
      await other.archive.startImport(file)
      await other.archive.importEvents(file.sha256, runs)
      await assert.rejects(transfer(one, other), {
        message: 'Event 7 would have more than 1000 runs.',
      })
      assert.deepEqual(await other.archive.boards('jp'), [])
      assert.equal((await other.store.events('jp', '7')).length, 1_000)
    })

    it('stores a large file in pieces', async () => {
      const { archive } = await openOne()
      const content = Buffer.alloc(200_000, 'abc')
      const file = { region: 'kr', dayMs: 0, sha256: 'c'.repeat(64), bytes: 200_000, snapshots: 0 }
      await archive.putFile({ ...file, region: 'kr' }, content)
      const pieces = await Array.fromAsync(contentOf(archive, file.sha256))
      assert.ok(pieces.length > 1 && pieces.every((piece) => piece.length <= 65_536))
      assert.deepEqual(Buffer.concat(pieces), content)
    })
  })
}
