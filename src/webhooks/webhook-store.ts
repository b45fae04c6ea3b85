import type { Actor } from '../accounts/audit-note.ts'
import type { Language } from '../platform/language.ts'
import type { WebhookFilter } from './conditions/condition.ts'
import type { Delivery, MessageContent, PauseNote, Preset, Webhook } from './webhook.ts'

/** The owner of webhooks, as named in the audit trail. */
export interface WebhookOwner {
  readonly developerId: string
  readonly name: string
}

/** The target of a webhook with its encrypted secrets. */
export interface SealedTarget {
  /** Host and port. */
  readonly host: string
  readonly target: string
  readonly sealed: Uint8Array
}

/** A webhook to store. */
export interface NewWebhook extends SealedTarget {
  readonly webhookId: string
  readonly name: string
  readonly preset: Preset
  readonly language: Language
  readonly filter: WebhookFilter
}

/** Fields to set; absent ones stay. */
export interface WebhookChanges {
  readonly name?: string | undefined
  readonly preset?: Preset | undefined
  readonly language?: Language | undefined
  readonly filter?: WebhookFilter | undefined
  /** Only if the encrypted secrets are still `old`. */
  readonly target?: (SealedTarget & { readonly old: Uint8Array }) | undefined
}

/** Reasons why a webhook is not created. */
export type CreateRejection = 'waiting' | 'webhooks_full' | 'changes_full' | 'not_found'

/** Reasons why a webhook is not changed. */
export type ChangeRejection = 'not_found' | 'changes_full'

/** A page of deliveries. */
export interface DeliveryQuery {
  /** Only deliveries before this number; `undefined`: the newest. */
  readonly before: number | undefined
  /** 1 to 100. */
  readonly limit: number
}

/** Webhooks as their owners manage them. A webhook of another owner is `not_found`. */
export interface WebhookStore {
  create(
    by: Actor,
    owner: WebhookOwner,
    webhook: NewWebhook,
    max: number,
  ): Promise<Webhook | CreateRejection>
  /** Returns the webhooks of a developer, oldest first. */
  list(developerId: string): Promise<readonly Webhook[]>
  get(developerId: string, webhookId: string): Promise<Webhook | undefined>
  /** Returns the encrypted URL and secrets. */
  sealed(developerId: string, webhookId: string): Promise<Uint8Array | undefined>
  change(
    by: Actor,
    owner: WebhookOwner,
    webhookId: string,
    changes: WebhookChanges,
  ): Promise<Webhook | ChangeRejection | 'changed'>
  /** Replaces the encrypted secrets if they are still `old`; `changed` if they are not. */
  rotate(
    by: Actor,
    owner: WebhookOwner,
    webhookId: string,
    secrets: { readonly old: Uint8Array; readonly sealed: Uint8Array },
  ): Promise<Webhook | ChangeRejection | 'changed'>
  /** Pauses a webhook (with a note) or resumes it (without): pending deliveries are then sent. */
  setPaused(
    by: Actor,
    owner: WebhookOwner,
    webhookId: string,
    note: PauseNote | undefined,
  ): Promise<Webhook | ChangeRejection>
  /** Removes a webhook, its secrets and its pending deliveries. Returns whether it existed. */
  remove(by: Actor, owner: WebhookOwner, webhookId: string): Promise<boolean>

  /** Returns deliveries, newest first; `undefined` for an unknown webhook. */
  deliveries(
    developerId: string,
    webhookId: string,
    query: DeliveryQuery,
  ): Promise<readonly Delivery[] | undefined>
  /**
   * Adds a message to one webhook, even a paused one. Counts as a daily change. Returns its
   * delivery.
   */
  send(
    developerId: string,
    webhookId: string,
    message: { readonly messageId: string; readonly content: MessageContent },
  ): Promise<Delivery | 'not_found' | 'queue_full' | 'changes_full'>
  /** Makes a delivery pending again, with the same message id. */
  sendAgain(
    developerId: string,
    webhookId: string,
    seq: number,
  ): Promise<Delivery | 'not_found' | 'queue_full'>
}

/** Maximum pending deliveries of a webhook before manual ones are rejected. */
export const MANUAL_DELIVERIES_MAX = 100
