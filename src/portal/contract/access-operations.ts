import { Type, type Static } from '#libraries/typebox'
import {
  ACCESS_REQUEST_KINDS,
  ACCESS_REQUEST_STATES,
  CONTACT_MAX,
  PURPOSE_MAX,
} from '../../accounts/access-request-store.ts'
import type { PortalOperation } from './portal-operation.ts'
import { grants } from './operator-operations.ts'
import { id, limits, line, name, text, timeMs } from './shapes.ts'
import { token } from './sign-in-operations.ts'

/** How to reach the person: one line. */
const contact = line(CONTACT_MAX)

const purpose = text(PURPOSE_MAX)

/** A request with its decision, as the person who asks may see it. */
export const accessRequest = Type.Object({
  accessRequestId: id,
  kind: Type.Enum([...ACCESS_REQUEST_KINDS]),
  state: Type.Enum([...ACCESS_REQUEST_STATES]),
  name: Type.String(),
  /** Empty while a developer who registered has not written it. */
  purpose: Type.String(),
  /** How to reach the person; may be empty. */
  contact: Type.String(),
  /** Plan asked for. */
  plan: Type.Optional(Type.String()),
  createdAtMs: timeMs,
  decidedAtMs: Type.Optional(timeMs),
  /** The operator's answer; may be empty. */
  answer: Type.String(),
})

/** A request in the operators' queue. */
const queued = Type.Object({
  ...accessRequest.properties,
  /** The developer who asks; absent before a request without an account is approved. */
  developerId: Type.Optional(id),
})

/** Requests for access and for more, and their decisions. */
export const ACCESS_OPERATIONS = {
  /**
   * Requests an account where there is no sign-in provider. The secret shows the decision and signs
   * in once after approval; it is shown once.
   */
  'access.request': {
    method: 'POST',
    path: '/access-requests',
    access: 'anyone',
    isQueued: true,
    body: Type.Object({ name, purpose, contact }, { additionalProperties: false }),
    reply: Type.Object({ token }),
  },
  /** Returns the request of a secret. */
  'access.look': {
    method: 'POST',
    path: '/access-requests/look',
    access: 'anyone',
    isGuessable: true,
    body: Type.Object({ token }, { additionalProperties: false }),
    reply: Type.Object({
      ...accessRequest.properties,
      /** Whether the secret signs in now. */
      signsIn: Type.Boolean(),
    }),
  },
  /** Returns every plan with its effective limits, and what applies without a plan. */
  'plans.list': {
    method: 'GET',
    path: '/plans',
    access: 'developer',
    reply: Type.Object({
      plans: Type.Array(Type.Object({ name, limits, ...grants })),
      defaults: limits,
    }),
  },
  /** Returns the developer's own requests, newest first. */
  'access.own': {
    method: 'GET',
    path: '/access-requests/own',
    access: 'developer',
    reply: Type.Object({ requests: Type.Array(accessRequest) }),
  },
  /**
   * Asks for access while the developer waits for approval, else for more. Replaces the pending
   * request of the developer.
   */
  'access.ask': {
    method: 'POST',
    path: '/access-requests/own',
    access: 'developer',
    body: Type.Object(
      { purpose, contact, plan: Type.Optional(name) },
      { additionalProperties: false },
    ),
    reply: accessRequest,
  },
  /** Returns the pending requests, oldest first, then the newest decided ones. */
  'operator.access_requests': {
    method: 'GET',
    path: '/operator/access-requests',
    access: 'operator',
    reply: Type.Object({ requests: Type.Array(queued) }),
  },
  /** Approves a request. An absent plan: the starter plan for a new developer, else unchanged. */
  'operator.approve_access': {
    method: 'POST',
    path: '/operator/access-requests/{accessRequestId}/approve',
    access: 'operator',
    body: Type.Object(
      {
        plan: Type.Optional(Type.Union([name, Type.Null()])),
        answer: text(PURPOSE_MAX, { minLength: 0 }),
      },
      { additionalProperties: false },
    ),
    reply: queued,
  },
  'operator.deny_access': {
    method: 'POST',
    path: '/operator/access-requests/{accessRequestId}/deny',
    access: 'operator',
    body: Type.Object(
      { answer: text(PURPOSE_MAX, { minLength: 0 }) },
      { additionalProperties: false },
    ),
    reply: queued,
  },
} as const satisfies Readonly<Record<string, PortalOperation>>

/** A request in the portal's format. */
export type PortalAccessRequest = Static<typeof accessRequest>
