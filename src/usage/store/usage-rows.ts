import { inChunks } from '../../platform/sql/row-limits.ts'
import { sql } from '#libraries/kysely'
import {
  USAGE_HOUR_MS,
  type UsageStore,
  USAGE_COLUMNS,
  USAGE_COUNTS,
  type UsageCounts,
  type UsageFlush,
  type UsageRow,
} from '../usage-store.ts'
import { addLatencies, readLatencies } from './latency-rows.ts'
import { readSums } from './read-sums.ts'
import { DAY_HOURS, lockRolledUp, rollUpDay, rolledUpUntil } from './roll-up-days.ts'
import { searchRequests } from './search-requests.ts'
import { pruneUsage } from './prune-usage.ts'
import type { UsageDatabase } from './usage-schema.ts'
import { columnOf, COUNT_COLUMNS } from './usage-columns.ts'

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
    list: (query) => searchRequests(database, query),
    latencies: (query) => readLatencies(database, query),
    rollUp: (beforeHour) => rollUpDay(database, beforeHour),
    prune: (retention) => pruneUsage(database, retention),
    close,
  }
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
    for (const some of inChunks(sorted, ROWS_AT_ONCE)) {
      await addRows(transaction, 'usage_hours', some)
    }
    await addLate(transaction, rows, nowMs)
    await addLatencies(transaction, rows)
    if (page !== undefined) {
      const { firstS, lastS, slowestMs, filter, bytes } = page
      const { id } = await transaction
        .insertInto('usage_pages')
        .values({ first_s: firstS, last_s: lastS, size: bytes.byteLength, bytes })
        .returning('id')
        .executeTakeFirstOrThrow()
      await transaction
        .insertInto('usage_page_filters')
        .values({ page_id: id, slowest_ms: slowestMs, bits: filter })
        .execute()
    }
    return true
  })
}

/**
 * Adds rows of days that are already summed up to these days: a process may flush long after an
 * outage.
 */
async function addLate(
  transaction: UsageDatabase,
  rows: readonly UsageRow[],
  nowMs: number,
): Promise<void> {
  const today = dayOf(Math.floor(nowMs / USAGE_HOUR_MS))
  const isLate = rows.some(({ hour }) => hour < today)
  const until = isLate ? await lockRolledUp(transaction) : await rolledUpUntil(transaction)
  const late = rows
    .filter(({ hour }) => hour < (until ?? 0))
    .map((row) => ({ ...row, hour: dayOf(row.hour) }))
  const byDay = mergeRows(late).toSorted(byKey)
  for (const some of inChunks(byDay, ROWS_AT_ONCE)) await addRows(transaction, 'usage_days', some)
}

function dayOf(hour: number): number {
  return Math.floor(hour / DAY_HOURS) * DAY_HOURS
}

/** Returns the sums of rows with the same subject, which one statement cannot add twice. */
function mergeRows(rows: readonly UsageRow[]): readonly UsageRow[] {
  const groups = Map.groupBy(rows, (row) => USAGE_COLUMNS.map((name) => row[name]).join('\n'))
  return [...groups.values()].map((group) => {
    const sums = USAGE_COUNTS.map((name) => {
      const values = group.map((row) => row[name])
      return [name, name === 'ageMsMax' ? Math.max(...values) : values.reduce((a, b) => a + b, 0)]
    })
    return { ...group[0]!, ...(Object.fromEntries(sums) as UsageCounts) }
  })
}

async function addRows(
  transaction: UsageDatabase,
  table: 'usage_hours' | 'usage_days',
  rows: readonly UsageRow[],
): Promise<void> {
  const sums = COUNT_COLUMNS.map(({ name, column }) => {
    const [stands, comes] = [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)]
    const sum =
      name === 'ageMsMax'
        ? sql<number>`case when ${comes} > ${stands} then ${comes} else ${stands} end`
        : sql<number>`${stands} + ${comes}`
    return [column, sum] as const
  })
  await transaction
    .insertInto(table)
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
