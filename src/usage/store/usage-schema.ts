import type { Generated, Kysely } from '#libraries/kysely'

/** The tables of usage, equal in every database. */
export interface UsageTables {
  /** Requests of one hour that have all other columns in common. */
  readonly usage_hours: {
    /** Hours since the Unix epoch. */
    hour: number
    developer_id: string
    key_id: string
    operation: string
    region: string
    status: number
    code: string
    requests: number
    admitted: number
    over_minute: number
    over_day: number
    over_concurrency: number
    calls: number
    call_failures: number
    hits: number
    joined: number
    answers: number
    age_ms_sum: number
    age_ms_max: number
  }
  /** The last flush of each process. */
  readonly usage_flushes: {
    process: string
    sequence: number
    at_ms: number
  }
  /** Compressed request log blocks. */
  readonly usage_pages: {
    id: Generated<number>
    first_s: number
    last_s: number
    size: number
    bytes: Uint8Array
  }
}

/** A connection to the tables of usage. */
export type UsageDatabase = Kysely<UsageTables>
