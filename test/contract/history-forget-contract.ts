import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LeaseLost } from '../../src/history/history-store.ts'
import { exportDays } from '../../src/history/exports/export-days.ts'
import {
  answersOf,
  createInstances,
  BOARD,
  BOARDS,
  FIRST_DAY,
  transfer,
  OVER,
  pollAt,
  readings,
  record,
  resultsOf,
  seriesOf,
  snapshotsIn,
  type InstanceUnderTest,
  type OpenInstance,
} from './archive-under-test.ts'
import { acquireLease } from './history-under-test.ts'

/** Contract of every archive for forgetting an imported file. */
export function historyForgetContract(name: string, open: OpenInstance, numRuns = 15): void {
  describe(`forgetting imports (${name})`, () => {
    const { openOne, closeAll } = createInstances(open)

    it('restores the history from before the imports, with all gaps', async () => {
      await fc.assert(
        fc.asyncProperty(readings, fc.nat(60), fc.nat(60), async (read, from, length) => {
          const results = resultsOf(read)
          const [one, other] = [await openOne(), await openOne()]
          await record(one, results)
          await record(other, results.slice(from, from + length))
          const before = await answersOf(other)
          const boards = await other.archive.boards('jp')
          const imported = await transfer(one, other)
          for (const { sha256 } of imported) {
            const forgotten = await other.archive.forgetImport(sha256)
            assert.equal(forgotten?.sha256, sha256)
          }
          assert.deepEqual(await answersOf(other), before)
          assert.deepEqual(await other.archive.boards('jp'), boards)
          assert.deepEqual(await other.archive.imports(), [])
          // The same files can be imported again.
          await transfer(one, other)
          for (const [at, board] of BOARDS.entries()) {
            const { boards: again } = await answersOf(other)
            assert.deepEqual(again[at]?.all, snapshotsIn(results, board))
          }
          await closeAll()
        }),
        { numRuns },
      )
    })

    it('keeps data that another imported file also contains', async () => {
      await fc.assert(
        fc.asyncProperty(readings, fc.nat(60), fc.nat(60), async (read, from, length) => {
          const results = resultsOf(read)
          const [part, complete, other] = [await openOne(), await openOne(), await openOne()]
          await record(part, results.slice(from, from + length))
          await record(complete, results)
          const first = await transfer(part, other)
          await transfer(complete, other)
          for (const { sha256 } of first) await other.archive.forgetImport(sha256)
          const { boards } = await answersOf(other)
          const known = await other.archive.imports()
          for (const [at, board] of BOARDS.entries()) {
            // If both created the same file, it is forgotten.
            const days = new Set(known.map(({ region, dayMs }) => `${region} ${dayMs}`))
            const expected = snapshotsIn(results, board).filter((snapshot) =>
              days.has(
                `${board.region} ${Math.floor((snapshot?.fetchedAtMs ?? 0) / 86_400_000) * 86_400_000}`,
              ),
            )
            assert.deepEqual(boards[at]?.all, expected)
          }
          await closeAll()
        }),
        { numRuns },
      )
    })

    const theirs = Array.from({ length: 600 }, (_, nth) => pollAt(60 + nth, nth))
    const own = [pollAt(900, 7), pollAt(901, 8)]

    it('lets others write between its transactions, and can be repeated after a crash', async () => {
      const one = await openOne()
      await record(one, theirs)
      let onPause = async () => {}
      const other: InstanceUnderTest = await openOne(() => onPause())
      await record(other, own)
      const before = await answersOf(other)
      const [file] = await transfer(one, other)
      const died = Promise.withResolvers<void>()
      let pauses = 0
      onPause = async () => {
        pauses += 1
        const lease = await acquireLease(other.store)
        await other.store.record([], [], lease)
        if (pauses < 2) return
        died.resolve()
        await new Promise<never>(() => {})
      }
      void other.archive.forgetImport(file?.sha256 ?? '')
      await died.promise
      const again = await openOne(undefined, other)
      const found = await again.archive.imports()
      assert.deepEqual(
        found.map(({ sha256, isComplete }) => [sha256, isComplete]),
        [[file?.sha256, false]],
      )
      await again.archive.forgetImport(file?.sha256 ?? '')
      assert.deepEqual(await answersOf(again), before)
      assert.equal(await again.archive.forgetImport(file?.sha256 ?? ''), undefined)
    })

    it('deletes the export files that contain it, and allows other files of the day to be imported again', async () => {
      const [one, second, other] = [await openOne(), await openOne(), await openOne()]
      await record(one, theirs)
      await record(second, [pollAt(30, 5), pollAt(300.5, 6)])
      await record(other, own)
      await exportDays(other.archive, OVER, () => {})
      const [first] = await other.archive.files('jp')
      const [file] = await transfer(one, other)
      await exportDays(other.archive, OVER, () => {})
      const [secondFile] = await transfer(second, other)
      assert.ok(first !== undefined && file !== undefined && secondFile !== undefined)
      const exported = (await other.archive.files('jp')).map(({ sha256 }) => sha256)
      assert.equal(exported.length, 2)

      const forgotten = await other.archive.forgetImport(file.sha256)
      const [snapshots, gaps, runs] = [600, 0, 0]
      const counts = { snapshots, keptSnapshots: 0, gaps, runs }
      assert.deepEqual(forgotten, {
        ...counts,
        region: 'jp',
        dayMs: FIRST_DAY,
        sha256: file.sha256,
        exports: exported.slice(1),
        others: [secondFile.sha256],
      })
      assert.deepEqual(await other.archive.files('jp'), [first])
      assert.equal(await other.archive.filePiece(exported[1] ?? '', 0), undefined)
      // The forgotten file had prevented the import of one of its snapshots.
      assert.equal((await seriesOf(other)).series[0]?.points.length, 3)
      await transfer(second, other)
      assert.equal((await seriesOf(other)).series[0]?.points.length, 4)
      await exportDays(other.archive, OVER, () => {})
      const files = await other.archive.files('jp')
      assert.deepEqual(
        files.map((one_) => [one_.snapshots, one_.replaces]),
        [
          [2, undefined],
          [4, first.sha256],
        ],
      )
    })

    it('deletes runs that only this file added, and keeps those of others and their names', async () => {
      const { store, archive } = await openOne()
      const lease = await acquireLease(store)
      const run = (id: string, title: string) =>
        ({ region: 'jp', id, name: title, startsAtMs: 1_000, endsAtMs: 2_000 }) as const
      const file = { region: 'jp', dayMs: FIRST_DAY } as const
      const [first, hostile] = ['a'.repeat(64), 'b'.repeat(64)]
      await store.putEvents([run('1', 'Own')], lease)
      await archive.startImport({ ...file, sha256: first })
      await archive.importEvents(first, [run('2', 'First')])
      await archive.startImport({ ...file, sha256: hostile })
      const brought = ['1', '2', '3', '4'].map((id) => run(id, 'Hostile'))
      await archive.importEvents(hostile, brought)
      await store.putEvents([run('4', 'Hostile')], lease)
      assert.equal((await archive.forgetImport(hostile))?.runs, 1)
      const names = await store.runs({ region: 'jp', max: 10 })
      assert.deepEqual(
        names.map(({ id, name: title }) => [id, title]),
        [
          ['1', 'Own'],
          ['2', 'First'],
          ['4', 'Hostile'],
        ],
      )
      await assert.rejects(archive.importEvents(hostile, brought), /forgotten while it was running/)
    })

    it('restarts a collector whose newest snapshot it deletes', async () => {
      const [one, other] = [await openOne(), await openOne()]
      await record(one, theirs)
      const [file] = await transfer(one, other)
      const lease = await acquireLease(other.store)
      await other.archive.forgetImport(file?.sha256 ?? '')
      await assert.rejects(other.store.record([pollAt(900, 1)], [], lease), LeaseLost)
      await other.store.record([pollAt(900, 1)], [], await acquireLease(other.store))
      assert.deepEqual(
        (await seriesOf(other)).series[0]?.points.map(({ points }) => points),
        [1],
      )
      assert.ok((await other.archive.boards('jp')).some(({ id }) => id === BOARD.id))
    })
  })
}
