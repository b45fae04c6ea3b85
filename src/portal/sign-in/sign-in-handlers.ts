import type { SignedIn, SignInService } from '../../accounts/sign-in-service.ts'
import type { DeveloperReference } from '../../accounts/developer-reference.ts'
import type { Registration } from '../../accounts/registration.ts'
import { signInLink } from '../../accounts/sign-in-link.ts'
import type {
  IdentityStore,
  InvitationRefusal,
  SessionStore,
  SignInDeveloper,
} from '../../accounts/sign-in-store.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import { PortalError } from '../contract/portal-error.ts'
import type { PortalDeveloper } from '../contract/shapes.ts'
import type { SIGN_IN_OPERATIONS } from '../contract/sign-in-operations.ts'
import type { PortalContext, PortalHandlers } from '../portal-handlers.ts'
import { asDeveloper, asOperator } from '../current-user.ts'

/** Planned maintenance to announce. Times in Unix ms. */
export interface AnnouncedMaintenance {
  readonly title: string
  readonly fromMs: number
  readonly untilMs: number
}

/** Options of {@link createSignInHandlers}. */
export interface SignInHandlerOptions {
  /** Throws while the accounts are unavailable. */
  readonly service: () => SignInService
  /** Name of the provider; `undefined` when there is none. */
  readonly providerName: string | undefined
  readonly registration: Registration
  /** How to reach the operators. */
  readonly contact: string | undefined
  readonly canRequestAccess: boolean
  /** Returns the planned maintenance to announce now. */
  readonly findMaintenance: () => Promise<AnnouncedMaintenance | undefined>
  /** Origins of the portal and of the API for a request's `Host`. */
  readonly origins: Readonly<Record<'portal' | 'api', (host: string | undefined) => string>>
}

/** Lifetime of a sign-in link from the portal, in milliseconds. */
const INVITATION_MS = DAY_MS

/** Handlers of the sign-in operations whose ids have one of these forms. */
type SignInHandlers<Form extends string = string> = PortalHandlers<
  Extract<keyof typeof SIGN_IN_OPERATIONS, Form>
>

/** Creates the handlers of sign-in links, sign-out, sessions, identities and invitations. */
export function createSignInHandlers(options: SignInHandlerOptions): SignInHandlers {
  const { service, origins } = options
  return {
    ...createLinkHandlers(options),
    ...createSessionHandlers(() => service().store.sessions),
    ...createIdentityHandlers(() => service().store.identities),
    ...createInvitationHandlers(service, origins.portal),
  }
}

function createLinkHandlers({
  service,
  providerName,
  registration,
  contact,
  canRequestAccess,
  findMaintenance,
  origins,
}: SignInHandlerOptions): SignInHandlers<`sign_in.${string}`> {
  return {
    'sign_in.options': async ({ currentUser, host }) => ({
      ...(await withMaintenance(findMaintenance)),
      registration,
      canRequestAccess,
      ...(contact !== undefined && { contact }),
      apiOrigin: origins.api(host),
      ...(providerName !== undefined && { provider: providerName }),
      ...(currentUser !== undefined && { developer: toPortalDeveloper(currentUser) }),
    }),
    'sign_in.look': async ({ body }) => {
      const { name, isOperator, expiresAtMs } = good(await service().findInvitation(body.token))
      return { name, isOperator, expiresAtMs }
    },
    'sign_in.link': async ({ body, ...context }) => {
      const signedIn = good(await service().signInByLink(body.token, context))
      setSessionOf(context, signedIn)
      const { developer, otherAccess } = signedIn
      return {
        ...toPortalDeveloper(developer),
        ...(otherAccess !== undefined && {
          otherAccess: { ...otherAccess, persons: [...otherAccess.persons] },
        }),
      }
    },
    'sign_in.out': async ({ currentUser, setSession }) => {
      await service().store.sessions.end(currentUser.sessionId, asDeveloper(currentUser))
      setSession(undefined)
      return {}
    },
  }
}

async function withMaintenance(find: SignInHandlerOptions['findMaintenance']) {
  const maintenance = await find()
  return maintenance === undefined ? {} : { maintenance }
}

function createSessionHandlers(sessions: () => SessionStore): SignInHandlers<`sessions.${string}`> {
  return {
    'sessions.list': async ({ currentUser }) => {
      const entries = await sessions().list(currentUser.developerId)
      return {
        sessions: entries.map((entry) => ({
          ...entry,
          isThis: entry.sessionId === currentUser.sessionId,
        })),
      }
    },
    'sessions.end': async ({ currentUser, path, setSession }) => {
      const ended = await sessions().end(path.sessionId, asDeveloper(currentUser))
      if (!ended) throw new PortalError('not_found', 'There is no such session.')
      if (path.sessionId === currentUser.sessionId) setSession(undefined)
      return {}
    },
    'sessions.end_others': async ({ currentUser }) => ({
      ended: await sessions().endOthers(currentUser.sessionId, asDeveloper(currentUser)),
    }),
  }
}

function createIdentityHandlers(
  identities: () => IdentityStore,
): SignInHandlers<`identities.${string}`> {
  return {
    'identities.list': async ({ currentUser }) => ({
      identities: [...(await identities().list(currentUser.developerId))],
    }),
    'identities.remove': async ({ currentUser, path }) => {
      const by = asDeveloper(currentUser)
      const removed = await identities().remove(path.identityId, by, currentUser.sessionId)
      if (removed === undefined) throw new PortalError('not_found', 'There is no such identity.')
      if (removed === 'last_one') {
        throw new PortalError('last_one', 'No other identity can sign in as this developer.')
      }
      return {}
    },
  }
}

function createInvitationHandlers(
  service: SignInHandlerOptions['service'],
  portalOrigin: SignInHandlerOptions['origins']['portal'],
): SignInHandlers<`operator.${string}`> {
  return {
    'operator.invitations': async () => {
      const entries = await service().store.invitations.list()
      const invitations = entries.map(({ usedAtMs, ...entry }) => ({
        ...entry,
        ...(usedAtMs !== undefined && { usedAtMs }),
      }))
      return { invitations }
    },
    'operator.invite': async ({ currentUser, body, host }) => {
      const about = { isOperator: body.isOperator ?? false, lifetimeMs: INVITATION_MS }
      const made = await service().invite(
        { ...referenceIn(body), ...about },
        asOperator(currentUser),
      )
      if (typeof made === 'string') throw errorOfResponse(made)
      const { invitationId, token, expiresAtMs } = made
      return { invitationId, link: signInLink(portalOrigin(host), token), expiresAtMs }
    },
    'operator.withdraw_invitation': async ({ currentUser, path }) => {
      const { invitations } = service().store
      const withdrawn = await invitations.withdraw(path.invitationId, asOperator(currentUser))
      if (!withdrawn) throw new PortalError('not_found', 'There is no such active link.')
      return {}
    },
  }
}

/** Sets the browser's cookie to the session that has started. */
export function setSessionOf(
  { setSession }: Pick<PortalContext, 'setSession'>,
  { token, expiresAtMs }: SignedIn,
): void {
  setSession({ token, expiresAtMs })
}

/** Returns the content of a link; throws when the link is no longer valid. */
function good<Found extends object>(found: Found | 'suspended' | undefined): Found {
  if (found === 'suspended') throw suspended()
  if (found === undefined) {
    throw new PortalError('link_over', 'The link is unknown, used, withdrawn or expired.')
  }
  return found
}

/** Returns the developer a link is for. */
function referenceIn(body: {
  readonly name?: string
  readonly developerId?: string
}): DeveloperReference {
  const { name, developerId } = body
  if (name !== undefined && developerId === undefined) return { name }
  if (developerId !== undefined && name === undefined) return { developerId }
  throw new PortalError('invalid_request', 'Exactly one of name and id is required.')
}

function errorOfResponse(why: InvitationRefusal): PortalError {
  switch (why) {
    case 'developer_exists':
      return new PortalError('developer_exists', 'A developer with this name already exists.')
    case 'waiting':
      return new PortalError('waiting', 'The developer is waiting for approval.')
    case 'unknown_developer':
      return new PortalError('not_found', 'There is no such developer.')
    case 'suspended':
      return suspended()
  }
}

function suspended(): PortalError {
  return new PortalError('forbidden', 'The developer is suspended.')
}

/**
 * Returns a signed-in developer in the portal's format. Suspended developers never have a session.
 */
function toPortalDeveloper({
  developerId,
  name,
  isOperator,
  isWaiting,
  plan,
  limits,
  createdAtMs,
}: SignInDeveloper): PortalDeveloper {
  return {
    developerId,
    name,
    isOperator,
    limits,
    createdAtMs,
    state: isWaiting ? 'waiting' : 'active',
    ...(plan !== undefined && { plan }),
  }
}
