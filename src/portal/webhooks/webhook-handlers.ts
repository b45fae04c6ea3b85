import type { Delivery, Webhook } from '../../webhooks/webhook.ts'
import type { WebhookService } from '../../webhooks/webhook-service.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'
import { PortalError } from '../contract/portal-error.ts'
import type {
  PortalDelivery,
  PortalWebhook,
  WEBHOOK_OPERATIONS,
} from '../contract/webhook-operations.ts'
import { asDeveloper } from '../current-user.ts'
import type { PortalHandlers } from '../portal-handlers.ts'

/** Deliveries of a page, unless the request says otherwise. */
const PAGE = 20

/** Creates the handlers of webhooks. */
export function createWebhookHandlers(
  service: () => WebhookService,
): PortalHandlers<keyof typeof WEBHOOK_OPERATIONS> {
  return {
    ...createDeliveryHandlers(service),

    'webhooks.list': async ({ currentUser: { developerId } }) => {
      const { store, max } = service()
      return { webhooks: (await store.list(developerId)).map(showWebhook), max }
    },

    'webhooks.create': async ({ currentUser, body }) => {
      const by = asDeveloper(currentUser)
      const { webhook, secret } = unwrap(await service().create(by, by, body))
      return { webhook: showWebhook(webhook), secret }
    },

    'webhooks.get': async ({ currentUser: { developerId }, path }) => {
      const found = await service().store.get(developerId, path.webhookId)
      return showWebhook(unwrap(found ?? 'not_found'))
    },

    'webhooks.change': async ({ currentUser, path, body }) => {
      const by = asDeveloper(currentUser)
      return showWebhook(unwrap(await service().change(by, by, path.webhookId, body)))
    },

    'webhooks.rotate': async ({ currentUser, path, body }) => {
      const by = asDeveloper(currentUser)
      const overlapMs = body.overlapHours * HOUR_MS
      const rotated = await service().rotate(by, by, path.webhookId, overlapMs)
      const { webhook, secret } = unwrap(rotated)
      return { webhook: showWebhook(webhook), secret }
    },

    'webhooks.pause': async ({ currentUser, path }) => {
      const by = asDeveloper(currentUser)
      const { store } = service()
      return showWebhook(unwrap(await store.setPaused(by, by, path.webhookId, 'by_owner')))
    },

    'webhooks.resume': async ({ currentUser, path }) => {
      const by = asDeveloper(currentUser)
      const { store } = service()
      return showWebhook(unwrap(await store.setPaused(by, by, path.webhookId, undefined)))
    },

    'webhooks.remove': async ({ currentUser, path }) => {
      const by = asDeveloper(currentUser)
      return unwrap((await service().store.remove(by, by, path.webhookId)) ? {} : 'not_found')
    },
  }
}

function createDeliveryHandlers(
  service: () => WebhookService,
): PortalHandlers<'webhooks.test' | 'webhooks.deliveries' | 'webhooks.send_again'> {
  return {
    'webhooks.test': async ({ currentUser, path }) =>
      showDelivery(unwrap(await service().test(currentUser, path.webhookId))),

    'webhooks.deliveries': async ({
      currentUser: { developerId },
      path,
      query: { before, limit = PAGE },
    }) => {
      const { store } = service()
      const query = { before, limit: limit + 1 }
      const found = unwrap(
        (await store.deliveries(developerId, path.webhookId, query)) ?? 'not_found',
      )
      const deliveries = found.slice(0, limit).map(showDelivery)
      const next = found.length > limit ? deliveries.at(-1)?.seq : undefined
      return { deliveries, ...(next !== undefined && { next }) }
    },

    'webhooks.send_again': async ({ currentUser: { developerId }, path }) => {
      const seq = /^[0-9]{1,15}$/.test(path.seq) ? Number(path.seq) : -1
      return showDelivery(unwrap(await service().store.sendAgain(developerId, path.webhookId, seq)))
    },
  }
}

function showWebhook(found: Webhook): PortalWebhook {
  const { developerId: _, note, failingSinceMs, dueAtMs, ...webhook } = found
  return {
    ...webhook,
    ...(note !== undefined && { note }),
    ...(failingSinceMs !== undefined && { failingSinceMs }),
    ...(dueAtMs !== undefined && { dueAtMs }),
  }
}

function showDelivery({ content, endedAtMs, attempts, ...delivery }: Delivery): PortalDelivery {
  return {
    ...delivery,
    type: content.type,
    request: JSON.stringify(content, undefined, 2),
    attempts: [...attempts],
    ...(endedAtMs !== undefined && { endedAtMs }),
  }
}

/** Errors of the portal by rejection. */
const REJECTIONS = {
  not_found: () => new PortalError('not_found', 'The requested object does not exist.'),
  waiting: () =>
    new PortalError('waiting', 'An operator must approve your account before you create webhooks.'),
  webhooks_full: () =>
    new PortalError('webhooks_full', 'You have the maximum number of webhooks. Remove one first.'),
  queue_full: () =>
    new PortalError('deliveries_full', 'Too many deliveries of this webhook are pending already.'),
  changes_full: () =>
    new PortalError('too_many_requests', 'You have made too many changes today.', {
      retryAfterS: 3_600,
    }),
  invalid_url: () =>
    new PortalError('webhook_url', 'The URL must be an http or https address without credentials.'),
  port_not_allowed: () => new PortalError('webhook_url', 'The port of the URL is not allowed.'),
  address_not_allowed: () =>
    new PortalError('webhook_url', 'The URL must be an address of the public internet.'),
} as const satisfies Readonly<Record<string, () => PortalError>>

/** Returns a result; throws the portal's error for a rejection. */
function unwrap<Result extends object>(result: Result | keyof typeof REJECTIONS): Result {
  if (typeof result === 'string') throw REJECTIONS[result]()
  return result
}
