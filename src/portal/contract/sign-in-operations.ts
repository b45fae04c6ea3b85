import { Type } from '#libraries/typebox'
import { REGISTRATIONS } from '../../accounts/registration.ts'
import type { PortalOperation } from './portal-operation.ts'
import { amount, developer, id, identity, name, session, timeMs } from './shapes.ts'

/** The secret of a link: the part after the `#`. */
export const token = Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' })

const ofToken = Type.Object({ token }, { additionalProperties: false })

/**
 * Sign-in and sign-out. The provider is used by navigation: {@link PROVIDER_PATH} redirects to it,
 * and its return redirects to a page. A sign-in link is `/portal/sign-in#TOKEN`: browsers do not
 * send the fragment to a server, and the page asks for confirmation before it signs in.
 */
export const SIGN_IN_OPERATIONS = {
  'sign_in.options': {
    method: 'GET',
    path: '/sign-in',
    access: 'anyone',
    reply: Type.Object({
      /** The name of the provider; absent if there is none. */
      provider: Type.Optional(Type.String()),
      registration: Type.Enum(REGISTRATIONS),
      /** The current user; absent if not signed in. */
      developer: Type.Optional(developer),
      /** How to reach the operators, in their words; absent if they do not say. */
      contact: Type.Optional(Type.String()),
      /** Whether people without an account can request access here. */
      canRequestAccess: Type.Boolean(),
      /** The next planned maintenance, up to three days before its start, until its end. */
      maintenance: Type.Optional(
        Type.Object({ title: Type.String(), fromMs: timeMs, untilMs: timeMs }),
      ),
      /** The origin of the API, for commands to copy. */
      apiOrigin: Type.String(),
    }),
  },
  /** Returns the developer of a link without using the link up. */
  'sign_in.look': {
    method: 'POST',
    path: '/sign-in/link/look',
    access: 'anyone',
    isGuessable: true,
    body: ofToken,
    reply: Type.Object({ name, isOperator: Type.Boolean(), expiresAtMs: timeMs }),
  },
  /** Signs in, ends the browser's previous session, and uses the link up. */
  'sign_in.link': {
    method: 'POST',
    path: '/sign-in/link',
    access: 'anyone',
    isGuessable: true,
    body: ofToken,
    reply: Type.Object({
      ...developer.properties,
      /**
       * After an operator link: the other people who can sign in, and the number of sessions it
       * ended.
       */
      otherAccess: Type.Optional(
        Type.Object({ persons: Type.Array(identity), links: amount, endedSessions: amount }),
      ),
    }),
  },
  'sign_in.out': {
    method: 'POST',
    path: '/sign-out',
    access: 'developer',
    reply: Type.Object({}),
  },
  'sessions.list': {
    method: 'GET',
    path: '/sessions',
    access: 'developer',
    reply: Type.Object({ sessions: Type.Array(session) }),
  },
  'sessions.end': {
    method: 'POST',
    path: '/sessions/{sessionId}/end',
    access: 'developer',
    reply: Type.Object({}),
  },
  'sessions.end_others': {
    method: 'POST',
    path: '/sessions/end-others',
    access: 'developer',
    reply: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
  },
  'identities.list': {
    method: 'GET',
    path: '/identities',
    access: 'developer',
    reply: Type.Object({ identities: Type.Array(identity) }),
  },
  /** Removes the identity and ends its sessions, possibly including the current one. */
  'identities.remove': {
    method: 'POST',
    path: '/identities/{identityId}/remove',
    access: 'developer',
    reply: Type.Object({}),
  },
  'operator.invitations': {
    method: 'GET',
    path: '/operator/invitations',
    access: 'operator',
    reply: Type.Object({
      invitations: Type.Array(
        Type.Object({
          invitationId: id,
          developerId: id,
          name,
          isSelfRegistered: Type.Boolean(),
          isOperator: Type.Boolean(),
          createdAtMs: timeMs,
          expiresAtMs: timeMs,
          usedAtMs: Type.Optional(timeMs),
        }),
      ),
    }),
  },
  /**
   * Creates a link for a new developer with this name, or for the developer with this id; exactly
   * one of both. A name never selects an existing developer (`developer_exists`). The link is shown
   * once.
   */
  'operator.invite': {
    method: 'POST',
    path: '/operator/invitations',
    access: 'operator',
    body: Type.Object(
      {
        name: Type.Optional(name),
        developerId: Type.Optional(id),
        isOperator: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    reply: Type.Object({ invitationId: id, link: Type.String(), expiresAtMs: timeMs }),
  },
  'operator.withdraw_invitation': {
    method: 'POST',
    path: '/operator/invitations/{invitationId}/withdraw',
    access: 'operator',
    reply: Type.Object({}),
  },
} as const satisfies Readonly<Record<string, PortalOperation>>

/**
 * Starts a sign-in with the provider; `?to=/portal/…` is the final destination, `?add` links the
 * identity to the current user.
 */
export const PROVIDER_PATH = '/portal/sign-in/provider'

/** The redirect URI of the provider. */
export const PROVIDER_RETURN_PATH = '/portal/sign-in/provider/return'
