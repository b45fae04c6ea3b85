import type { Actor, SignedInActor } from './audit-note.ts'
import type { DeveloperReference } from './developer-reference.ts'
import type { QuotaLimits } from '../quotas/quota.ts'
import type { Registration } from './registration.ts'

/** Developer as seen at sign-in. */
export interface SignInDeveloper {
  readonly developerId: string
  readonly name: string
  readonly isOperator: boolean
  /** Whether the developer still needs an operator's approval. */
  readonly isWaiting: boolean
  /** Plan that provides the limits; `undefined`: the defaults apply. */
  readonly plan: string | undefined
  /** Effective limits. */
  readonly limits: QuotaLimits
  readonly createdAtMs: number
}

/** Method of a sign-in. */
export type SignedInBy = 'link' | 'provider'

/** Session of a developer. */
export interface SessionEntry {
  readonly sessionId: string
  readonly signedInBy: SignedInBy
  /** User-Agent of the browser. */
  readonly agent: string
  readonly createdAtMs: number
  /** Time of the last use, with a resolution of five minutes. */
  readonly usedAtMs: number
  /** When the session ends unless it is used again. */
  readonly expiresAtMs: number
}

/** Session to start. */
export interface NewSession {
  /** MAC of the cookie's token. */
  readonly mac: Uint8Array
  readonly agent: string
  /** MAC of the browser's previous session, which ends. */
  readonly endsMac: Uint8Array | undefined
}

/** Other ways to sign in as a developer. */
export interface OtherAccess {
  /** Linked identities of the provider. */
  readonly persons: readonly IdentityEntry[]
  /** Number of sign-in links that still work. */
  readonly links: number
  /** Number of sessions that were ended. */
  readonly endedSessions: number
}

/** Session that has started. */
export interface StartedSession {
  readonly developer: SignInDeveloper
  /** Latest expiry of the cookie. */
  readonly expiresAtMs: number
  /** Present after an operator link was used. */
  readonly otherAccess?: OtherAccess
}

/** Sign-in link without its secret. */
export interface InvitationEntry {
  readonly invitationId: string
  readonly developerId: string
  /** Name of the developer. */
  readonly name: string
  /** Whether the developer registered without an operator. */
  readonly isSelfRegistered: boolean
  /** Whether the link makes the developer an operator. */
  readonly isOperator: boolean
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | undefined
}

/** Sign-in link to create, for a new or an existing developer. */
export type NewInvitation = DeveloperReference & {
  readonly mac: Uint8Array
  readonly isOperator: boolean
  readonly expiresAtMs: number
}

/**
 * Why no sign-in link was created: a developer of this name exists; there is none with this id; the
 * developer is suspended; or the developer awaits approval and cannot become an operator before.
 */
export type InvitationRefusal = 'developer_exists' | 'unknown_developer' | 'suspended' | 'waiting'

/** Person at the provider: permanent id and current name. */
export interface ExternalIdentity {
  readonly issuer: string
  readonly subject: string
  readonly name: string
}

/** Person at the provider who can sign in as a developer. */
export interface IdentityEntry {
  readonly identityId: string
  readonly name: string
  readonly createdAtMs: number
}

/** Sessions of signed-in developers. A suspended developer has none. */
export interface SessionStore {
  /**
   * Returns the session and its developer and marks it as used; `undefined` when it has ended or
   * the developer is suspended.
   */
  find(
    mac: Uint8Array,
  ): Promise<{ readonly sessionId: string; readonly developer: SignInDeveloper } | undefined>
  /** Returns the active sessions, most recently used first. */
  list(developerId: string): Promise<readonly SessionEntry[]>
  /** Ends one session of a developer. Returns whether it existed. */
  end(sessionId: string, by: SignedInActor): Promise<boolean>
  /** Ends all sessions of a developer except one. Returns their number. */
  endOthers(sessionId: string, by: SignedInActor): Promise<number>
}

/** Sign-in links. */
export interface InvitationStore {
  /** Creates a link, and its developer when the link names a new one. Does not approve anyone. */
  create(invitation: NewInvitation, by: Actor): Promise<InvitationEntry | InvitationRefusal>
  /** Returns a link that still works. */
  find(mac: Uint8Array): Promise<InvitationEntry | 'suspended' | undefined>
  /** Returns the links that were not withdrawn, newest first; prunes old ones. */
  list(): Promise<readonly InvitationEntry[]>
  /** Withdraws a link. Returns whether it was still valid. */
  withdraw(invitationId: string, by: Actor): Promise<boolean>
  /**
   * Starts a session by a link, once: of several concurrent attempts one succeeds. A rejection does
   * not use the link up. A link that makes an operator ends all other sessions of the developer and
   * returns the other ways to sign in.
   */
  use(mac: Uint8Array, session: NewSession): Promise<StartedSession | 'suspended' | undefined>
}

/** Persons at the provider who sign in as developers. */
export interface IdentityStore {
  /**
   * Starts a session of the developer linked to a person. An unknown person becomes a developer,
   * who awaits approval if `registration` requires it, or is rejected. `queue_full`: too many await
   * approval.
   */
  signIn(
    person: ExternalIdentity,
    registration: Registration,
    session: NewSession,
  ): Promise<StartedSession | 'suspended' | 'not_invited' | 'queue_full'>
  /** Links a person to a developer. `taken`: the person signs in as another developer. */
  add(person: ExternalIdentity, by: SignedInActor): Promise<'added' | 'known' | 'taken'>
  /** Returns the persons of a developer, oldest first. */
  list(developerId: string): Promise<readonly IdentityEntry[]>
  /**
   * Unlinks a person and ends the sessions started by that person. `last_one`: it is the only
   * person, unless a link started the session `sessionId`, whose actor is somebody else.
   */
  remove(
    identityId: string,
    by: SignedInActor,
    sessionId: string,
  ): Promise<'removed' | 'last_one' | undefined>
  /**
   * Unlinks a person of any developer for an operator, also the last one, and ends the sessions
   * started by that person. Returns the developer's id; `undefined`: there is no such person.
   */
  revoke(identityId: string, by: Actor): Promise<string | undefined>
}

/**
 * Sessions, sign-in links and identities. Secrets are passed as MACs. A developer's calls see only
 * their own entries; other ids are unknown, never an error. Each change and its audit entry are
 * written together or not at all.
 */
export interface SignInStore {
  readonly sessions: SessionStore
  readonly invitations: InvitationStore
  readonly identities: IdentityStore
  /**
   * Makes a developer an operator, or revokes that role and the links that would grant it.
   * `waiting`: the developer must be approved first.
   */
  setRole(
    developerId: string,
    isOperator: boolean,
    by: Actor,
  ): Promise<SignInDeveloper | 'waiting' | undefined>
}
