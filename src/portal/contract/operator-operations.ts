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
  timeMs,
} from './shapes.ts'

const listed = Type.Object({
  ...developer.properties,
  activeKeys: amount,
  applications: amount,
  /** When one of its keys was last used, to the hour; absent: not in the time for which usage is kept. */
  usedAtMs: Type.Optional(timeMs),
})

const plan = Type.Object({
  name,
  /** Those that it sets; the defaults fill in the others. */
  limits: Type.Object({
    minute: Type.Optional(amount),
    day: Type.Optional(amount),
    concurrency: Type.Optional(amount),
  }),
  developers: amount,
})

const detailed = Type.Object({
  ...listed.properties,
  ownLimits: plan.properties.limits,
  applicationList: Type.Array(application),
  identities: Type.Array(identity),
})

/** What operators do. */
export const OPERATOR_OPERATIONS = {
  'operator.developers': {
    method: 'GET',
    path: '/operator/developers',
    access: 'operator',
    reply: Type.Object({ developers: Type.Array(listed) }),
  },
  'operator.developer': {
    method: 'GET',
    path: '/operator/developers/{developerId}',
    access: 'operator',
    reply: detailed,
  },
  /** What is absent stays; `null` for the plan: none. */
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
  /** Every key is refused within a second, and every session ends. */
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
    body: Type.Object({ name, limits: limitChanges }, { additionalProperties: false }),
    reply: plan,
  },
  /** Whoever had it follows the defaults. */
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
