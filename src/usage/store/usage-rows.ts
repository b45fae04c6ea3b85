import { sql } from '#libraries/kysely'
import { CLIENT_LEFT } from '../../platform/http/client-left.ts'
import {
  USAGE_HOUR_MS,
  type UsageColumn,
  type UsageQuery,
  type UsageStore,
  type UsageSum,
} from '../usage-store.ts'
import { addFlush } from './add-flush.ts'
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
