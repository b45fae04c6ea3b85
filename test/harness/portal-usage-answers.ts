import { DAY_MS, HOUR_MS } from '../../src/platform/time/time-units.ts'
import type { PortalApplication } from '../../src/portal/contract/shapes.ts'
import type { PortalReply } from '../../src/portal/contract/portal-operation.ts'
import type { PortalOperations } from '../../src/portal/contract/portal-operations.ts'
import type { PortalRequestRecord } from '../../src/portal/contract/request-operations.ts'
import type { PortalLatency, PortalUsage } from '../../src/portal/contract/usage-operations.ts'
import { MADE_MS } from './portal-answers.ts'
import type { PortalFixtures } from './portal-fixtures.ts'

type ListedRequests = PortalReply<PortalOperations['requests.list']>['requests']

/** An application and a key whose names contain markup. */
export const PORTAL_APPLICATION: PortalApplication = {
  applicationId: 'a_bot',
  name: 'Cutoff bot <img src=x onerror=alert(1)>',
  createdAtMs: MADE_MS,
  keys: [
    {
      keyId: 'Q2h4b3RLZXkx',
      name: 'production',
      applicationId: 'a_bot',
      scopes: ['game:rankings', 'game:decks'],
      regions: ['jp', 'tw'],
      createdAtMs: MADE_MS,
      isActive: true,
    },
  ],
}

/** Returns request counts. */
export function counted(admitted: number, refused = 0, failed = 0) {
  return { admitted, refused, failed, upstreamCalls: Math.floor(admitted / 3) }
}

/** Returns durations of one operation in the current hour. */
export function latencyOf(nowMs: number): PortalLatency {
  const atMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const counts = { requests: 2_000, failed: 40, p50Ms: 1.2, p95Ms: 48, p99Ms: 310 }
  return {
    fromMs: atMs,
    toMs: atMs + HOUR_MS,
    stepMs: HOUR_MS,
    operations: [{ operation: 'event.ranking', ...counts, steps: [{ atMs, ...counts }] }],
  }
}

/** Returns `count` requests, one per second before this time, the newest first. */
export function requestsBefore(nowMs: number, count: number): ListedRequests {
  return Array.from({ length: count }, (_, nth) => ({
    requestId: nth.toString(16).padStart(24, 'a'),
    atMs: nowMs - nth * 1_000,
    status: nth % 5 === 4 ? 429 : 200,
    durationMs: nth + 0.25,
    complete: true,
    operation: 'event.ranking',
    region: 'jp' as const,
    keyId: 'Q2h4b3RLZXkx',
    ...(nth % 5 === 4 ? { code: 'quota_exceeded' } : { cache: 'hit' }),
  }))
}

/**
 * Returns usage in `steps` steps up to that of `nowMs`; each step has `100 + place` admitted
 * requests.
 */
export function usageOf(nowMs: number, steps = 24, stepMs = HOUR_MS): PortalUsage {
  const lastMs = Math.floor(nowMs / stepMs) * stepMs
  const made = Array.from({ length: steps }, (_, place) => ({
    atMs: lastMs - (steps - 1 - place) * stepMs,
    ...counted(100 + place, place % 5 === 0 ? 20 : 0, place % 7),
  }))
  const sum = (name: 'admitted' | 'refused' | 'failed' | 'upstreamCalls') =>
    made.reduce((all, step) => all + step[name], 0)
  const total = {
    admitted: sum('admitted'),
    refused: sum('refused'),
    failed: sum('failed'),
    upstreamCalls: sum('upstreamCalls'),
  }
  return {
    fromMs: made[0]?.atMs ?? lastMs,
    toMs: lastMs + stepMs,
    stepMs,
    total,
    steps: made,
    operations: [
      { operation: 'event.ranking', ...counted(2_000, 90, 40) },
      { operation: 'event.deck', ...counted(676, 10, 24) },
      { operation: '', ...counted(0, 3) },
    ],
    regions: [
      { region: 'jp', ...counted(2_600, 95, 60) },
      { region: 'tw', ...counted(76, 5, 4) },
      counted(0, 3),
    ],
    keys: [
      {
        keyId: 'Q2h4b3RLZXkx',
        name: 'production',
        application: PORTAL_APPLICATION.name,
        applicationId: 'a_bot',
        ...counted(2_676, 103, 64),
      },
    ],
    statuses: [
      { status: 429, requests: 97 },
      { status: 200, requests: 2_612 },
      { status: 404, requests: 64 },
      { status: 403, requests: 6 },
    ],
    limits: [
      { limit: 'minute', requests: 90 },
      { limit: 'day', requests: 0 },
      { limit: 'concurrency', requests: 12 },
    ],
    errors: [
      { operation: 'event.ranking', status: 429, code: 'quota_exceeded', requests: 97 },
      { operation: 'event.deck', status: 404, code: 'not_found', requests: 64 },
      { operation: 'event.deck', status: 403, code: 'insufficient_scope', requests: 6 },
    ],
  }
}

/** Returns empty usage. */
export function noUsage(nowMs: number): PortalUsage {
  const usage = usageOf(nowMs)
  return {
    ...usage,
    total: counted(0),
    steps: usage.steps.map(({ atMs }) => ({ atMs, ...counted(0) })),
    operations: [],
    regions: [],
    keys: [],
    statuses: [],
    limits: [],
    errors: [],
  }
}

/** Returns a quota with this use of the day. */
export function quotaOf(
  nowMs: number,
  dayUsed: number,
  dayUsedUpAtMs?: number,
): Exclude<PortalFixtures['usage.quota'], Function | Error | undefined> {
  return {
    limits: { minute: 60, day: 10_000, concurrency: 4 },
    used: { minute: 51, day: dayUsed, concurrency: 1 },
    minuteEndsAtMs: Math.ceil((nowMs + 1) / 60_000) * 60_000,
    dayEndsAtMs: Math.ceil((nowMs + 1) / DAY_MS) * DAY_MS,
    forecast: { hourly: 812.4, ...(dayUsedUpAtMs !== undefined && { dayUsedUpAtMs }) },
  }
}

/** A request id in the service's format. */
export const REQUEST_ID = '6a1f0c3e9d2b47f08c51aa03'

/** A request rejected by a limit. */
export const REFUSED_REQUEST: PortalRequestRecord = {
  requestId: REQUEST_ID,
  atMs: MADE_MS,
  status: 429,
  code: 'quota_exceeded',
  durationMs: 0.84,
  complete: true,
  operation: 'event.ranking',
  keyId: 'Q2h4b3RLZXkx',
  stages: [
    { stage: 'route', outcome: 'passed', facts: { operation: 'event.ranking' } },
    { stage: 'key', outcome: 'passed', facts: { keyId: 'Q2h4b3RLZXkx' } },
    { stage: 'region', outcome: 'passed', facts: { region: 'jp', granted: true } },
    { stage: 'scope', outcome: 'passed', facts: { scope: 'game:rankings' } },
    { stage: 'parameters', outcome: 'passed', facts: {} },
    {
      stage: 'limits',
      outcome: 'refused',
      facts: {
        minuteUsed: 60,
        minuteLimit: 60,
        dayUsed: 2_676,
        dayLimit: 10_000,
        concurrencyUsed: 1,
        concurrencyLimit: 4,
        minuteEndsAtMs: MADE_MS + 41_000,
        dayEndsAtMs: MADE_MS + 15 * HOUR_MS,
        violated: 'minute',
      },
    },
    { stage: 'cache', outcome: 'not_reached', facts: {} },
    { stage: 'gateway', outcome: 'not_reached', facts: {} },
  ],
}
