import type { Generated, Kysely } from '#libraries/kysely'

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
    /** The plan that gives the limits that are not the developer's own. */
    plan: string | null
    /** 1 for an operator of the portal. */
    is_operator: Generated<number>
    /** Since when an operator's approval is waited for; null once it is there. */
    waiting_since_ms: number | null
    /** Since when no key of the developer is accepted. */
    suspended_at_ms: number | null
  }
  /** Limits under a name. */
  readonly plans: {
    name: string
    minute_limit: number | null
    day_limit: number | null
    concurrency_limit: number | null
    created_at_ms: number
  }
  readonly applications: {
    id: string
    developer_id: string
    /** One that is removed keeps no name that another one could want: its id stands there too. */
    name: string
    created_at_ms: number
    removed_at_ms: number | null
  }
  readonly keys: {
    /** The public id of the key. */
    id: string
    application_id: string
    name: Generated<string>
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
  /** Where developers are signed in to the portal. */
  readonly sessions: {
    id: string
    /** HMAC-SHA-256 of the cookie's text under the pepper. */
    token_mac: Uint8Array
    developer_id: string
    signed_in_by: 'link' | 'provider'
    agent: string
    created_at_ms: number
    used_at_ms: number
    expires_at_ms: number
  }
  /** Sign-in links, each good for one time. */
  readonly invitations: {
    id: string
    token_mac: Uint8Array
    developer_id: string
    /** 1 when the developer becomes an operator by it. */
    makes_operator: number
    created_at_ms: number
    expires_at_ms: number
    used_at_ms: number | null
    withdrawn_at_ms: number | null
  }
  /** People at a provider, and the developer that each signs in as. */
  readonly identities: {
    id: string
    issuer: string
    subject: string
    developer_id: string
    name: string
    created_at_ms: number
  }
  /** Who did what. Nothing in it refers to another table: it outlives everything. */
  readonly audit: {
    /** Begins with the time, so that the order of ids is that of time. */
    id: string
    at_ms: number
    action: string
    by_kind: 'developer' | 'operator' | 'command' | 'anyone'
    by_id: string | null
    by_name: string | null
    developer_id: string | null
    developer_name: string | null
    subject: string | null
    /** A JSON object of texts. */
    details: string
  }
}

/** A connection to the accounts. */
export type AccountDatabase = Kysely<AccountTables>
