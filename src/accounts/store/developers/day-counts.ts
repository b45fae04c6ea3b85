import { inChunks } from '../../../platform/sql/row-limits.ts'
import type { DayUsage, DayUsageRow } from '../../../quotas/day-usage.ts'
import type { AccountDatabase } from '../schema.ts'

/** Retention in days: slightly more than a month. */
const RETENTION_DAYS = 40

/** Creates the SQL store of day counts. Prunes old days once per new day written. */
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
    readDay: async (day, rowsMax) => {
      const rows = await database
        .selectFrom('usage_day')
        .select(['developer_id', 'used'])
        .where('day', '=', day)
        .orderBy('used', 'desc')
        .limit(rowsMax)
        .execute()
      return rows.map(({ developer_id: developerId, used }) => ({ developerId, day, used }))
    },
    write: async (rows) => {
      const sorted = mergeAndSort(rows)
      for (const some of inChunks(sorted)) await raiseCounts(database, some)
      const newest = Math.max(0, ...sorted.map(({ day }) => day))
      if (newest <= newestDay) return
      newestDay = newest
      await database
        .deleteFrom('usage_day')
        .where('day', '<', newest - RETENTION_DAYS)
        .execute()
    },
  }
}

async function raiseCounts(database: AccountDatabase, rows: readonly DayUsageRow[]): Promise<void> {
  await database
    .insertInto('usage_day')
    .values(rows.map(({ developerId, day, used }) => ({ developer_id: developerId, day, used })))
    .onConflict((conflict) =>
      conflict
        .columns(['developer_id', 'day'])
        .doUpdateSet((eb) => ({ used: eb.ref('excluded.used') }))
        // Higher stored counts stay and cause no write.
        .whereRef('excluded.used', '>', 'usage_day.used'),
    )
    .execute()
}

/**
 * Returns each developer's day once with its highest count, in an order equal on all nodes, so that
 * concurrent writes cannot deadlock.
 */
function mergeAndSort(rows: readonly DayUsageRow[]): readonly DayUsageRow[] {
  const highest = new Map<string, DayUsageRow>()
  for (const row of rows) {
    const id = `${row.developerId} ${row.day}`
    if ((highest.get(id)?.used ?? -1) < row.used) highest.set(id, row)
  }
  return [...highest.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
