import { sql } from '#libraries/kysely'
import { CLIENT_LEFT } from '../../platform/http/errors/client-left.ts'
import { USAGE_COLUMNS, type UsageColumn, type UsageQuery, type UsageSum } from '../usage-store.ts'
import { DAY_HOURS, rolledUpUntil } from './roll-up-days.ts'
import type { UsageDatabase } from './usage-schema.ts'
import { columnOf, COUNT_COLUMNS } from './usage-columns.ts'

/** The maximum of the hour column. Postgres rejects comparisons with larger values. */
export const HOUR_MAX = 0x7fff_ffff

const SUBJECT_COLUMNS = USAGE_COLUMNS.map(columnOf)

/** A range of hours: from inclusive, until exclusive. */
interface Hours {
  readonly fromHour: number
  readonly toHour: number
}

/**
 * Sums up rows. Takes the finished days of the period from the table of days, unless the sums are
 * wanted by the hour.
 */
export async function readSums<Column extends UsageColumn>(
  database: UsageDatabase,
  { fromHour, toHour, developerId, keyIds, by, most, isPerDay }: UsageQuery<Column>,
): Promise<readonly UsageSum<Column>[]> {
  if (keyIds?.length === 0) return []
  const columns = by.map(columnOf)
  const hours = { fromHour: Math.min(fromHour, HOUR_MAX), toHour: Math.min(toHour, HOUR_MAX) }
  const isPerHour = by.some((name) => name === 'hour') && isPerDay !== true
  const days = isPerHour ? undefined : wholeDays(hours, await rolledUpUntil(database))
  const rows = await database
    .selectFrom((eb) => {
      const { fromHour: from, toHour: to } = hours
      const select = (table: 'usage_hours' | 'usage_days', first: number, end: number) =>
        eb
          .selectFrom(table)
          .select([...SUBJECT_COLUMNS, ...COUNT_COLUMNS.map(({ column }) => column)])
          .where('hour', '>=', first)
          .where('hour', '<', end)
          .$if(developerId !== undefined, (some) =>
            some.where('developer_id', '=', developerId ?? ''),
          )
          .$if(keyIds !== undefined, (some) => some.where('key_id', 'in', [...(keyIds ?? [])]))
      if (days === undefined) return select('usage_hours', from, to).as('counts')
      return select('usage_days', days.fromHour, days.toHour)
        .unionAll(select('usage_hours', from, days.fromHour))
        .unionAll(select('usage_hours', days.toHour, to))
        .as('counts')
    })
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

/** Returns the whole days of a period that are summed up; `undefined` if there are none. */
function wholeDays({ fromHour, toHour }: Hours, untilHour: number): Hours | undefined {
  const first = Math.ceil(fromHour / DAY_HOURS) * DAY_HOURS
  const end = Math.floor(Math.min(toHour, untilHour) / DAY_HOURS) * DAY_HOURS
  return end > first ? { fromHour: first, toHour: end } : undefined
}
