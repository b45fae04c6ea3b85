import type { Generated, Kysely } from '#libraries/kysely'
import type { WebhookTables } from './webhook-tables.ts'

/** Tables of the accounts, equal in every database. Times are Unix milliseconds. */
export interface AccountTables extends WebhookTables {
  readonly developers: {
    id: string
    name: string
    /** The developer's own limit; null follows the plan or the default. */
    minute_limit: number | null
    day_limit: number | null
    concurrency_limit: number | null
    created_at_ms: number
    /** Plan that provides the limits the developer does not have. */
    plan: string | null
    /** 1 for an operator of the portal. */
    is_operator: Generated<number>
    /** Since when the developer awaits an operator's approval; null once approved. */
    waiting_since_ms: number | null
    /** Since when the developer's keys are rejected. */
    suspended_at_ms: number | null
    /**
     * `developer`: registered without an operator. Null before migration 0007; the audit trail has
     * it.
     */
    created_by: 'developer' | 'operator' | 'command' | 'anyone' | null
  }
  /** Named limits. */
  readonly plans: {
    name: string
    minute_limit: number | null
    day_limit: number | null
    concurrency_limit: number | null
    created_at_ms: number
    /** JSON array of the names that keys may have; null: all. */
    scopes: string | null
    regions: string | null
  }
  readonly applications: {
    id: string
    developer_id: string
    /** The name of a removed application includes its id, which frees the original name. */
    name: string
    created_at_ms: number
    removed_at_ms: number | null
  }
  readonly keys: {
    /** Public id of the key. */
    id: string
    application_id: string
    name: Generated<string>
    mac: Uint8Array
    pepper_id: string
    /** JSON array of names. */
    scopes: string
    regions: string
    created_at_ms: number
    expires_at_ms: number | null
    revoked_at_ms: number | null
    /** Key that replaced it by rotation. */
    replaced_by: string | null
  }
  /** Changes that a developer made to applications and keys on the last day with a change. */
  readonly developer_changes: {
    developer_id: string
    /** Days since the Unix epoch. */
    day: number
    changes: number
  }
  /** Keys that ended long ago; only their ids are retained. */
  readonly retired_keys: {
    id: string
    application_id: string
    retired_at_ms: number
  }
  /** SQLite: changed keys, developers and plans in order of their ids; written by triggers. */
  readonly key_changes: {
    id: Generated<number>
    kind: string
    subject: string
  }
  /** Day counts of developers, as last written. */
  readonly usage_day: {
    developer_id: string
    /** Days since the Unix epoch. */
    day: number
    used: number
  }
  /** Portal sessions. */
  readonly sessions: {
    id: string
    /** HMAC-SHA-256 of the cookie's text under the pepper. */
    token_mac: Uint8Array
    developer_id: string
    signed_in_by: 'link' | 'provider'
    /** Person who started it; null for a link and for sessions of versions before 0007. */
    identity_id: string | null
    agent: string
    created_at_ms: number
    used_at_ms: number
    expires_at_ms: number
  }
  /** Sign-in links, each usable once. */
  readonly invitations: {
    id: string
    token_mac: Uint8Array
    developer_id: string
    /** 1 when the link makes the developer an operator. */
    makes_operator: number
    created_at_ms: number
    expires_at_ms: number
    used_at_ms: number | null
    withdrawn_at_ms: number | null
  }
  /** Persons at a provider with their developer. */
  readonly identities: {
    id: string
    issuer: string
    subject: string
    developer_id: string
    name: string
    created_at_ms: number
  }
  /** Requests for access and for more, decided by operators. */
  readonly access_requests: {
    id: string
    kind: string
    state: string
    /** Developer who asks; null until a request without an account is approved. */
    developer_id: string | null
    /** MAC of the requester's secret, as of the sign-in link that approval creates. */
    token_mac: Uint8Array | null
    name: string
    purpose: string
    contact: string
    plan: string | null
    created_at_ms: number
    decided_at_ms: number | null
    answer: string
  }
  /** Incidents and planned maintenance. */
  readonly incidents: {
    id: string
    title: string
    impact: string
    /** Names of components, separated by spaces. */
    components: string
    created_at_ms: number
    /** Window of planned maintenance; null for an incident. */
    from_ms: number | null
    until_ms: number | null
    ended_at_ms: number | null
  }
  /** Messages about incidents. */
  readonly incident_updates: {
    id: string
    incident_id: string
    at_ms: number
    state: string
    text: string
  }
  /** Audit trail. Refers to no other table, so that it outlives the rows it mentions. */
  readonly audit: {
    /** Starts with the time, so that ids sort by time. */
    id: string
    at_ms: number
    action: string
    by_kind: 'developer' | 'operator' | 'command' | 'anyone'
    by_id: string | null
    by_name: string | null
    developer_id: string | null
    developer_name: string | null
    subject: string | null
    /** JSON object of strings. */
    details: string
  }
}

/** Connection to the accounts. */
export type AccountDatabase = Kysely<AccountTables>
