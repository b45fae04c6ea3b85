import type { SignedIn, SignInDesk } from '../../access/sign-in-desk.ts'
import type { Registration } from '../../domain/registration.ts'
import { signInLink } from '../../domain/sign-in-link.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import { PortalError } from '../contract/portal-error.ts'
import type { SIGN_IN_OPERATIONS } from '../contract/sign-in-operations.ts'
import type { PortalContext, PortalHandlers } from '../portal-handlers.ts'
import { asDeveloper, asOperator } from '../visitor.ts'
import { toPortalDeveloper } from './to-portal-developer.ts'

/** What the handlers of signing in are made with. */
export interface SignInHandlerSettings {
  /** Throws while the accounts are away. */
  readonly desk: () => SignInDesk
  /** What the provider is called; `undefined` where there is none. */
  readonly providerName: string | undefined
  readonly registration: Registration
  /** The origin of the portal, and that of the interfaces, by what a browser calls this server. */
  readonly origins: Readonly<Record<'portal' | 'api', (host: string | undefined) => string>>
}

/** Milliseconds for which a link from the portal is good. */
const INVITATION_MS = DAY_MS

/** The handlers of everything in the table that is about signing in. */
type SignInHandlers = PortalHandlers<keyof typeof SIGN_IN_OPERATIONS>

/** Makes the handlers of signing in: by links, out, sessions, people of the provider, and invitations. */
export function createSignInHandlers({
  desk,
  providerName,
  registration,
  origins,
}: SignInHandlerSettings): SignInHandlers {
  const store = () => desk().store
  return {
    'sign_in.options': async ({ visitor, host }) => ({
      registration,
      apiOrigin: origins.api(host),
      ...(providerName !== undefined && { provider: providerName }),
      ...(visitor !== undefined && { developer: toPortalDeveloper(visitor) }),
    }),
    'sign_in.look': async ({ body }) => {
      const { name, isOperator, expiresAtMs } = good(await desk().look(body.token))
      return { name, isOperator, expiresAtMs }
    },
    'sign_in.link': async ({ body, ...context }) => {
      const signedIn = good(await desk().signInByLink(body.token, context))
      return toPortalDeveloper(keep(context, signedIn).developer)
    },
    'sign_in.out': async ({ visitor, keepSession }) => {
      await store().endSession(visitor.sessionId, asDeveloper(visitor))
      keepSession(undefined)
      return {}
    },

    'sessions.list': async ({ visitor }) => {
      const entries = await store().listSessions(visitor.developerId)
      const sessions = entries.map((entry) => ({
        ...entry,
        isThis: entry.sessionId === visitor.sessionId,
      }))
      return { sessions }
    },
    'sessions.end': async ({ visitor, path, keepSession }) => {
      const ended = await store().endSession(path.sessionId, asDeveloper(visitor))
      if (!ended) throw new PortalError('not_found', 'There is no such session.')
      if (path.sessionId === visitor.sessionId) keepSession(undefined)
      return {}
    },
    'sessions.end_others': async ({ visitor }) => ({
      ended: await store().endOtherSessions(visitor.sessionId, asDeveloper(visitor)),
    }),

    'identities.list': async ({ visitor }) => ({
      identities: [...(await store().listIdentities(visitor.developerId))],
    }),
    'identities.remove': async ({ visitor, path }) => {
      const removed = await store().removeIdentity(path.identityId, asDeveloper(visitor))
      if (removed === undefined) throw new PortalError('not_found', 'There is no such person.')
      if (removed === 'last_one') {
        throw new PortalError('last_one', 'Nobody else at the provider signs in as this developer.')
      }
      return {}
    },

    'operator.invitations': async () => {
      const entries = await store().listInvitations()
      const invitations = entries.map(({ usedAtMs, ...entry }) => ({
        ...entry,
        ...(usedAtMs !== undefined && { usedAtMs }),
      }))
      return { invitations }
    },
    'operator.invite': async ({ visitor, body, host }) => {
      const { name, isOperator = false } = body
      const about = { name, isOperator, lifetimeMs: INVITATION_MS }
      const made = await desk().invite(about, asOperator(visitor))
      if (made === undefined) throw suspended()
      const { invitationId, token, expiresAtMs } = made
      return { invitationId, link: signInLink(origins.portal(host), token), expiresAtMs }
    },
    'operator.withdraw_invitation': async ({ visitor, path }) => {
      const withdrawn = await store().withdrawInvitation(path.invitationId, asOperator(visitor))
      if (!withdrawn)
        throw new PortalError('not_found', 'There is no such link that is still good.')
      return {}
    },
  }
}

/** Gives the browser the session that has begun. */
export function keep<Begun extends SignedIn>(
  { keepSession }: Pick<PortalContext, 'keepSession'>,
  begun: Begun,
): Begun {
  keepSession({ token: begun.token, expiresAtMs: begun.expiresAtMs })
  return begun
}

/** What a link stands for, unless it stands for nothing any more. */
function good<Found extends object>(found: Found | 'suspended' | undefined): Found {
  if (found === 'suspended') throw suspended()
  if (found === undefined) {
    throw new PortalError('link_over', 'This link is unknown, used, withdrawn or too old.')
  }
  return found
}

function suspended(): PortalError {
  return new PortalError('forbidden', 'This developer is suspended.')
}
