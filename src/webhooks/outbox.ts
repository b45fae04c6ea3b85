import type { Lease, LeaseStore } from '../platform/concurrency/maintain-lease.ts'
import type { Language } from '../platform/language.ts'
import type { WebhookFilter } from './condition.ts'
import type { Attempt, MessageContent, PauseNote, Preset } from './webhook.ts'

/** The error of a write after another node took over the lease. Nothing was written. */
export class SenderLeaseLost extends Error {
  override readonly name = 'SenderLeaseLost'

  constructor() {
    super('Another node sends webhooks by now.')
  }
}

/** How far the sending node has read what happens. */
export interface OutboxCursor {
  /** Last live entry that was read; `undefined` before the first. */
  readonly liveSeq: number | undefined
  /** Time up to which conditions of time were checked, in Unix milliseconds. */
  readonly clockMs: number | undefined
}

/** A message with the webhooks that it is delivered to. */
export interface Notice {
  /** The same for the same happening: a notice is stored once. */
  readonly messageId: string
  readonly content: MessageContent
  readonly webhookIds: readonly string[]
}

/** A webhook as conditions see it. */
export interface Subscription {
  readonly webhookId: string
  readonly developerId: string
  readonly filter: WebhookFilter
  /** When it was created, in Unix milliseconds: it is told of nothing earlier. */
  readonly sinceMs: number
}

/** A webhook that was changed: `undefined` where it no longer receives messages. */
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
  /** Hosts whose slots are taken. */
  readonly busyHosts: readonly string[]
  /** Developers whose slots are taken. */
  readonly busyDevelopers: readonly string[]
  /** Webhooks with a delivery under way. */
  readonly busyWebhooks: readonly string[]
  readonly max: number
}

/** How an attempt changes its webhook. */
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

/** What of the outbox is deleted. */
export interface OutboxBounds {
  /** Deliveries from before this time, in Unix milliseconds. */
  readonly deliveriesBeforeMs: number
  /** Messages from before this time, which are not stored again until then. */
  readonly messagesBeforeMs: number
  /** Webhooks that were removed up to this revision. */
  readonly revision: number
}

/**
 * Messages that wait for delivery, in the accounts database. Only the node with the lease writes:
 * writes reject with {@link SenderLeaseLost} after another node took over.
 */
export interface Outbox extends LeaseStore {
  /** Returns whether there are webhooks. */
  isUsed(): Promise<boolean>
  /** Makes pending deliveries due that a crash left without a time, or a wrong clock far ahead. */
  repair(lease: Lease): Promise<void>
  cursor(): Promise<OutboxCursor>
  /** Returns webhooks changed after a revision, in order; at most `max`. */
  changedAfter(revision: number, max: number): Promise<readonly SubscriptionChange[]>
  /** Stores notices with their deliveries, and the cursor; both or neither. */
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
