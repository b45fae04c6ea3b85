import { USAGE_COUNTS, type UsageCounts, type UsageRow } from '../../src/domain/usage-store.ts'

const NOTHING = Object.fromEntries(USAGE_COUNTS.map((name) => [name, 0])) as Record<
  keyof UsageCounts,
  number
>

/** One admitted request of a developer; what is not said is anything. */
export function rowOf(developerId: string, fields: Partial<UsageRow> = {}): UsageRow {
  return {
    hour: 1,
    developerId,
    keyId: 'key',
    operation: 'event.ranking',
    region: 'jp',
    status: 200,
    code: '',
    ...NOTHING,
    requests: 1,
    admitted: 1,
    ...fields,
  }
}
