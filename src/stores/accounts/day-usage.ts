import type { DayUsage, DayUsageRow } from '../../domain/day-usage.ts'
import type { AccountDatabase } from './schema.ts'

/** Days that are kept: a month and some, for who wants to know how much was used. */
const DAYS_KEPT = 40

/** Rows of one statement; each has three parameters, and databases bound those. */
const ROWS_MAX = 1_000

/** What was used by day, in SQL. Days that are over for long are removed, once for each new day that is written. */
export function createDayUsage(database: AccountDatabase): DayUsage {
  let newestDay = 0
  return {
    read: async (developerId, day) => {
      const row = await database
        .selectFrom('usage_day')
        .select('used')
        .where('developer_id', '=', developerId)
        .where('day', '=', day)
        .executeTakeFirst()
      return row?.used ?? 0
    },
    write: async (rows) => {
      const all = inOrder(rows)
      for (let start = 0; start < all.length; start += ROWS_MAX) {
        await raise(database, all.slice(start, start + ROWS_MAX))
      }
      const newest = Math.max(0, ...all.map(({ day }) => day))
      if (newest <= newestDay) return
      newestDay = newest
      await database
        .deleteFrom('usage_day')
        .where('day', '<', newest - DAYS_KEPT)
        .execute()
    },
  }
}

async function raise(database: AccountDatabase, rows: readonly DayUsageRow[]): Promise<void> {
  await database
    .insertInto('usage_day')
    .values(rows.map(({ developerId, day, used }) => ({ developer_id: developerId, day, used })))
    .onConflict((conflict) =>
      conflict
        .columns(['developer_id', 'day'])
        .doUpdateSet(({ ref }) => ({ used: ref('excluded.used') }))
        // What stands higher stays, and is not even written.
        .whereRef('excluded.used', '>', 'usage_day.used'),
    )
    .execute()
}

/** Each developer's day once, at its highest, and all nodes in the same order: they lock rows and never each other. */
function inOrder(rows: readonly DayUsageRow[]): readonly DayUsageRow[] {
  const highest = new Map<string, DayUsageRow>()
  for (const row of rows) {
    const name = `${row.developerId} ${row.day}`
    if ((highest.get(name)?.used ?? -1) < row.used) highest.set(name, row)
  }
  return [...highest.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)
}
