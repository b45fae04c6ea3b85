import { inChunks } from '../../platform/sql/row-limits.ts'
import { sql } from '#libraries/kysely'
import { CLIENT_LEFT } from '../../platform/http/client-left.ts'
import {
  USAGE_HOUR_MS,
  type UsageColumn,
  type UsageQuery,
  type UsageStore,
  type UsageSum,
  USAGE_COLUMNS,
  type UsageFlush,
  type UsageRow,
} from '../usage-store.ts'
import { pruneUsage } from './prune-usage.ts'
import type { UsageDatabase } from './usage-schema.ts'
import { columnOf, COUNT_COLUMNS } from './usage-columns.ts'

/** The maximum of the hour column. Postgres rejects comparisons with larger values. */
const HOUR_MAX = 0x7fff_ffff

/** Options of {@link createUsageStore}. */
export interface UsageStoreOptions {
  readonly database: UsageDatabase
  readonly close: () => Promise<void>
}

/** Creates a usage store in SQL. */
export function createUsageStore({ database, close }: UsageStoreOptions): UsageStore {
  return {
    add: (flush, nowMs) => addFlush(database, flush, nowMs),
    sums: (question) => readSums(database, question),
    lastUsed: async (developerIds) => {
      if (developerIds.length === 0) return new Map()
      const rows = await database
        .selectFrom('usage_hours')
        .select(({ fn }) => ['developer_id', fn.max('hour').as('hour')])
        .where('developer_id', 'in', [...developerIds])
        .groupBy('developer_id')
        .execute()
      return new Map(rows.map(({ developer_id, hour }) => [developer_id, hour * USAGE_HOUR_MS]))
    },
    keysLastUsed: async (developerId, keyIds) => {
      if (keyIds.length === 0) return new Map()
      const rows = await database
        .selectFrom('usage_hours')
        .select(({ fn }) => ['key_id', fn.max('hour').as('hour')])
        .where('developer_id', '=', developerId)
        .where('key_id', 'in', [...keyIds])
        .groupBy('key_id')
        .execute()
      return new Map(rows.map(({ key_id, hour }) => [key_id, hour * USAGE_HOUR_MS]))
    },
    pagesOf: async (second) => {
      const rows = await database
        .selectFrom('usage_pages')
        .select('bytes')
        .where('last_s', '>=', second)
        .where('first_s', '<=', second)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ bytes }) => bytes)
    },
    prune: (retention) => pruneUsage(database, retention),
    close,
  }
}

async function readSums<Column extends UsageColumn>(
  database: UsageDatabase,
  { fromHour, toHour, developerId, keyIds, by, most }: UsageQuery<Column>,
): Promise<readonly UsageSum<Column>[]> {
  if (keyIds?.length === 0) return []
  const columns = by.map(columnOf)
  const rows = await database
    .selectFrom('usage_hours')
    .select(columns)
    .select([
      ...COUNT_COLUMNS.map(({ name, column }) => {
        const summed = sql.ref(column)
        const whole = name === 'ageMsMax' ? sql`max(${summed})` : sql`sum(${summed})`
        return sql<number>`cast(coalesce(${whole}, 0) as bigint)`.as(name)
      }),
      sql<number>`cast(coalesce(sum(case when status >= 400 and status <> ${sql.lit(CLIENT_LEFT)} then admitted else 0 end), 0) as bigint)`.as(
        'failed',
      ),
    ])
    .where('hour', '>=', Math.min(fromHour, HOUR_MAX))
    .where('hour', '<', Math.min(toHour, HOUR_MAX))
    .$if(developerId !== undefined, (query) => query.where('developer_id', '=', developerId ?? ''))
    .$if(keyIds !== undefined, (query) => query.where('key_id', 'in', [...(keyIds ?? [])]))
    .$if(columns.length > 0, (query) => query.groupBy(columns))
    .$if(most !== undefined, (query) => query.orderBy(sql`sum(requests)`, 'desc').limit(most ?? 0))
    .execute()
  return rows.map((row) => {
    const found = row as unknown as Record<string, unknown>
    const subject = Object.fromEntries(by.map((name) => [name, found[columnOf(name)]]))
    const counts = Object.fromEntries(
      [...COUNT_COLUMNS.map(({ name }) => name), 'failed'].map((name) => [name, found[name]]),
    )
    return { ...subject, ...counts } as unknown as UsageSum<Column>
  })
}

/** Rows per statement, each of 19 values. */
const ROWS_AT_ONCE = 200

const KEY = USAGE_COLUMNS.map(columnOf)

/**
 * Adds the counts of one process to the stored ones, in one transaction with its sequence number.
 * Rows are sorted by key, so that two nodes adding to the same rows queue instead of deadlocking.
 */
async function addFlush(
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
          .doUpdateSet((eb) => ({
            sequence: eb.ref('excluded.sequence'),
            at_ms: eb.ref('excluded.at_ms'),
          }))
          .whereRef('usage_flushes.sequence', '<', 'excluded.sequence'),
      )
      .returning('process')
      .executeTakeFirst()
    if (noted === undefined) return false
    const sorted = rows.toSorted(byKey)
    for (const some of inChunks(sorted, ROWS_AT_ONCE)) await addRows(transaction, some)
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
