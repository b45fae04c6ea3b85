import type { UsageRow } from '../../src/domain/usage-store.ts'

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
    requests: 1,
    admitted: 1,
    overMinute: 0,
    overDay: 0,
    overConcurrency: 0,
    calls: 0,
    callFailures: 0,
    hits: 0,
    joined: 0,
    answers: 0,
    ageMsSum: 0,
    ageMsMax: 0,
    ...fields,
  }
}
