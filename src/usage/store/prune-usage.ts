import { sql } from '#libraries/kysely'
import type { UsageRetention } from '../usage-store.ts'
import { DAY_HOURS } from './roll-up-days.ts'
import type { UsageDatabase } from './usage-schema.ts'

/** Maximum rows deleted per statement, so that writers do not wait long. */
const ROWS_AT_ONCE = 5_000
const PAGES_AT_ONCE = 200

/**
 * Deletes some of the expired or excess rows, each kind in its own statement. Returns whether there
 * may be more.
 */
export async function pruneUsage(
  database: UsageDatabase,
  { beforeHour, latenciesBeforeHour, pagesBeforeS, pagesBytes, processesBeforeMs }: UsageRetention,
): Promise<boolean> {
  const hasMoreHours = await pruneHours(database, 'usage_hours', beforeHour)
  const hasMoreLatencies = await pruneHours(database, 'usage_latencies', latenciesBeforeHour)
  // A day is needed until its last hour has expired.
  const daysBeforeHour = beforeHour - DAY_HOURS + 1
  await database.deleteFrom('usage_days').where('hour', '<', daysBeforeHour).execute()
  const hasMorePages = await pruneBlocks(database, pagesBeforeS, pagesBytes)
  await database.deleteFrom('usage_flushes').where('at_ms', '<', processesBeforeMs).execute()
  return hasMoreHours || hasMoreLatencies || hasMorePages
}

/** Deletes whole hours, oldest first, until enough rows are deleted. */
async function pruneHours(
  database: UsageDatabase,
  table: 'usage_hours' | 'usage_latencies',
  beforeHour: number,
): Promise<boolean> {
  const hours = await database
    .selectFrom(table)
    .select(({ fn }) => ['hour', fn.countAll<number>().as('rows')])
    .where('hour', '<', beforeHour)
    .groupBy('hour')
    .orderBy('hour')
    .limit(24)
    .execute()
  let rows = 0
  const chosen = hours.filter(({ rows: more }) => {
    const fits = rows < ROWS_AT_ONCE
    rows += more
    return fits
  })
  if (chosen.length === 0) return false
  const last = chosen.at(-1)?.hour ?? 0
  await database.deleteFrom(table).where('hour', '<=', last).execute()
  return chosen.length < hours.length || hours.length === 24
}

/**
 * Deletes expired blocks, then the oldest ones until the rest fits. A block with a time in the
 * future does not prevent the deletion of later ones.
 */
async function pruneBlocks(
  database: UsageDatabase,
  beforeS: number,
  bytesMax: number,
): Promise<boolean> {
  const old = await database
    .selectFrom('usage_pages')
    .select('id')
    .where('last_s', '<', beforeS)
    .limit(PAGES_AT_ONCE)
    .execute()
  await deletePages(database, old)
  const excess = await pagesInExcess(database, bytesMax)
  await deletePages(database, excess)
  return old.length === PAGES_AT_ONCE || excess.length === PAGES_AT_ONCE
}

async function pagesInExcess(
  database: UsageDatabase,
  bytesMax: number,
): Promise<readonly { readonly id: number }[]> {
  const { total } = await database
    .selectFrom('usage_pages')
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('total'))
    .executeTakeFirstOrThrow()
  let excess = total - bytesMax
  if (excess <= 0) return []
  const oldest = await database
    .selectFrom('usage_pages')
    .select(['id', 'size'])
    .orderBy('id')
    .limit(PAGES_AT_ONCE)
    .execute()
  return oldest.filter(({ size }) => {
    const goes = excess > 0
    excess -= size
    return goes
  })
}

async function deletePages(
  database: UsageDatabase,
  pages: readonly { readonly id: number }[],
): Promise<void> {
  if (pages.length === 0) return
  const ids = pages.map(({ id }) => id)
  await database.deleteFrom('usage_pages').where('id', 'in', ids).execute()
  await database.deleteFrom('usage_page_filters').where('page_id', 'in', ids).execute()
}
