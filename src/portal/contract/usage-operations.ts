import { Type, type Static } from '#libraries/typebox'
import { FINDINGS, HEALTH_LEVELS, type Finding } from '../../health/health-check.ts'
import { QUOTA_NAMES } from '../../quotas/quota.ts'
import type { PortalOperation } from './portal-operation.ts'
import { REQUEST_OPERATIONS } from './request-operations.ts'
import { amount, id, limits, region, timeMs } from './shapes.ts'

const FINDING_NAMES = Object.keys(FINDINGS) as Finding[]

const quotaName = Type.Enum([...QUOTA_NAMES])

/** Counts of requests. */
const counts = {
  /** Admitted requests, which were charged. */
  admitted: amount,
  /** Requests rejected before they were charged. */
  refused: amount,
  /** Admitted requests that ended with an error (4xx or 5xx). */
  failed: amount,
  /** Gateway calls started for them. */
  upstreamCalls: amount,
}

/**
 * The usage in a period, from the retained hours. Times are rounded down to whole hours or days
 * (UTC).
 */
export const usage = Type.Object({
  fromMs: timeMs,
  toMs: timeMs,
  stepMs: amount,
  total: Type.Object(counts),
  /** Every step of the period, including those without requests. */
  steps: Type.Array(Type.Object({ atMs: timeMs, ...counts })),
  operations: Type.Array(Type.Object({ operation: Type.String(), ...counts })),
  regions: Type.Array(Type.Object({ region: Type.Optional(region), ...counts })),
  keys: Type.Array(
    Type.Object({
      keyId: id,
      name: Type.String(),
      application: Type.String(),
      applicationId: Type.Optional(id),
      ...counts,
    }),
  ),
  statuses: Type.Array(Type.Object({ status: Type.Integer(), requests: amount })),
  /** 429s by the limit that was reached; one request can exceed several. */
  limits: Type.Array(Type.Object({ limit: quotaName, requests: amount })),
  /** The most frequent errors, at most 20. */
  errors: Type.Array(
    Type.Object({
      operation: Type.String(),
      status: Type.Integer(),
      code: Type.String(),
      requests: amount,
    }),
  ),
})

/** A usage query. By default `to` is now and `from` a day earlier. */
export const usageQuery = Type.Object(
  {
    fromMs: Type.Optional(timeMs),
    toMs: Type.Optional(timeMs),
    /** Defaults to `day` for more than three days, else `hour`. */
    step: Type.Optional(Type.Enum(['hour', 'day'])),
    applicationId: Type.Optional(id),
    keyId: Type.Optional(id),
  },
  { additionalProperties: false },
)

const latencyCounts = {
  /** Admitted requests, and those of them that ended with an error (4xx or 5xx). */
  requests: amount,
  failed: amount,
  /** Absent without completed requests. */
  p50Ms: Type.Optional(Type.Number({ minimum: 0 })),
  p95Ms: Type.Optional(Type.Number({ minimum: 0 })),
  p99Ms: Type.Optional(Type.Number({ minimum: 0 })),
}

/** The durations and errors of admitted requests by operation; those with most requests first. */
export const latency = Type.Object({
  fromMs: timeMs,
  toMs: timeMs,
  stepMs: amount,
  operations: Type.Array(
    Type.Object({
      operation: Type.String(),
      ...latencyCounts,
      /** The steps with requests, oldest first. */
      steps: Type.Array(Type.Object({ atMs: timeMs, ...latencyCounts })),
    }),
  ),
})

/** Operations on usage and request records. */
export const USAGE_OPERATIONS = {
  ...REQUEST_OPERATIONS,
  'usage.read': {
    method: 'GET',
    path: '/usage',
    access: 'developer',
    query: usageQuery,
    reply: usage,
  },
  /** Returns durations and error rates by operation, of the last 7 days at most. */
  'usage.latency': {
    method: 'GET',
    path: '/usage/latency',
    access: 'developer',
    query: usageQuery,
    reply: latency,
  },
  'usage.quota': {
    method: 'GET',
    path: '/quota',
    access: 'developer',
    reply: Type.Object({
      limits,
      used: Type.Object({ minute: amount, day: amount, concurrency: amount }),
      minuteEndsAtMs: timeMs,
      dayEndsAtMs: timeMs,
      forecast: Type.Object({
        /** Admitted requests per hour, from the last hour. */
        hourly: Type.Number({ minimum: 0 }),
        /** When the day's quota will be used up at this rate; absent if not before its reset. */
        dayUsedUpAtMs: Type.Optional(timeMs),
      }),
    }),
  },
  'operator.usage': {
    method: 'GET',
    path: '/operator/usage',
    access: 'operator',
    query: Type.Object(
      { ...usageQuery.properties, developerId: Type.Optional(id) },
      { additionalProperties: false },
    ),
    reply: Type.Object({
      ...usage.properties,
      developers: Type.Array(Type.Object({ developerId: id, name: Type.String(), ...counts })),
    }),
  },
  'operator.latency': {
    method: 'GET',
    path: '/operator/latency',
    access: 'operator',
    query: Type.Object(
      { ...usageQuery.properties, developerId: Type.Optional(id) },
      { additionalProperties: false },
    ),
    reply: latency,
  },
  /** Returns the health checks of the answering node, its stores, gateways, disk and backup. */
  'operator.health': {
    method: 'GET',
    path: '/operator/health',
    access: 'operator',
    reply: Type.Object({
      atMs: timeMs,
      level: Type.Enum([...HEALTH_LEVELS]),
      checks: Type.Array(
        Type.Object({
          /** What was checked, such as `node`, a store, `gateway-jp` or `disk`. */
          subject: Type.String(),
          finding: Type.Enum(FINDING_NAMES),
          level: Type.Enum([...HEALTH_LEVELS]),
          /** Document that says what to do, with its section. */
          document: Type.Optional(Type.String()),
          /** Free bytes; milliseconds of a delay, an age or a remaining time; pending requests. */
          amount: Type.Optional(amount),
        }),
      ),
    }),
  },
  /** Returns the state of the service: the gateways, freshness and coalescing by region. */
  'operator.service': {
    method: 'GET',
    path: '/operator/service',
    access: 'operator',
    reply: Type.Object({
      atMs: timeMs,
      regions: Type.Array(
        Type.Object({
          region,
          /** The state of the gateway's circuit breaker on the answering node. */
          gateway: Type.String(),
          callsInFlight: amount,
          callsWaiting: amount,
          /** All nodes, last 24 hours. */
          answers: amount,
          cacheHits: amount,
          joined: amount,
          upstreamCalls: amount,
          upstreamFailures: amount,
          /** The mean age of the answers in milliseconds; absent without answers. */
          meanAgeMs: Type.Optional(Type.Number({ minimum: 0 })),
          /** The maximum age. */
          maxAgeMs: Type.Optional(Type.Number({ minimum: 0 })),
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, PortalOperation>>

/** Health checks in the portal's format. */
export type PortalHealth = Static<(typeof USAGE_OPERATIONS)['operator.health']['reply']>
/** Usage in the portal's format. */
export type PortalUsage = Static<typeof usage>
/** Durations and errors in the portal's format. */
export type PortalLatency = Static<typeof latency>
