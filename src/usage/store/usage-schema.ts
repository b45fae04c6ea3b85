import type { Generated, Kysely } from '#libraries/kysely'

/** Counts of requests that have all other columns in common. */
interface CountsTable {
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

/** The tables of usage, equal in every database. */
export interface UsageTables {
  /** Requests of one hour that have all other columns in common. */
  readonly usage_hours: CountsTable
  /** Sums of finished UTC days; `hour` is the first of the day. */
  readonly usage_days: CountsTable
  /** Before `until_hour`, the rows of `usage_days` contain all hours. One row, named `days`. */
  readonly usage_rollups: {
    name: string
    until_hour: number
  }
  /** Admitted requests of one hour by a range of their duration. */
  readonly usage_latencies: {
    hour: number
    developer_id: string
    key_id: string
    operation: string
    /** Index of the range, as in `latency-bucket.ts`. */
    bucket: number
    requests: number
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
  /** What allows a search to skip a block. */
  readonly usage_page_filters: {
    page_id: number
    slowest_ms: number
    bits: Uint8Array
  }
}

/** A connection to the tables of usage. */
export type UsageDatabase = Kysely<UsageTables>
