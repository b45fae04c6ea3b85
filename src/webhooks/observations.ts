import {
  observation,
  type ObservationOf,
  type Observe,
} from '../platform/telemetry/define-observations.ts'
import { logged, notLogged } from '../platform/telemetry/log-rules.ts'
import { counter, histogram } from '../platform/telemetry/metrics/family.ts'
import type { Fault } from '../platform/telemetry/platform-observations.ts'
import { DELIVERY_FAILURES } from './webhook.ts'

/** Outcomes of an attempt: delivered, rejected by its status, or without an answer. */
const OUTCOMES = ['delivered', 'rejected', ...DELIVERY_FAILURES] as const

/** Upper bounds in seconds, up to the deadline of an attempt. */
const ATTEMPT_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Observations of webhooks. None has a URL, a name or an id that a developer chose. */
export const webhookObservations = {
  /** An attempt of a delivery ended. */
  'webhook.attempted': observation<{
    readonly outcome: (typeof OUTCOMES)[number]
    readonly durationMs: number
  }>()({
    log: notLogged,
    metrics: {
      attempts: counter('backline_webhook_attempts_total', 'Attempts of deliveries by outcome.', {
        outcome: { kind: 'webhookOutcome', values: OUTCOMES },
      }),
      seconds: histogram(
        'backline_webhook_attempt_seconds',
        'Duration of attempts of deliveries.',
        ATTEMPT_SECONDS,
      ),
    },
    count: ({ attempts, seconds }) => {
      const durations = seconds.at()
      return ({ outcome, durationMs }) => {
        attempts.at(outcome).value += 1
        durations.add(durationMs / 1_000)
      }
    },
  }),
  /** Messages were stored for delivery. */
  'webhook.enqueued': observation<{ readonly deliveries: number }>()({
    log: notLogged,
    metrics: {
      deliveries: counter('backline_webhook_deliveries_total', 'Deliveries stored for sending.'),
    },
    count: ({ deliveries }) => {
      const cell = deliveries.at()
      return (enqueued) => {
        cell.value += enqueued.deliveries
      }
    },
  }),
  /** Live entries were pruned before they were read: no messages are sent for them. */
  'webhook.missed': observation()({
    log: logged(
      'warn',
      'Live entries were deleted before webhooks were notified; no messages are sent for them.',
    ),
  }),
  /** This process acquired the lease of sending webhooks, or lost it. */
  'webhook.lease': observation<{ readonly held: boolean }>()({
    log: (lease) => ({
      level: 'info',
      fields: { ...lease },
      message: lease.held
        ? 'This process now sends webhooks.'
        : 'This process no longer sends webhooks.',
    }),
  }),
}

/** An observation of webhooks. */
export type WebhookObservation = ObservationOf<typeof webhookObservations> | Fault

/** Receives observations of webhooks. */
export type ObserveWebhooks = Observe<WebhookObservation>
