import { Type, type Static } from '#libraries/typebox'
import { OPERATIONS } from '../../game/operations.ts'
import { ERROR_CODES } from '../../platform/http/errors/service-error.ts'
import { CACHE_RESULTS } from '../../usage/cache-results.ts'
import { CURSOR_PATTERN } from '../../usage/request-cursor.ts'
import type { PortalOperation } from './portal-operation.ts'
import { id, region, timeMs } from './shapes.ts'

const OPERATION_IDS = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]

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

/** Filters of the list of requests, which joins them with "and". */
const requestsQuery = {
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  code: Type.Optional(Type.Enum([...ERROR_CODES])),
  operation: Type.Optional(Type.Enum(OPERATION_IDS)),
  region: Type.Optional(region),
  applicationId: Type.Optional(id),
  keyId: Type.Optional(id),
  /** How the response was obtained. */
  cache: Type.Optional(Type.Enum([...CACHE_RESULTS])),
  /** Only requests that took at least this many milliseconds. */
  slowMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 600_000 })),
  /** Only requests before this cursor, the `next` of the previous page. */
  before: Type.Optional(Type.String({ pattern: CURSOR_PATTERN })),
  /** Defaults to 50. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
}

const listedRequest = {
  requestId: Type.String(),
  atMs: timeMs,
  status: Type.Integer(),
  durationMs: Type.Number({ minimum: 0 }),
  complete: Type.Boolean(),
  code: Type.Optional(Type.String()),
  operation: Type.Optional(Type.String()),
  region: Type.Optional(region),
  keyId: Type.Optional(id),
  cache: Type.Optional(Type.String()),
}

/** A page of requests, newest first. It may be empty although older requests match. */
const requestsReply = {
  /** Pass it as `before` for the next page; absent when there are no older requests. */
  next: Type.Optional(Type.String()),
  /** The search is complete down to this time. */
  searchedToMs: timeMs,
}

/** Operations on request records. */
export const REQUEST_OPERATIONS = {
  /** Lists the requests of the developer's own keys in the last 24 hours. */
  'requests.list': {
    method: 'GET',
    path: '/requests',
    access: 'developer',
    query: Type.Object(requestsQuery, { additionalProperties: false }),
    reply: Type.Object({ requests: Type.Array(Type.Object(listedRequest)), ...requestsReply }),
  },
  /** Lists the requests of all developers in the last 24 hours, or of one. */
  'operator.requests': {
    method: 'GET',
    path: '/operator/requests',
    access: 'operator',
    query: Type.Object(
      { ...requestsQuery, developerId: Type.Optional(id) },
      { additionalProperties: false },
    ),
    reply: Type.Object({
      requests: Type.Array(
        Type.Object({
          ...listedRequest,
          developer: Type.Optional(Type.Object({ developerId: id, name: Type.String() })),
        }),
      ),
      ...requestsReply,
    }),
  },
  /** Returns a request of the developer's own keys, or any request for an operator. */
  'requests.get': {
    method: 'GET',
    path: '/requests/{requestId}',
    access: 'developer',
    reply: requestRecord,
  },
} as const satisfies Readonly<Record<string, PortalOperation>>

/** A request record in the portal's format. */
export type PortalRequestRecord = Static<typeof requestRecord>
