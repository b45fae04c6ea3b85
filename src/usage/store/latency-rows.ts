import { sql } from '#libraries/kysely'
import { inChunks } from '../../platform/sql/row-limits.ts'
import type { LatencyCount, LatencyQuery, UsageRow } from '../usage-store.ts'
import { HOUR_MAX } from './read-sums.ts'
import { DAY_HOURS } from './roll-up-days.ts'
import type { UsageDatabase, UsageTables } from './usage-schema.ts'

/** Rows per statement, each of six values. */
const ROWS_AT_ONCE = 500

const KEY = ['developer_id', 'hour', 'key_id', 'operation', 'bucket'] as const

/** Adds the durations of a flush, sorted by key so that nodes queue instead of deadlocking. */
export async function addLatencies(
  transaction: UsageDatabase,
  rows: readonly UsageRow[],
): Promise<void> {
  const counts = new Map<string, UsageTables['usage_latencies']>()
  for (const { hour, developerId, keyId, operation, durations = [] } of rows) {
    for (let at = 0; at < durations.length; at += 2) {
      const [bucket = 0, requests = 0] = durations.slice(at, at + 2)
      const name = [developerId, hour, keyId, operation, bucket].join('\n')
      const count = counts.get(name)
      if (count !== undefined) count.requests += requests
      else {
        const subject = { hour, developer_id: developerId, key_id: keyId, operation }
        counts.set(name, { ...subject, bucket, requests })
      }
    }
  }
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const some of inChunks(sorted, ROWS_AT_ONCE)) {
    await transaction
      .insertInto('usage_latencies')
      .values(some.map(([, count]) => count))
      .onConflict((conflict) =>
        conflict.columns([...KEY]).doUpdateSet({
          requests: sql<number>`usage_latencies.requests + excluded.requests`,
        }),
      )
      .execute()
  }
}

/** Returns the durations in a period by hour or day and operation. */
export async function readLatencies(
  database: UsageDatabase,
  { fromHour, toHour, developerId, keyIds, isPerDay }: LatencyQuery,
): Promise<readonly LatencyCount[]> {
  if (keyIds?.length === 0) return []
  const hour =
    isPerDay === true ? sql<number>`hour - hour % ${sql.lit(DAY_HOURS)}` : sql<number>`hour`
  return database
    .selectFrom('usage_latencies')
    .select([hour.as('hour'), 'operation', 'bucket'])
    .select(sql<number>`cast(sum(requests) as bigint)`.as('requests'))
    .where('hour', '>=', Math.min(fromHour, HOUR_MAX))
    .where('hour', '<', Math.min(toHour, HOUR_MAX))
    .$if(developerId !== undefined, (some) => some.where('developer_id', '=', developerId ?? ''))
    .$if(keyIds !== undefined, (some) => some.where('key_id', 'in', [...(keyIds ?? [])]))
    .groupBy([hour, 'operation', 'bucket'])
    .execute()
}
