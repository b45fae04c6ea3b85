import type { PortalDelivery, PortalWebhook } from '../../src/portal/contract/webhook-operations.ts'

/** A paused webhook with a condition of each shape and a target of one long word. */
export const WEBHOOK: PortalWebhook = {
  webhookId: 'wh_alerts',
  name: 'alerts',
  preset: 'discord',
  language: 'en',
  filter: {
    regions: ['jp', 'kr'],
    events: ['2004'],
    conditions: [
      { type: 'event.ended' },
      { type: 'cutoff.passed', rank: 1_000, points: 1_500_000 },
      { type: 'announcement.published', categories: [], tab: 'OPENING_EVENTS' },
    ],
  },
  target: `https://${'a-long-name-of-a-host.'.repeat(4)}example/…c0de`,
  state: 'paused',
  note: 'failing',
  createdAtMs: 1_780_000_000_000,
  failures: 15,
  failingSinceMs: 1_780_000_000_000,
}

/** A delivery that failed. */
export const DELIVERY: PortalDelivery = {
  seq: 7,
  messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJekabc',
  type: 'cutoff.passed',
  state: 'pending',
  createdAtMs: 1_780_000_000_000,
  request: '{\n  "type": "cutoff.passed"\n}',
  attempts: [
    { atMs: 1_780_000_000_000, durationMs: 5_000, failure: 'timeout' },
    { atMs: 1_780_000_005_000, durationMs: 20, status: 500 },
  ],
  answer: 'x'.repeat(300),
}
