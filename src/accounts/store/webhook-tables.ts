import type { Generated } from '#libraries/kysely'

/** Tables of webhooks, equal in every database. Times are Unix milliseconds. */
export interface WebhookTables {
  readonly webhooks: {
    id: string
    developer_id: string
    name: string
    preset: string
    language: string
    /** JSON: regions, events and conditions. */
    filter: string
    /** Host and port of the URL: deliveries to one host share its slots. */
    host: string
    /** The URL as it may be shown, without its secret part. */
    target: string
    /** The URL and the signing secrets, encrypted under the pepper. */
    sealed: Uint8Array
    /** A removed webhook stays until its deliveries are deleted. */
    state: 'active' | 'paused' | 'removed'
    /** Why it is paused. */
    note: string | null
    created_at_ms: number
    /** Number of its last change by a person, ascending over all webhooks. */
    revision: number
    /** Failed attempts of its oldest pending delivery in a row. */
    failures: Generated<number>
    failing_since_ms: number | null
    /** When its oldest pending delivery is sent; null without one and while paused. */
    due_at_ms: number | null
  }
  /** What has happened, once for all webhooks that it is delivered to. */
  readonly webhook_messages: {
    id: string
    at_ms: number
    /** JSON: type, timestamp and data. */
    content: string
  }
  readonly webhook_deliveries: {
    webhook_id: string
    /** Ascending over all webhooks; deliveries of one webhook are sent in this order. */
    seq: number
    message_id: string
    state: 'pending' | 'delivered'
    created_at_ms: number
    ended_at_ms: number | null
    /** JSON array of the last attempts. */
    attempts: string
    /** Beginning of the last answer. */
    answer: string
  }
  /** One row: the lease of the node that sends, and how far it has read. */
  readonly webhook_sender: {
    id: number
    holder: string
    epoch: number
    expires_at_ms: number
    /** Last revision of a webhook. */
    revision: number
    /** Last number of a delivery. */
    seq: number
    /** Last live entry that was read; null before the first. */
    live_seq: number | null
    /** Time up to which conditions of time were checked; null before the first. */
    clock_ms: number | null
  }
}
