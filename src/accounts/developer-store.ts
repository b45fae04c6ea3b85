import type { DeveloperEntry, LimitChanges } from './account-store.ts'
import type { ApplicationEntry, ApplicationKey } from './application-store.ts'
import type { Actor } from './audit-note.ts'
import type { IdentityEntry, SessionEntry } from './sign-in-store.ts'

/** Developer with applications, identities and sessions. */
export interface DeveloperDetail extends DeveloperEntry {
  readonly applicationList: readonly ApplicationEntry[]
  readonly identities: readonly IdentityEntry[]
  /** Sessions that have not ended, the most recently used first. */
  readonly sessions: readonly SessionEntry[]
}

/** Changes to a developer; absent values stay. */
export interface DeveloperChanges {
  /** Name of the plan; `null`: none. */
  readonly plan?: string | null
  readonly limits?: LimitChanges
}

/**
 * Developers as managed by operators, in the portal and on the command line. Every change is
 * recorded in the audit trail; a call without an effect is not. `false`: there is no such
 * developer.
 */
export interface DeveloperStore {
  /**
   * Returns all developers ordered by name, or one page: at most `limit` after the developer with
   * the id `after`, or from the first one.
   */
  list(page?: {
    readonly after?: string | undefined
    readonly limit: number
  }): Promise<readonly DeveloperEntry[]>
  get(developerId: string): Promise<DeveloperDetail | undefined>
  findByName(name: string): Promise<DeveloperEntry | undefined>
  /** Returns the entry by id, without the additions of {@link get}. */
  findById(developerId: string): Promise<DeveloperEntry | undefined>
  /** Applies all changes or none. */
  change(
    by: Actor,
    developerId: string,
    changes: DeveloperChanges,
  ): Promise<'changed' | 'not_found' | 'no_plan'>
  /** Rejects the developer's keys from now on and ends their sessions. */
  suspend(by: Actor, developerId: string): Promise<boolean>
  reinstate(by: Actor, developerId: string): Promise<boolean>
  approve(by: Actor, developerId: string): Promise<boolean>
  /**
   * Moves the persons, applications and keys of one developer to another, ends the sessions of the
   * first and suspends it. Roles, limits and plans do not move. `suspended`: one of them is;
   * `same`: they are the same developer.
   */
  merge(
    by: Actor,
    fromId: string,
    intoId: string,
  ): Promise<'merged' | 'not_found' | 'suspended' | 'same'>
  /** Revokes a key of any developer. An already revoked key keeps its first revocation time. */
  revokeKey(by: Actor, keyId: string): Promise<ApplicationKey | undefined>
}
