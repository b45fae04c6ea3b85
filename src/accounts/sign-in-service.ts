import type { Actor } from './audit-note.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { FillRandom } from '../platform/text/fill-random.ts'
import type { AccessRequest, AccessRequestStore, NewAccessRequest } from './access-request-store.ts'
import type { DeveloperReference } from './developer-reference.ts'
import type { Registration } from './registration.ts'
import type {
  StartedSession,
  InvitationEntry,
  InvitationRefusal,
  InvitationStore,
  ExternalIdentity,
  SignInDeveloper,
  SignInStore,
} from './sign-in-store.ts'
import type { Pepper } from './keys/pepper.ts'

/** Options of {@link createSignInService}. */
export interface SignInServiceOptions {
  readonly store: SignInStore
  readonly accessRequests: Pick<AccessRequestStore, 'submit' | 'findByMac'>
  readonly pepper: Pick<Pepper, 'mac'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly fillRandom: FillRandom
}

/** Browser that signs in. */
export interface Browser {
  /** Its User-Agent. */
  readonly agent: string
  /** Token of its previous session, which ends. */
  readonly sessionToken: string | undefined
}

/** Session that has started. `token` is the secret for the cookie and is stored nowhere. */
export interface SignedIn extends StartedSession {
  readonly token: string
}

/**
 * Sign-in link that was created. `token` is its secret, placed in the fragment and stored nowhere.
 */
export interface CreatedInvitation extends InvitationEntry {
  readonly token: string
}

/**
 * Starts sessions and creates sign-in links. Their secrets exist only here; the store holds MACs.
 */
export interface SignInService {
  /** Returns the session of a token and its developer. */
  findSession(
    token: string,
  ): Promise<{ readonly sessionId: string; readonly developer: SignInDeveloper } | undefined>
  /** Creates a link that works once within `lifetimeMs`. */
  invite(
    invitation: DeveloperReference & { readonly isOperator: boolean; readonly lifetimeMs: number },
    by: Actor,
  ): Promise<CreatedInvitation | InvitationRefusal>
  /** Returns the invitation behind a link's token. */
  findInvitation(token: string): ReturnType<InvitationStore['find']>
  signInByLink(token: string, browser: Browser): Promise<SignedIn | 'suspended' | undefined>
  signInIdentity(
    person: ExternalIdentity,
    registration: Registration,
    browser: Browser,
  ): Promise<SignedIn | 'suspended' | 'not_invited' | 'queue_full'>
  /**
   * Stores a request for access without an account. `token` is the secret that shows its decision
   * and signs in after approval.
   */
  requestAccess(
    request: Omit<NewAccessRequest, 'mac'>,
  ): Promise<{ readonly token: string } | 'queue_full'>
  /** Returns the request of a secret, and whether the secret signs in now. */
  findAccessRequest(
    token: string,
  ): Promise<{ readonly request: AccessRequest; readonly signsIn: boolean } | undefined>
  /** Operations that need no secret. */
  readonly store: SignInStore
}

/** Bytes of a secret: 256 bits. */
const TOKEN_BYTES = 32

/** Creates the sign-in service. */
export function createSignInService({
  store,
  accessRequests,
  pepper,
  clock,
  fillRandom,
}: SignInServiceOptions): SignInService {
  const generateToken = () => {
    const bytes = Buffer.alloc(TOKEN_BYTES)
    fillRandom(bytes)
    return bytes.toString('base64url')
  }
  // The MAC includes the purpose of a token, so that a link is not a session and neither is a key.
  const sessionMac = (token: string) => pepper.mac(`session:${token}`)
  const invitationMac = (token: string) => pepper.mac(`invitation:${token}`)
  const createSession = ({ agent, sessionToken }: Browser) => {
    const token = generateToken()
    const endsMac = sessionToken === undefined ? undefined : sessionMac(sessionToken)
    return { token, session: { mac: sessionMac(token), agent, endsMac } }
  }

  return {
    store,
    findSession: (token) => store.sessions.find(sessionMac(token)),
    invite: async ({ lifetimeMs, ...details }, by) => {
      const token = generateToken()
      const expiresAtMs = clock.nowMs() + lifetimeMs
      const invitation = { ...details, mac: invitationMac(token), expiresAtMs }
      const created = await store.invitations.create(invitation, by)
      return typeof created === 'object' ? { ...created, token } : created
    },
    findInvitation: (token) => store.invitations.find(invitationMac(token)),
    signInByLink: async (secret, browser) => {
      const { token, session } = createSession(browser)
      const started = await store.invitations.use(invitationMac(secret), session)
      return typeof started === 'object' ? { ...started, token } : started
    },
    signInIdentity: async (person, registration, browser) => {
      const { token, session } = createSession(browser)
      const started = await store.identities.signIn(person, registration, session)
      return typeof started === 'object' ? { ...started, token } : started
    },
    requestAccess: async (request) => {
      const token = generateToken()
      // Approval turns the secret into a sign-in link.
      const stored = await accessRequests.submit({ ...request, mac: invitationMac(token) })
      return stored === 'queue_full' ? stored : { token }
    },
    findAccessRequest: async (token) => {
      const mac = invitationMac(token)
      const request = await accessRequests.findByMac(mac)
      if (request === undefined) return undefined
      return { request, signsIn: typeof (await store.invitations.find(mac)) === 'object' }
    },
  }
}
