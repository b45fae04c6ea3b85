import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DayUsage } from '../../src/quotas/day-usage.ts'
import { newName } from './new-key.ts'

/** A day-usage store under test. */
export interface DayUsageUnderTest {
  readonly usage: DayUsage
  /** The same, opened a second time, as by another node. */
  readonly other: DayUsage
  close(): Promise<void>
}

const TODAY = 20_500

/** Contract of every day-usage store. */
export function dayUsageContract(name: string, open: () => Promise<DayUsageUnderTest>): void {
  describe(`the ${name} store of daily usage`, () => {
    let test: DayUsageUnderTest
    before(async () => {
      test = await open()
    })
    after(() => test.close())

    it('is 0 without a record', async () => {
      assert.equal(await test.usage.read(newName(), TODAY), 0)
      await test.usage.write([])
    })

    it('only increases, whichever node writes', async () => {
      const developerId = newName()
      for (const [used, expected] of [
        [5, 5],
        [3, 5],
        [5, 5],
        [4_000_000_000, 4_000_000_000],
      ] as const) {
        await test.usage.write([{ developerId, day: TODAY, used }])
        assert.equal(await test.other.read(developerId, TODAY), expected)
      }
    })

    it('lists a day, highest usage first, up to the requested number', async () => {
      const [day, names] = [TODAY + 7, [newName(), newName(), newName()]]
      const rows = names.map((developerId, at) => ({ developerId, day, used: at + 1 }))
      await test.usage.write([...rows, { developerId: newName(), day: day - 1, used: 9 }])
      assert.deepEqual(await test.other.readDay(day, 10), rows.toReversed())
      assert.deepEqual(await test.other.readDay(day, 2), rows.toReversed().slice(0, 2))
      assert.deepEqual(await test.other.readDay(day + 1, 10), [])
    })

    it('separates developers and days, and keeps the highest of equal entries in one batch', async () => {
      const [one, other] = [newName(), newName()]
      await test.usage.write([
        { developerId: one, day: TODAY, used: 1 },
        { developerId: one, day: TODAY, used: 9 },
        { developerId: one, day: TODAY, used: 4 },
        { developerId: one, day: TODAY - 1, used: 2 },
        { developerId: other, day: TODAY, used: 3 },
      ])
      assert.deepEqual(
        await Promise.all([
          test.usage.read(one, TODAY),
          test.usage.read(one, TODAY - 1),
          test.usage.read(other, TODAY),
        ]),
        [9, 2, 3],
      )
    })

    it('accepts concurrent large batches of several nodes in any order, and keeps the highest values', async () => {
      const developers = Array.from({ length: 1_500 }, newName)
      const rows = (used: number) =>
        developers.map((developerId) => ({ developerId, day: TODAY, used }))
      await Promise.all([
        test.usage.write(rows(2)),
        test.other.write(rows(3).toReversed()),
        test.usage.write(rows(1)),
        test.other.write(rows(1).toReversed()),
      ])
      for (const developerId of [developers[0], developers[999], developers[1_499]]) {
        assert.equal(await test.usage.read(developerId ?? '', TODAY), 3)
      }
    })

    it('deletes days that ended more than 40 days ago', async () => {
      const developerId = newName()
      await test.usage.write([
        { developerId, day: TODAY - 40, used: 1 },
        { developerId, day: TODAY - 41, used: 1 },
      ])
      // The first write of a new day deletes old rows.
      await test.other.write([{ developerId, day: TODAY, used: 1 }])
      assert.equal(await test.usage.read(developerId, TODAY - 40), 1)
      await test.other.write([{ developerId, day: TODAY + 1, used: 1 }])
      assert.deepEqual(
        await Promise.all(
          [TODAY - 41, TODAY - 40, TODAY].map((d) => test.usage.read(developerId, d)),
        ),
        [0, 0, 1],
      )
    })
  })
}
