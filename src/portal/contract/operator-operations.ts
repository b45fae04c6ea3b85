import { Type } from '#libraries/typebox'
import type { PortalOperation } from './portal-operation.ts'
import {
  amount,
  application,
  auditPage,
  auditQuery,
  developer,
  id,
  identity,
  key,
  limitChanges,
  name,
  regions,
  scopes,
  session,
  timeMs,
} from './shapes.ts'

const listed = Type.Object({
  ...developer.properties,
  /**
   * Whether the developer registered without an operator, in which case the name comes from the
   * provider.
   */
  isSelfRegistered: Type.Boolean(),
  activeKeys: amount,
  applications: amount,
  /** Last use of any key, to the hour; absent: not within the retention of usage. */
  usedAtMs: Type.Optional(timeMs),
})

/** What new keys may have; absent: all. */
export const grants = {
  scopes: Type.Optional(scopes),
  regions: Type.Optional(regions),
}

const plan = Type.Object({
  name,
  /** Limits set by the plan; the defaults fill in the others. */
  limits: Type.Object({
    minute: Type.Optional(amount),
    day: Type.Optional(amount),
    concurrency: Type.Optional(amount),
  }),
  developers: amount,
  ...grants,
})

const { sessionId: _, isThis: __, ...openSession } = session.properties

const detailed = Type.Object({
  ...listed.properties,
  ownLimits: plan.properties.limits,
  applicationList: Type.Array(application),
  identities: Type.Array(identity),
  /** Sessions of the developer. */
  sessions: Type.Array(Type.Object(openSession)),
})

/** Operations of operators. */
export const OPERATOR_OPERATIONS = {
  'operator.developers': {
    method: 'GET',
    path: '/operator/developers',
    access: 'operator',
    query: Type.Object(
      {
        /** Last developer of the previous page; absent for the first page. */
        after: Type.Optional(id),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      { additionalProperties: false },
    ),
    reply: Type.Object({
      developers: Type.Array(listed),
      /** `after` of the next page; absent on the last one. */
      next: Type.Optional(id),
    }),
  },
  'operator.developer': {
    method: 'GET',
    path: '/operator/developers/{developerId}',
    access: 'operator',
    reply: detailed,
  },
  /** Finds a developer by name, before granting something to them. */
  'operator.find_developer': {
    method: 'GET',
    path: '/operator/developer',
    access: 'operator',
    query: Type.Object({ name }, { additionalProperties: false }),
    reply: detailed,
  },
  /** Absent values stay; a `null` plan: none. */
  'operator.change_developer': {
    method: 'POST',
    path: '/operator/developers/{developerId}/change',
    access: 'operator',
    body: Type.Object(
      {
        plan: Type.Optional(Type.Union([name, Type.Null()])),
        limits: Type.Optional(limitChanges),
      },
      { additionalProperties: false },
    ),
    reply: detailed,
  },
  /** Rejects every key within a second and ends every session. */
  'operator.suspend': {
    method: 'POST',
    path: '/operator/developers/{developerId}/suspend',
    access: 'operator',
    reply: detailed,
  },
  'operator.reinstate': {
    method: 'POST',
    path: '/operator/developers/{developerId}/reinstate',
    access: 'operator',
    reply: detailed,
  },
  'operator.approve': {
    method: 'POST',
    path: '/operator/developers/{developerId}/approve',
    access: 'operator',
    reply: detailed,
  },
  /**
   * Moves persons, applications, keys and webhooks of a developer to another, and suspends the
   * emptied one. Replies with the other.
   */
  'operator.merge': {
    method: 'POST',
    path: '/operator/developers/{developerId}/merge',
    access: 'operator',
    body: Type.Object({ into: id }, { additionalProperties: false }),
    reply: detailed,
  },
  /** Unlinks a person of any developer, and ends the sessions that the person started. */
  'operator.remove_identity': {
    method: 'POST',
    path: '/operator/identities/{identityId}/remove',
    access: 'operator',
    reply: detailed,
  },
  'operator.plans': {
    method: 'GET',
    path: '/operator/plans',
    access: 'operator',
    reply: Type.Object({ plans: Type.Array(plan) }),
  },
  'operator.set_plan': {
    method: 'POST',
    path: '/operator/plans',
    access: 'operator',
    body: Type.Object(
      {
        name,
        limits: limitChanges,
        /** Scopes that new keys may have; `null`: all; absent: unchanged. */
        scopes: Type.Optional(Type.Union([scopes, Type.Null()])),
        regions: Type.Optional(Type.Union([regions, Type.Null()])),
      },
      { additionalProperties: false },
    ),
    reply: plan,
  },
  /** Its developers follow the defaults. */
  'operator.remove_plan': {
    method: 'POST',
    path: '/operator/plans/remove',
    access: 'operator',
    body: Type.Object({ name }, { additionalProperties: false }),
    reply: Type.Object({}),
  },
  'operator.revoke_key': {
    method: 'POST',
    path: '/operator/keys/{keyId}/revoke',
    access: 'operator',
    reply: key,
  },
  'operator.audit': {
    method: 'GET',
    path: '/operator/audit',
    access: 'operator',
    query: Type.Object(
      { ...auditQuery.properties, developerId: Type.Optional(id) },
      { additionalProperties: false },
    ),
    reply: auditPage,
  },
} as const satisfies Readonly<Record<string, PortalOperation>>
