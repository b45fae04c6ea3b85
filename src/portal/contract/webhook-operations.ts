import { Type, type Static } from '#libraries/typebox'
import { LANGUAGES } from '../../platform/language.ts'
import { filterSchema } from '../../webhooks/conditions/condition.ts'
import { DELIVERY_FAILURES, PAUSE_NOTES, PRESETS } from '../../webhooks/webhook.ts'
import type { PortalOperation } from './portal-operation.ts'
import { amount, id, name, timeMs } from './shapes.ts'

/** Webhook without its URL and secrets. */
export const webhook = Type.Object({
  webhookId: id,
  name,
  preset: Type.Enum([...PRESETS]),
  language: Type.Enum([...LANGUAGES]),
  filter: filterSchema,
  /** The URL without its secret part. */
  target: Type.String(),
  state: Type.Enum(['active', 'paused']),
  note: Type.Optional(Type.Enum([...PAUSE_NOTES])),
  createdAtMs: timeMs,
  /** Failed attempts of its oldest pending delivery in a row. */
  failures: amount,
  failingSinceMs: Type.Optional(timeMs),
  /** When its oldest pending delivery is sent; absent without one. */
  dueAtMs: Type.Optional(timeMs),
})

/** Webhook with its new signing secret, which cannot be shown again. */
export const issuedWebhook = Type.Object({ webhook, secret: Type.String() })

/** Delivery with its attempts, oldest first. */
export const delivery = Type.Object({
  seq: amount,
  messageId: Type.String(),
  type: Type.String(),
  state: Type.Enum(['pending', 'delivered']),
  createdAtMs: timeMs,
  endedAtMs: Type.Optional(timeMs),
  /** The message as JSON. */
  request: Type.String(),
  attempts: Type.Array(
    Type.Object({
      atMs: timeMs,
      durationMs: Type.Number(),
      status: Type.Optional(Type.Integer()),
      failure: Type.Optional(Type.Enum([...DELIVERY_FAILURES])),
    }),
  ),
  /** Beginning of the last answer. */
  answer: Type.String(),
})

const traits = {
  name,
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  preset: Type.Enum([...PRESETS]),
  language: Type.Enum([...LANGUAGES]),
  filter: filterSchema,
}

/** Operations on webhooks. */
export const WEBHOOK_OPERATIONS = {
  'webhooks.list': {
    method: 'GET',
    path: '/webhooks',
    access: 'developer',
    reply: Type.Object({ webhooks: Type.Array(webhook), max: amount }),
  },
  'webhooks.create': {
    method: 'POST',
    path: '/webhooks',
    access: 'developer',
    body: Type.Object(traits, { additionalProperties: false }),
    reply: issuedWebhook,
  },
  'webhooks.get': {
    method: 'GET',
    path: '/webhooks/{webhookId}',
    access: 'developer',
    reply: webhook,
  },
  /** Absent values stay. Another URL keeps the secret. */
  'webhooks.change': {
    method: 'POST',
    path: '/webhooks/{webhookId}/change',
    access: 'developer',
    body: Type.Partial(Type.Object(traits), { additionalProperties: false }),
    reply: webhook,
  },
  /** The current secrets sign for `overlapHours` more, beside the new one. */
  'webhooks.rotate': {
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate',
    access: 'developer',
    body: Type.Object(
      { overlapHours: Type.Integer({ minimum: 0, maximum: 24 * 7 }) },
      { additionalProperties: false },
    ),
    reply: issuedWebhook,
  },
  'webhooks.pause': {
    method: 'POST',
    path: '/webhooks/{webhookId}/pause',
    access: 'developer',
    reply: webhook,
  },
  /** Sends what is pending. */
  'webhooks.resume': {
    method: 'POST',
    path: '/webhooks/{webhookId}/resume',
    access: 'developer',
    reply: webhook,
  },
  'webhooks.remove': {
    method: 'POST',
    path: '/webhooks/{webhookId}/remove',
    access: 'developer',
    reply: Type.Object({}),
  },
  'webhooks.test': {
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    access: 'developer',
    reply: delivery,
  },
  /** Lists deliveries of the last 7 days, newest first. */
  'webhooks.deliveries': {
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    access: 'developer',
    query: Type.Object(
      {
        before: Type.Optional(Type.Integer({ minimum: 0 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      },
      { additionalProperties: false },
    ),
    reply: Type.Object({
      deliveries: Type.Array(delivery),
      /** `before` of the next page; absent on the last one. */
      next: Type.Optional(amount),
    }),
  },
  /** Sends a delivery again with the same message id. */
  'webhooks.send_again': {
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{seq}/send',
    access: 'developer',
    reply: delivery,
  },
} as const satisfies Readonly<Record<string, PortalOperation>>

/** A webhook in the portal's format. */
export type PortalWebhook = Static<typeof webhook>
/** A webhook with its new secret in the portal's format. */
export type PortalIssuedWebhook = Static<typeof issuedWebhook>
/** A delivery in the portal's format. */
export type PortalDelivery = Static<typeof delivery>
