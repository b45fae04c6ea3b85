import type { Lease, LeaseStore } from '../platform/concurrency/maintain-lease.ts'
import type { Language } from '../platform/language.ts'
import type { WebhookFilter } from './conditions/condition.ts'
import type { Attempt, MessageContent, PauseNote, Preset } from './webhook.ts'

/** The error of a write after another node took over the lease. Nothing was written. */
export class SenderLeaseLost extends Error {
  override readonly name = 'SenderLeaseLost'

  constructor() {
    super('Another node has the lease for sending webhooks.')
  }
}

/** Position up to which the sending node has read live entries and checked time conditions. */
export interface OutboxCursor {
  /** Last live entry that was read; `undefined` before the first. */
  readonly liveSeq: number | undefined
  /** Time up to which time conditions were checked, in Unix milliseconds. */
  readonly clockMs: number | undefined
}

/** A message with the webhooks that it is delivered to. */
export interface Notice {
  /** Equal for the same occurrence, so that a notice is stored once. */
  readonly messageId: string
  readonly content: MessageContent
  readonly webhookIds: readonly string[]
}

/** The subscriptions of an active webhook. */
export interface Subscription {
  readonly webhookId: string
  readonly developerId: string
  readonly filter: WebhookFilter
  /** Creation time in Unix milliseconds; earlier occurrences are not sent. */
  readonly sinceMs: number
}

/** A changed webhook. `subscription` is `undefined` if it no longer receives messages. */
export interface SubscriptionChange {
  readonly revision: number
  readonly webhookId: string
  readonly subscription: Subscription | undefined
}

/** The oldest pending delivery of a webhook. */
export interface DueDelivery {
  readonly webhookId: string
  readonly developerId: string
  readonly seq: number
  readonly messageId: string
  readonly content: MessageContent
  readonly attempts: readonly Attempt[]
  readonly preset: Preset
  readonly language: Language
  /** Host and port. */
  readonly host: string
  readonly sealed: Uint8Array
  /** Failed attempts in a row before this one. */
  readonly failures: number
  /** Unix milliseconds of the first of them. */
  readonly failingSinceMs: number | undefined
}

/** A query of due deliveries. */
export interface DueQuery {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** Hosts without a free slot. */
  readonly busyHosts: readonly string[]
  /** Developers without a free slot. */
  readonly busyDevelopers: readonly string[]
  /** Webhooks with a delivery in progress. */
  readonly busyWebhooks: readonly string[]
  readonly max: number
}

/** The effect of an attempt on its webhook. */
export type AttemptOutcome =
  | { readonly result: 'delivered' }
  | { readonly result: 'retry'; readonly atMs: number }
  /** The webhook is paused; the delivery stays pending. */
  | { readonly result: 'paused'; readonly note: PauseNote }

/** An attempt to record. */
export interface AttemptRecord {
  readonly webhookId: string
  readonly seq: number
  readonly attempts: readonly Attempt[]
  readonly answer: string
  /** Unix milliseconds of its end. */
  readonly endedAtMs: number
  readonly outcome: AttemptOutcome
}

/** A key that expires soon. */
export interface ExpiringKey {
  readonly developerId: string
  readonly keyId: string
  readonly name: string
  readonly expiresAtMs: number
}

/** Bounds of what {@link Outbox.prune} deletes. */
export interface OutboxBounds {
  /** Deliveries created before this time (Unix ms). */
  readonly deliveriesBeforeMs: number
  /** Messages stored before this time (Unix ms). A stored message is not stored again. */
  readonly messagesBeforeMs: number
  /** Webhooks removed up to this revision. */
  readonly revision: number
}

/**
 * Pending deliveries, in the account database. Writes reject with {@link SenderLeaseLost} if
 * another node has the lease.
 */
export interface Outbox extends LeaseStore {
  /** Returns whether any webhook exists. */
  isUsed(): Promise<boolean>
  /**
   * Repairs the due time of pending deliveries: missing after a crash, or too far ahead after a
   * wrong clock.
   */
  repair(lease: Lease): Promise<void>
  cursor(): Promise<OutboxCursor>
  /** Returns webhooks changed after a revision, in order; at most `max`. */
  changedAfter(revision: number, max: number): Promise<readonly SubscriptionChange[]>
  /** Stores notices with their deliveries, and the cursor, in one transaction. */
  enqueue(notices: readonly Notice[], cursor: OutboxCursor, lease: Lease): Promise<void>
  /** Returns the oldest pending delivery of due webhooks, the earliest first. */
  due(query: DueQuery): Promise<readonly DueDelivery[]>
  /** Returns when the next delivery is due (Unix ms); `undefined` without one. */
  nextDueMs(): Promise<number | undefined>
  record(attempts: readonly AttemptRecord[], lease: Lease): Promise<void>
  /** Returns keys that expire after `fromMs` and at or before `untilMs`, at most 1,000. */
  expiringKeys(fromMs: number, untilMs: number): Promise<readonly ExpiringKey[]>
  /**
   * Deletes a bounded part of what exceeds the retention. Returns whether more remains.
   */
  prune(bounds: OutboxBounds): Promise<boolean>
}
