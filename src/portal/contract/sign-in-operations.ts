import { Type } from '#libraries/typebox'
import { REGISTRATIONS } from '../../domain/registration.ts'
import type { PortalOperation } from './portal-operation.ts'
import { developer, id, identity, name, session, timeMs } from './shapes.ts'

/** The secret of a sign-in link, as it stands behind the `#`. */
const token = Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' })

const ofToken = Type.Object({ token }, { additionalProperties: false })

/**
 * Signing in and out. With the provider it goes by navigation: {@link PROVIDER_PATH} leads there, and what comes back
 * leads to a page. A sign-in link is `/portal/sign-in#TOKEN`: what stands behind the `#` reaches no server by itself, and the
 * page asks before it signs in.
 */
export const SIGN_IN_OPERATIONS = {
  'sign_in.options': {
    method: 'GET',
    path: '/sign-in',
    access: 'anyone',
    reply: Type.Object({
      /** What the provider is called; absent where there is none. */
      provider: Type.Optional(Type.String()),
      registration: Type.Enum(REGISTRATIONS),
      /** Who is signed in; absent: nobody. */
      developer: Type.Optional(developer),
      /** The origin of the interfaces, for lines to paste. */
      apiOrigin: Type.String(),
    }),
  },
  /** Says whose link it is, and uses nothing up. */
  'sign_in.look': {
    method: 'POST',
    path: '/sign-in/link/look',
    access: 'anyone',
    isGuessable: true,
    body: ofToken,
    reply: Type.Object({ name, isOperator: Type.Boolean(), expiresAtMs: timeMs }),
  },
  /** Signs in, ends the session that the browser had, and uses the link up. */
  'sign_in.link': {
    method: 'POST',
    path: '/sign-in/link',
    access: 'anyone',
    isGuessable: true,
    body: ofToken,
    reply: developer,
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
          name,
          isOperator: Type.Boolean(),
          createdAtMs: timeMs,
          expiresAtMs: timeMs,
          usedAtMs: Type.Optional(timeMs),
        }),
      ),
    }),
  },
  /** Makes the developer when there is none of this name. The link is shown once. */
  'operator.invite': {
    method: 'POST',
    path: '/operator/invitations',
    access: 'operator',
    body: Type.Object(
      { name, isOperator: Type.Optional(Type.Boolean()) },
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

/** Where the way to the provider begins; `?to=/portal/…` is where it leads in the end, `?add` adds the person to who is signed in. */
export const PROVIDER_PATH = '/portal/sign-in/provider'

/** Where the provider sends people back to. */
export const PROVIDER_RETURN_PATH = '/portal/sign-in/provider/return'
