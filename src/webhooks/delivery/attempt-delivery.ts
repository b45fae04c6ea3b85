import type { SealedTexts } from '../../accounts/keys/sealed-texts.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { ObserveWebhooks } from '../observations.ts'
import type { AttemptRecord, DueDelivery } from '../outbox.ts'
import type { PostMessage } from './post-message.ts'
import { decideRetry } from './retry-schedule.ts'
import { signatureHeaders } from './signature.ts'
import { ATTEMPTS_LISTED_MAX, type Attempt } from '../webhook.ts'
import { activeSecrets, openSecrets } from '../webhook-secrets.ts'

/** Makes one attempt. Never rejects: `undefined` when `signal` aborted it. */
export type AttemptDelivery = (
  delivery: DueDelivery,
  signal: AbortSignal,
) => Promise<AttemptRecord | undefined>

/** Options of {@link createAttemptDelivery}. */
export interface AttemptOptions {
  readonly sealedTexts: SealedTexts
  readonly clock: Pick<Clock, 'nowMs'>
  readonly post: PostMessage
  /** Renders the body of a message in the preset of its webhook. */
  readonly renderBody: (delivery: DueDelivery) => string
  readonly userAgent: string
  readonly observe: ObserveWebhooks
}

/** Creates the function that signs and sends one delivery and decides what follows. */
export function createAttemptDelivery(options: AttemptOptions): AttemptDelivery {
  const { sealedTexts, clock, post, renderBody, userAgent, observe } = options
  return async (delivery, signal) => {
    const { webhookId, seq, messageId, attempts } = delivery
    const secrets = openSecrets(sealedTexts, webhookId, delivery.sealed)
    if (secrets === undefined) {
      const outcome = { result: 'paused', note: 'unreadable' } as const
      return { webhookId, seq, attempts, answer: '', endedAtMs: clock.nowMs(), outcome }
    }
    const body = renderBody(delivery)
    const atMs = clock.nowMs()
    const signing = activeSecrets(secrets, atMs)
    const headers = {
      'user-agent': userAgent,
      ...signatureHeaders({ messageId, atMs, body }, signing),
    }
    const result = await post({ url: secrets.url, headers, body }, signal)
    if (result === undefined) return undefined
    const { status, failure, durationMs, answer, retryAfterMs } = result
    const attempt: Attempt = {
      atMs: result.atMs,
      durationMs,
      ...(status !== undefined && { status }),
      ...(failure !== undefined && { failure }),
    }
    const isDelivered = status !== undefined && status >= 200 && status < 300
    observe({
      type: 'webhook.attempted',
      outcome: isDelivered ? 'delivered' : (failure ?? 'rejected'),
      durationMs,
    })
    const endedAtMs = clock.nowMs()
    return {
      webhookId,
      seq,
      attempts: [...attempts, attempt].slice(-ATTEMPTS_LISTED_MAX),
      answer,
      endedAtMs,
      outcome: isDelivered
        ? { result: 'delivered' }
        : decideRetry({
            webhookId,
            status,
            failures: delivery.failures + 1,
            failingSinceMs: delivery.failingSinceMs ?? endedAtMs,
            nowMs: endedAtMs,
            retryAfterMs,
          }),
    }
  }
}
