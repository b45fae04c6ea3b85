import { sql } from '#libraries/kysely'
import { USAGE_COLUMNS, type UsageFlush, type UsageRow } from '../usage-store.ts'
import type { UsageDatabase } from './usage-schema.ts'
import { columnOf, COUNT_COLUMNS } from './usage-columns.ts'

/** Rows per statement: 19 values each; a statement may have 32,766. */
const ROWS_AT_ONCE = 200

const KEY = USAGE_COLUMNS.map(columnOf)

/**
 * Adds the counts of one process to the stored ones, in one transaction with its sequence number.
 * Rows are sorted by key, so that two nodes adding to the same rows queue instead of deadlocking.
 */
export async function addFlush(
  database: UsageDatabase,
  { process, sequence, rows, page }: UsageFlush,
  nowMs: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const noted = await transaction
      .insertInto('usage_flushes')
      .values({ process, sequence, at_ms: nowMs })
      .onConflict((conflict) =>
        conflict
          .column('process')
          .doUpdateSet(({ ref }) => ({
            sequence: ref('excluded.sequence'),
            at_ms: ref('excluded.at_ms'),
          }))
          .whereRef('usage_flushes.sequence', '<', 'excluded.sequence'),
      )
      .returning('process')
      .executeTakeFirst()
    if (noted === undefined) return false
    const sorted = rows.toSorted(byKey)
    for (let from = 0; from < sorted.length; from += ROWS_AT_ONCE) {
      await addRows(transaction, sorted.slice(from, from + ROWS_AT_ONCE))
    }
    if (page !== undefined) {
      const { firstS, lastS, bytes } = page
      await transaction
        .insertInto('usage_pages')
        .values({ first_s: firstS, last_s: lastS, size: bytes.byteLength, bytes })
        .execute()
    }
    return true
  })
}

async function addRows(transaction: UsageDatabase, rows: readonly UsageRow[]): Promise<void> {
  const sums = COUNT_COLUMNS.map(({ name, column }) => {
    const [stands, comes] = [sql.ref(`usage_hours.${column}`), sql.ref(`excluded.${column}`)]
    const sum =
      name === 'ageMsMax'
        ? sql<number>`case when ${comes} > ${stands} then ${comes} else ${stands} end`
        : sql<number>`${stands} + ${comes}`
    return [column, sum] as const
  })
  await transaction
    .insertInto('usage_hours')
    .values(
      rows.map(
        (row) =>
          Object.fromEntries([
            ...USAGE_COLUMNS.map((name) => [columnOf(name), row[name]]),
            ...COUNT_COLUMNS.map(({ name, column }) => [column, row[name]]),
          ]) as never,
      ),
    )
    .onConflict((conflict) => conflict.columns(KEY).doUpdateSet(Object.fromEntries(sums)))
    .execute()
}

function byKey(one: UsageRow, other: UsageRow): number {
  for (const name of USAGE_COLUMNS) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1
  }
  return 0
}
