import { sql } from '#libraries/kysely'
import { USAGE_COLUMNS } from '../usage-store.ts'
import type { UsageDatabase } from './usage-schema.ts'
import { columnOf, COUNT_COLUMNS } from './usage-columns.ts'

/** Hours of a UTC day. */
export const DAY_HOURS = 24

const NAME = 'days'

/** The columns that the hours of one row of a day have in common. */
const SUBJECT = USAGE_COLUMNS.filter((name) => name !== 'hour').map(columnOf)

/**
 * Sums up the next day that ends at or before `beforeHour`. Returns whether there may be another.
 * Nodes that do so at the same time wait for each other's lock.
 */
export async function rollUpDay(database: UsageDatabase, beforeHour: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const fromHour = await nextDay(transaction, (await lockRolledUp(transaction)) ?? 0)
    if (fromHour === undefined || fromHour + DAY_HOURS > beforeHour) return false
    const untilHour = fromHour + DAY_HOURS
    await transaction
      .insertInto('usage_days')
      .columns(['hour', ...SUBJECT, ...COUNT_COLUMNS.map(({ column }) => column)])
      .expression(
        transaction
          .selectFrom('usage_hours')
          .select([sql.lit(fromHour).as('hour'), ...SUBJECT])
          .select(COUNT_COLUMNS.map(({ name, column }) => wholeOf(name, column)))
          .where('hour', '>=', fromHour)
          .where('hour', '<', untilHour)
          .groupBy(SUBJECT) as never,
      )
      .execute()
    await transaction
      .insertInto('usage_rollups')
      .values({ name: NAME, until_hour: untilHour })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ until_hour: untilHour }))
      .execute()
    return true
  })
}

/** Returns the hour before which days are summed up; 0 if none is. */
export async function rolledUpUntil(database: UsageDatabase): Promise<number> {
  const row = await database
    .selectFrom('usage_rollups')
    .select('until_hour')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row?.until_hour ?? 0
}

/**
 * Returns the same, and prevents until the end of the transaction that another day is summed up.
 */
export async function lockRolledUp(transaction: UsageDatabase): Promise<number | undefined> {
  const row = await transaction
    .updateTable('usage_rollups')
    .set((eb) => ({ until_hour: eb.ref('until_hour') }))
    .where('name', '=', NAME)
    .returning('until_hour')
    .executeTakeFirst()
  return row?.until_hour
}

/** Returns the first hour of the oldest day with rows that is not summed up. */
async function nextDay(database: UsageDatabase, untilHour: number): Promise<number | undefined> {
  const oldest = await database
    .selectFrom('usage_hours')
    .select('hour')
    .where('hour', '>=', untilHour)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst()
  return oldest && Math.floor(oldest.hour / DAY_HOURS) * DAY_HOURS
}

function wholeOf(name: string, column: string) {
  const values = sql.ref(column)
  const whole = name === 'ageMsMax' ? sql`max(${values})` : sql`sum(${values})`
  return sql<number>`cast(${whole} as bigint)`.as(column)
}
