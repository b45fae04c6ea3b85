import type { Actor } from '../domain/audit.ts'
import type { Clock } from '../domain/clock.ts'
import type { FillRandom } from '../domain/fill-random.ts'
import type { Registration } from '../domain/registration.ts'
import type {
  BegunSession,
  InvitationEntry,
  Person,
  SignInDeveloper,
  SignInStore,
} from '../domain/sign-in-store.ts'
import type { Pepper } from './pepper.ts'

/** What sessions and sign-in links are made with. */
export interface SignInDeskSettings {
  readonly store: SignInStore
  readonly pepper: Pick<Pepper, 'mac'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly fillRandom: FillRandom
}

/** A browser that signs in. */
export interface Browser {
  /** What it says it is. */
  readonly agent: string
  /** The session that it has, or had; it ends. */
  readonly sessionToken: string | undefined
}

/** A session that was just begun. `token` is the secret of the cookie, and stored nowhere. */
export interface SignedIn extends BegunSession {
  readonly token: string
}

/** A sign-in link that was just made. `token` is its secret, which stands behind the `#`, and is stored nowhere. */
export interface MadeInvitation extends InvitationEntry {
  readonly token: string
}

/** Begins sessions, and makes the links by which people sign in: all that is secret goes no further than here. */
export interface SignInDesk {
  /** Who has this session. */
  visitorOf(
    token: string,
  ): Promise<{ readonly sessionId: string; readonly developer: SignInDeveloper } | undefined>
  /** Makes a link that is good for one time and `lifetimeMs`. `undefined` for a suspended developer. */
  invite(
    about: { readonly name: string; readonly isOperator: boolean; readonly lifetimeMs: number },
    by: Actor,
  ): Promise<MadeInvitation | undefined>
  /** Whose link it is. */
  look(token: string): ReturnType<SignInStore['findInvitation']>
  signInByLink(token: string, browser: Browser): Promise<SignedIn | 'suspended' | undefined>
  signInPerson(
    person: Person,
    registration: Registration,
    browser: Browser,
  ): Promise<SignedIn | 'suspended' | 'not_invited'>
  /** What needs no secret. */
  readonly store: SignInStore
}

/** Bytes of a secret: nobody guesses 256 bits. */
const TOKEN_BYTES = 32

/** Opens the desk where people sign in. */
export function createSignInDesk({
  store,
  pepper,
  clock,
  fillRandom,
}: SignInDeskSettings): SignInDesk {
  const draw = () => {
    const bytes = Buffer.alloc(TOKEN_BYTES)
    fillRandom(bytes)
    return bytes.toString('base64url')
  }
  // What a token is for is a part of what is recognised: a link is no session, and neither is a key.
  const ofSession = (token: string) => pepper.mac(`session:${token}`)
  const ofInvitation = (token: string) => pepper.mac(`invitation:${token}`)
  const begin = ({ agent, sessionToken }: Browser) => {
    const token = draw()
    const endsMac = sessionToken === undefined ? undefined : ofSession(sessionToken)
    return { token, session: { mac: ofSession(token), agent, endsMac } }
  }

  return {
    store,
    visitorOf: (token) => store.findSession(ofSession(token)),
    invite: async ({ lifetimeMs, ...about }, by) => {
      const token = draw()
      const expiresAtMs = clock.nowMs() + lifetimeMs
      const invitation = { ...about, mac: ofInvitation(token), expiresAtMs }
      const made = await store.makeInvitation(invitation, by)
      return made && { ...made, token }
    },
    look: (token) => store.findInvitation(ofInvitation(token)),
    signInByLink: async (secret, browser) => {
      const { token, session } = begin(browser)
      const begun = await store.useInvitation(ofInvitation(secret), session)
      return typeof begun === 'object' ? { ...begun, token } : begun
    },
    signInPerson: async (person, registration, browser) => {
      const { token, session } = begin(browser)
      const begun = await store.signInPerson(person, registration, session)
      return typeof begun === 'object' ? { ...begun, token } : begun
    },
  }
}
