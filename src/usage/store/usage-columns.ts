import { USAGE_COUNTS, type UsageColumn, type UsageCounts } from '../usage-store.ts'
import type { UsageTables } from './usage-schema.ts'

type HourColumn = keyof UsageTables['usage_hours']

const COLUMNS: Readonly<Record<UsageColumn | keyof UsageCounts, HourColumn>> = {
  hour: 'hour',
  developerId: 'developer_id',
  keyId: 'key_id',
  operation: 'operation',
  region: 'region',
  status: 'status',
  code: 'code',
  requests: 'requests',
  admitted: 'admitted',
  overMinute: 'over_minute',
  overDay: 'over_day',
  overConcurrency: 'over_concurrency',
  calls: 'calls',
  callFailures: 'call_failures',
  hits: 'hits',
  joined: 'joined',
  answers: 'answers',
  ageMsSum: 'age_ms_sum',
  ageMsMax: 'age_ms_max',
}

/** Returns the column of a field of a row. */
export function columnOf(name: UsageColumn | keyof UsageCounts): HourColumn {
  return COLUMNS[name]
}

/** The counts with their columns. */
export const COUNT_COLUMNS = USAGE_COUNTS.map((name) => ({ name, column: columnOf(name) }))
