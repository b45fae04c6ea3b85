import type { Kysely } from 'kysely'

/** The tables of the accounts, the same in every database. Times are Unix milliseconds. */
export interface AccountTables {
  readonly developers: {
    id: string
    name: string
    /** A limit of this developer's own; null follows the default. */
    minute_limit: number | null
    day_limit: number | null
    concurrency_limit: number | null
    created_at_ms: number
  }
  readonly applications: {
    id: string
    developer_id: string
    name: string
    created_at_ms: number
  }
  readonly keys: {
    /** The public id of the key. */
    id: string
    application_id: string
    mac: Uint8Array
    pepper_id: string
    /** JSON lists of names. */
    scopes: string
    regions: string
    created_at_ms: number
    expires_at_ms: number | null
    revoked_at_ms: number | null
    /** The key that it was rotated into. */
    replaced_by: string | null
  }
  /** What a developer has used on a UTC day, as far as it was written down. */
  readonly usage_day: {
    developer_id: string
    /** Days since the Unix epoch. */
    day: number
    used: number
  }
}

/** A connection to the accounts. */
export type AccountDatabase = Kysely<AccountTables>
