import type { Language } from '../platform/language.ts'
import type { WebhookFilter } from './conditions/condition.ts'

/** Forms of a message: that of the Standard Webhooks specification, or a chat message. */
export const PRESETS = ['standard', 'discord', 'slack'] as const

/** One of {@link PRESETS}. */
export type Preset = (typeof PRESETS)[number]

/** Reasons why a webhook is paused. */
export const PAUSE_NOTES = [
  // Its owner paused it.
  'by_owner',
  // No attempt has succeeded for 24 hours.
  'failing',
  // The receiver answered 410 Gone.
  'gone',
  // It was stored under another pepper: its URL and secrets are unreadable.
  'unreadable',
] as const

/** One of {@link PAUSE_NOTES}. */
export type PauseNote = (typeof PAUSE_NOTES)[number]

/** Maximum webhooks of one developer, unless the operator sets another number. */
export const WEBHOOKS_MAX = 20

/** Maximum characters of a webhook's name. */
export const WEBHOOK_NAME_MAX = 100

/** A webhook, without its secrets. Times are Unix milliseconds. */
export interface Webhook {
  readonly webhookId: string
  readonly developerId: string
  readonly name: string
  readonly preset: Preset
  /** Language of chat messages. */
  readonly language: Language
  readonly filter: WebhookFilter
  /** Its URL without the secret part: `https://chat.example/…c0de`. */
  readonly target: string
  readonly state: 'active' | 'paused'
  /** Why it is paused. */
  readonly note: PauseNote | undefined
  readonly createdAtMs: number
  /** Consecutive failed attempts of its oldest pending delivery. */
  readonly failures: number
  readonly failingSinceMs: number | undefined
  /** Time of the next attempt; `undefined` while nothing is pending or it is paused. */
  readonly dueAtMs: number | undefined
}

/** One attempt of a delivery. */
export interface Attempt {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly durationMs: number
  /** HTTP status; absent without an answer. */
  readonly status?: number
  /** Why there was no answer; absent with one. */
  readonly failure?: DeliveryFailure
}

/** Reasons why an attempt has no answer. */
export const DELIVERY_FAILURES = [
  // The name has no address.
  'dns',
  // An address of the name is not allowed, such as that of a private network.
  'address_not_allowed',
  // The connection was refused, reset or closed.
  'connection',
  // The certificate is not valid.
  'tls',
  // No answer within the deadline.
  'timeout',
  // The answer is not HTTP.
  'bad_answer',
] as const

/** One of {@link DELIVERY_FAILURES}. */
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

/** State of a delivery. */
export type DeliveryState = 'pending' | 'delivered'

/** A message as it is delivered to one webhook. */
export interface Delivery {
  readonly seq: number
  readonly messageId: string
  readonly state: DeliveryState
  readonly createdAtMs: number
  readonly endedAtMs: number | undefined
  readonly content: MessageContent
  /** The last attempts, oldest first; at most {@link ATTEMPTS_LISTED_MAX}. */
  readonly attempts: readonly Attempt[]
  /** Beginning of the last answer. */
  readonly answer: string
}

/** Maximum attempts listed with a delivery. */
export const ATTEMPTS_LISTED_MAX = 20

/** Content of a message in the format of the Standard Webhooks specification. */
export interface MessageContent {
  readonly type: string
  /** Time of the occurrence, ISO 8601. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}
