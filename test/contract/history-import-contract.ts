import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acquireLease } from './history-under-test.ts'
import {
  FIRST_DAY,
  type InstanceUnderTest,
  OVER,
  type OpenInstance,
  answersOf,
  createInstances,
  BOARD,
  pollAt,
  transfer,
  record,
  seriesOf,
} from './archive-under-test.ts'

/** Contract of every archive for imports: small transactions, and continuation after a crash. */
export function historyImportContract(name: string, open: OpenInstance): void {
  describe(`imports into the archive (${name})`, () => {
    const { openOne } = createInstances(open)

    /**
     * Polls of one instance on a day, one per minute, and of another that was down for most of it.
     */
    const minuteByMinute = Array.from({ length: 1_200 }, (_, nth) => pollAt(60 + nth, nth))
    const ownRounds = [pollAt(900.5, 7), pollAt(901.5, 8), pollAt(902.5, 8)]

    it('lets others write between the small transactions of an import', async () => {
      const one = await openOne()
      await record(one, minuteByMinute)
      let pauses = 0
      const snapshots: number[] = []
      const other: InstanceUnderTest = await openOne(async () => {
        pauses += 1
        const lease = await acquireLease(other.store)
        await other.store.record([pollAt(2_000 + pauses, pauses)], [], lease)
        snapshots.push((await seriesOf(other)).series[0]?.points.length ?? 0)
      })
      await transfer(one, other)
      assert.ok(pauses >= 5)
      // Each write appeared immediately, next to a growing part of the file.
      assert.ok(snapshots.every((count, nth) => count > (snapshots[nth - 1] ?? 0)))
      assert.equal((await seriesOf(other)).series[0]?.points.length, 1_200 + pauses)
    })

    it('continues an interrupted import, also next to snapshots that only this instance has', async () => {
      const one = await openOne()
      const failed = { board: BOARD, atMs: FIRST_DAY + 1_000 * 60_000, reason: 'timeout' } as const
      await record(one, minuteByMinute.toSpliced(940, 3, failed))
      const complete = await openOne()
      await record(complete, ownRounds)
      await transfer(one, complete)
      const expected = await answersOf(complete)
      for (const endsAt of [1, 2, 3, 4]) {
        let pauses = 0
        const died = Promise.withResolvers<void>()
        const killed = await openOne(async () => {
          pauses += 1
          if (pauses < endsAt) return
          died.resolve()
          await new Promise<never>(() => {})
        })
        await record(killed, ownRounds)
        void transfer(one, killed)
        await died.promise
        assert.deepEqual(await killed.archive.daysWithoutFile('jp', OVER, 10), [])
        const again = await openOne(undefined, killed)
        const [imported] = await transfer(one, again)
        assert.equal(imported?.wasKnown, false)
        assert.deepEqual(await answersOf(again), expected)
      }
    })

    it('keeps a run that is announced here, and updates the period of one that is not', async () => {
      const { store, archive } = await openOne()
      const lease = await acquireLease(store)
      const run = {
        region: 'jp',
        id: '7',
        name: 'Own',
        startsAtMs: 1_000,
        endsAtMs: 2_000,
      } as const
      const other = { ...run, id: '8' }
      await store.putEvents([run], lease)
      const file = { region: 'jp', dayMs: FIRST_DAY } as const
      for (const [sha256, endsAtMs] of [
        ['a'.repeat(64), 3_000],
        ['b'.repeat(64), 4_000],
      ] as const) {
        await archive.startImport({ ...file, sha256 })
        const changed = { name: 'Theirs', endsAtMs }
        await archive.importEvents(sha256, [
          { ...run, ...changed },
          { ...other, ...changed },
        ])
      }
      assert.deepEqual(await store.events('jp', '7'), [run])
      assert.deepEqual(await store.events('jp', '8'), [
        { ...other, name: 'Theirs', endsAtMs: 4_000 },
      ])
      assert.deepEqual(await store.putEvents([other], lease), [other])
      assert.deepEqual(await store.events('jp', '8'), [other])
    })
  })
}
