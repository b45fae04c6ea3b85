import { Type, type Static } from '#libraries/typebox'
import { QUOTA_NAMES } from '../../quotas/quota.ts'
import type { PortalOperation } from './portal-operation.ts'
import { amount, id, limits, region, timeMs } from './shapes.ts'

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

/** The outcome of a stage of a request. */
const stage = Type.Enum(['passed', 'refused', 'not_reached'])

/** The record of one request. Contains no secret, no parameter and no address. */
export const requestRecord = Type.Object({
  requestId: Type.String(),
  atMs: timeMs,
  status: Type.Integer(),
  code: Type.Optional(Type.String()),
  durationMs: Type.Number({ minimum: 0 }),
  /** False if the client disconnected before the complete answer was sent. */
  complete: Type.Boolean(),
  operation: Type.Optional(Type.String()),
  keyId: Type.Optional(id),
  /** In the order of the flow, up to the last stage reached. */
  stages: Type.Array(
    Type.Object({
      stage: Type.Enum([
        'route',
        'key',
        'region',
        'scope',
        'parameters',
        'limits',
        'cache',
        'gateway',
      ]),
      outcome: stage,
      /**
       * Findings by name: the limits and their usage, the result of the cache, the outcome of the
       * gateway call.
       */
      facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    }),
  ),
})

/** Operations on usage and request records. */
export const USAGE_OPERATIONS = {
  'usage.read': {
    method: 'GET',
    path: '/usage',
    access: 'developer',
    query: usageQuery,
    reply: usage,
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
  /** Returns a request of the developer's own keys, or any request for an operator. */
  'requests.get': {
    method: 'GET',
    path: '/requests/{requestId}',
    access: 'developer',
    reply: requestRecord,
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
  /** Returns the state of the service: the gateways, freshness and coalescing by region. */
  'operator.service': {
    method: 'GET',
    path: '/operator/service',
    access: 'operator',
    reply: Type.Object({
      atMs: timeMs,
      /** Of the answering node. */
      stores: Type.Record(Type.String(), Type.String()),
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

/** Usage in the portal's format. */
export type PortalUsage = Static<typeof usage>
/** A request record in the portal's format. */
export type PortalRequestRecord = Static<typeof requestRecord>
