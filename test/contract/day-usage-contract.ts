import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DayUsage } from '../../src/domain/day-usage.ts'
import { newName } from './new-key.ts'

/** The usage of days under test. */
export interface DayUsageUnderTest {
  readonly usage: DayUsage
  /** The same, opened a second time, as by another node. */
  readonly other: DayUsage
  close(): Promise<void>
}

const TODAY = 20_500

/** What every store of the usage of days must do. */
export function dayUsageContract(name: string, open: () => Promise<DayUsageUnderTest>): void {
  describe(`the ${name} usage of days`, () => {
    let test: DayUsageUnderTest
    before(async () => {
      test = await open()
    })
    after(() => test.close())

    it('is 0 where nothing was written', async () => {
      assert.equal(await test.usage.read(newName(), TODAY), 0)
      await test.usage.write([])
    })

    it('is raised and never lowered, by any node', async () => {
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

    it('keeps developers and days apart, and the highest of equal ones in one batch', async () => {
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

    it('takes large batches of many nodes at one time, in any order, and keeps the highest of each', async () => {
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

    it('forgets days that are over for more than 40 days', async () => {
      const developerId = newName()
      await test.usage.write([
        { developerId, day: TODAY - 40, used: 1 },
        { developerId, day: TODAY - 41, used: 1 },
      ])
      // The first write of a new day clears away.
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
