import type { Generated, Kysely } from '#libraries/kysely'

/** The tables of usage, the same in every database. */
export interface UsageTables {
  /** Requests of one hour that have everything else in common. */
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
  /** The last addition of each process. */
  readonly usage_flushes: {
    process: string
    sequence: number
    at_ms: number
  }
  /** Records of requests, compressed. */
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
