import { Type, type Static } from '#libraries/typebox'
import { QUOTA_NAMES } from '../../domain/quota.ts'
import type { PortalOperation } from './portal-operation.ts'
import { amount, id, limits, region, timeMs } from './shapes.ts'

const quotaName = Type.Enum([...QUOTA_NAMES])

/** What is counted of some requests. */
const counts = {
  /** Requests that were admitted, and so charged. */
  admitted: amount,
  /** Requests that were refused before they were charged. */
  refused: amount,
  /** Admitted requests that ended in an error (4xx or 5xx). */
  failed: amount,
  /** Calls of the game's gateways that were made for them. */
  upstreamCalls: amount,
}

/** What was used in a time, from the hours that are kept. Times are cut to whole hours or days (UTC). */
export const usage = Type.Object({
  fromMs: timeMs,
  toMs: timeMs,
  stepMs: amount,
  total: Type.Object(counts),
  /** Every step of the time, those without requests too. */
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
  /** 429s by the limit that tripped; one request can be over several. */
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

/** What usage is asked with. `to` is now, and `from` a day before, unless told. */
export const usageQuery = Type.Object(
  {
    fromMs: Type.Optional(timeMs),
    toMs: Type.Optional(timeMs),
    /** `day` unless the time is three days or less. */
    step: Type.Optional(Type.Enum(['hour', 'day'])),
    applicationId: Type.Optional(id),
    keyId: Type.Optional(id),
  },
  { additionalProperties: false },
)

/** How a stage of a request ended. */
const stage = Type.Enum(['passed', 'refused', 'not_reached'])

/** What became of one request. Holds no secret, no parameter and no address. */
export const requestRecord = Type.Object({
  requestId: Type.String(),
  atMs: timeMs,
  status: Type.Integer(),
  code: Type.Optional(Type.String()),
  durationMs: Type.Number({ minimum: 0 }),
  /** False when the client left before the whole answer was sent. */
  complete: Type.Boolean(),
  operation: Type.Optional(Type.String()),
  keyId: Type.Optional(id),
  /** In the order of the flow, as far as the request came. */
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
      /** What was found, name by name: the limits with what was used of them, the cache's word, what the gateway said. */
      facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    }),
  ),
})

/** What was used, and what became of a request. */
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
        /** Admitted requests in an hour, as the last hour went. */
        hourly: Type.Number({ minimum: 0 }),
        /** When the day's quota will be used up at this rate; absent: not before it begins anew. */
        dayUsedUpAtMs: Type.Optional(timeMs),
      }),
    }),
  },
  /** A developer finds requests of their own keys, an operator all. */
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
  /** How the service is: the gateways, freshness and sharing by region. */
  'operator.service': {
    method: 'GET',
    path: '/operator/service',
    access: 'operator',
    reply: Type.Object({
      atMs: timeMs,
      /** Of the node that answers. */
      stores: Type.Record(Type.String(), Type.String()),
      regions: Type.Array(
        Type.Object({
          region,
          /** Of the node that answers: what its breaker says of the gateway. */
          gateway: Type.String(),
          callsInFlight: amount,
          callsWaiting: amount,
          /** Of the last 24 hours, of all nodes. */
          answers: amount,
          cacheHits: amount,
          joined: amount,
          upstreamCalls: amount,
          upstreamFailures: amount,
          /** The mean age of the answers, in milliseconds; absent where there were none. */
          meanAgeMs: Type.Optional(Type.Number({ minimum: 0 })),
          /** The greatest. */
          maxAgeMs: Type.Optional(Type.Number({ minimum: 0 })),
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, PortalOperation>>

/** Usage as pages show it. */
export type PortalUsage = Static<typeof usage>
/** What became of one request, as pages show it. */
export type PortalRequestRecord = Static<typeof requestRecord>
