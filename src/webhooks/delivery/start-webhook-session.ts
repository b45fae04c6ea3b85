import type { SealedTexts } from '../../accounts/keys/sealed-texts.ts'
import type { Lease, Session } from '../../platform/concurrency/maintain-lease.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { startInterval } from '../../platform/time/interval.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { createAttemptDelivery, type AttemptOptions } from './attempt-delivery.ts'
import type { ObserveWebhooks } from '../observations.ts'
import { Observer, type ObserverOptions } from '../observer.ts'
import type { Outbox } from '../outbox.ts'
import { Sender } from './sender.ts'

/** Retention in days of deliveries, and of messages, which are not stored again meanwhile. */
const [DELIVERY_DAYS, MESSAGE_DAYS] = [7, 40]

/** Options of {@link startWebhookSession}. */
export interface WebhookSessionOptions
  extends
    Pick<ObserverOptions, 'history' | 'readUsage' | 'speed'>,
    Pick<AttemptOptions, 'post' | 'renderBody' | 'userAgent'> {
  readonly outbox: Outbox
  readonly sealedTexts: SealedTexts
  readonly clock: Clock
  readonly observe: ObserveWebhooks
}

/**
 * Starts the observer, the sender and hourly maintenance of the outbox, while this process has the
 * lease.
 */
export function startWebhookSession(
  options: WebhookSessionOptions,
  lease: Lease,
  onLost: () => void,
): Session {
  const { outbox, clock, observe } = options
  const onFailure = (error: unknown) => observe({ type: 'fault', where: 'webhooks', error })
  const attempt = createAttemptDelivery(options)
  const sender = new Sender({ outbox, lease, clock, attempt, onLost, onFailure })
  const observer = new Observer({ ...options, lease, onLost, onEnqueued: () => sender.wake() })
  const stopped = new AbortController()
  const { signal } = stopped
  const maintain = async () => {
    await outbox.repair(lease)
    const nowMs = clock.nowMs()
    const bounds = () => ({
      deliveriesBeforeMs: nowMs - DELIVERY_DAYS * DAY_MS,
      messagesBeforeMs: nowMs - MESSAGE_DAYS * DAY_MS,
      revision: observer.revision,
    })
    while (!signal.aborted && (await outbox.prune(bounds()))) {}
  }
  const maintenance = startInterval({ clock, pauseMs: HOUR_MS, signal, onFailure }, maintain)
  return {
    end: async () => {
      stopped.abort()
      await Promise.all([sender.end(), observer.end(), maintenance])
    },
  }
}
