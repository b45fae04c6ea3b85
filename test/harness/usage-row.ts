import { USAGE_COUNTS, type UsageCounts, type UsageRow } from '../../src/usage/usage-store.ts'

const ZERO_COUNTS = Object.fromEntries(USAGE_COUNTS.map((name) => [name, 0])) as Record<
  keyof UsageCounts,
  number
>

/** Returns a row with one admitted request of a developer; other fields are arbitrary. */
export function rowOf(developerId: string, fields: Partial<UsageRow> = {}): UsageRow {
  return {
    hour: 1,
    developerId,
    keyId: 'key',
    operation: 'event.ranking',
    region: 'jp',
    status: 200,
    code: '',
    ...ZERO_COUNTS,
    requests: 1,
    admitted: 1,
    ...fields,
  }
}
