import type { Actor, SignedInActor } from './audit.ts'
import type { QuotaLimits } from './quota.ts'
import type { Registration } from './registration.ts'

/** A developer as somebody who signs in. */
export interface SignInDeveloper {
  readonly developerId: string
  readonly name: string
  readonly isOperator: boolean
  /** No operator has approved this developer yet. */
  readonly isWaiting: boolean
  /** The plan that gives the limits; `undefined`: the defaults do. */
  readonly plan: string | undefined
  /** The limits in force. */
  readonly limits: QuotaLimits
  readonly createdAtMs: number
}

/** How somebody signed in. */
export type SignedInBy = 'link' | 'provider'

/** A place where a developer is signed in. */
export interface SessionEntry {
  readonly sessionId: string
  readonly signedInBy: SignedInBy
  /** What the browser said it was. */
  readonly agent: string
  readonly createdAtMs: number
  /** When it was last used, to five minutes. */
  readonly usedAtMs: number
  /** When it is over if nobody uses it any more. */
  readonly expiresAtMs: number
}

/** A session that is about to begin. */
export interface NewSession {
  /** What recognises the token of its cookie. */
  readonly mac: Uint8Array
  readonly agent: string
  /** What recognises the session that the browser had, which ends. */
  readonly endsMac: Uint8Array | undefined
}

/** A session that has begun. */
export interface BegunSession {
  readonly developer: SignInDeveloper
  /** When the cookie ends at the latest. */
  readonly expiresAtMs: number
}

/** A sign-in link, without its secret. */
export interface InvitationEntry {
  readonly invitationId: string
  /** The name of the developer. */
  readonly name: string
  /** Whether the developer becomes an operator by it. */
  readonly isOperator: boolean
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | undefined
}

/** A sign-in link that is about to be made. */
export interface NewInvitation {
  readonly mac: Uint8Array
  readonly name: string
  readonly isOperator: boolean
  readonly expiresAtMs: number
}

/** A person as the provider says: who it is for ever, and what they are called now. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly name: string
}

/** A person at the provider who may sign in as a developer. */
export interface IdentityEntry {
  readonly identityId: string
  readonly name: string
  readonly createdAtMs: number
}

/**
 * Who signs in, where, and how. All that is secret comes as its MAC. What a developer asks for is found among their own
 * alone; anything else is unknown, never an error. Each change and its entry in the audit trail are made together or not at
 * all. Nobody who is suspended has a session.
 */
export interface SignInStore {
  /** Who has this session, which counts as used by that; `undefined` when it is over or its developer suspended. */
  findSession(
    mac: Uint8Array,
  ): Promise<{ readonly sessionId: string; readonly developer: SignInDeveloper } | undefined>
  /** Those that go on, the one that was used last first. */
  listSessions(developerId: string): Promise<readonly SessionEntry[]>
  /** Ends one session of a developer; whether there was one. */
  endSession(sessionId: string, by: SignedInActor): Promise<boolean>
  /** Ends every session of a developer but one; how many there were. */
  endOtherSessions(sessionId: string, by: SignedInActor): Promise<number>

  /** Makes a link, and its developer when there is none of this name; one who waits is approved by it. `undefined` for a suspended one. */
  makeInvitation(invitation: NewInvitation, by: Actor): Promise<InvitationEntry | undefined>
  /** A link that is still good. */
  findInvitation(mac: Uint8Array): Promise<InvitationEntry | 'suspended' | undefined>
  /** All that were not withdrawn, the newest first; old ones are forgotten. */
  listInvitations(): Promise<readonly InvitationEntry[]>
  /** Makes a link good no more; whether it was. */
  withdrawInvitation(invitationId: string, by: Actor): Promise<boolean>
  /** Begins a session by a link, for one time: of many who try at once one succeeds. A refusal uses nothing up. */
  useInvitation(
    mac: Uint8Array,
    session: NewSession,
  ): Promise<BegunSession | 'suspended' | undefined>

  /**
   * Begins a session of the developer whom a person signs in as. A person whom nobody knows becomes a developer, who waits
   * for approval where `registration` says so, or is refused.
   */
  signInPerson(
    person: Person,
    registration: Registration,
    session: NewSession,
  ): Promise<BegunSession | 'suspended' | 'not_invited'>
  /** Lets a person sign in as a developer. `taken` when they sign in as another one. */
  addIdentity(person: Person, by: SignedInActor): Promise<'added' | 'known' | 'taken'>
  listIdentities(developerId: string): Promise<readonly IdentityEntry[]>
  /** Lets a person sign in no more. `last_one` for the only one: with it gone, the person would become somebody new. */
  removeIdentity(identityId: string, by: SignedInActor): Promise<'removed' | 'last_one' | undefined>

  /** Makes a developer an operator, or one no more; then no link makes one of them either. */
  setRole(name: string, isOperator: boolean, by: Actor): Promise<SignInDeveloper | undefined>
}
