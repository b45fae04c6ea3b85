import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openUsage } from '../../src/usage/store/open-sqlite-usage.ts'
import type { UsageStore } from '../../src/usage/usage-store.ts'
import { rowOf } from '../harness/usage-row.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Sums of a long period, before and after its days are summed up.

const FIRST_HOUR = 20_000 * 24
const HOURS = 30 * 24
const ROWS = 160

describe('usage of a month', () => {
  let store: UsageStore
  before(async () => {
    store = openUsage(join(temporaryFolder(), 'usage.db'))
    for (let hour = 0; hour < HOURS; hour += 1) {
      const rows = Array.from({ length: ROWS }, (_, nth) =>
        rowOf(`developer ${nth % 40}`, {
          hour: FIRST_HOUR + hour,
          operation: `operation ${Math.floor(nth / 40)}`,
          requests: nth,
        }),
      )
      await store.add({ process: 'one', sequence: hour + 1, rows, page: undefined }, 1)
    }
  })
  after(() => store.close())

  it('is summed from days, with the same result and in less than a third of the time', async (t) => {
    const stood = await measure(store)
    while (await store.rollUp(FIRST_HOUR + HOURS));
    const afterwards = await measure(store)
    t.diagnostic(`${stood.cpuMs} ms from hours, ${afterwards.cpuMs} ms from days`)
    assert.deepEqual(afterwards.sums, stood.sums)
    assert.ok(afterwards.cpuMs < stood.cpuMs / 3, `${afterwards.cpuMs}`)
  })
})

/** Returns the sums by developer and operation, and the processor time of the fastest of five reads. */
async function measure(store: UsageStore) {
  const period = { fromHour: FIRST_HOUR + 5, toHour: FIRST_HOUR + HOURS }
  const times: number[] = []
  const read = async () => {
    const from = process.cpuUsage()
    const found = await store.sums({ ...period, by: ['developerId', 'operation'] })
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1_000)
    return found
  }
  let found = await read()
  for (let nth = 0; nth < 4; nth += 1) found = await read()
  const sums = found.map((sum) => `${sum.developerId} ${sum.operation} ${sum.requests}`).toSorted()
  return { sums, cpuMs: Math.min(...times) }
}
