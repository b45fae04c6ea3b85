import type { DeveloperEntry, LimitChanges } from './account-store.ts'
import type { ApplicationEntry, ApplicationKey } from './application-store.ts'
import type { Actor } from './audit.ts'
import type { IdentityEntry } from './sign-in-store.ts'

/** A developer with all that is theirs. */
export interface DeveloperDetail extends DeveloperEntry {
  readonly applicationList: readonly ApplicationEntry[]
  readonly identities: readonly IdentityEntry[]
}

/** What is to be changed of a developer; what is absent stays. */
export interface DeveloperChanges {
  /** The name of a plan; `null`: none. */
  readonly plan?: string | null
  readonly limits?: LimitChanges
}

/**
 * Developers, as operators manage them: in the portal and at the command line. Each change is in the audit trail, and what was
 * so already changes nothing and is not in it. False: there is no such developer.
 */
export interface DeveloperStore {
  list(): Promise<readonly DeveloperEntry[]>
  get(developerId: string): Promise<DeveloperDetail | undefined>
  findByName(name: string): Promise<DeveloperEntry | undefined>
  /** All of it, or nothing. */
  change(
    by: Actor,
    developerId: string,
    changes: DeveloperChanges,
  ): Promise<'changed' | 'not_found' | 'no_plan'>
  /** From now on every key is refused, and every session is over. */
  suspend(by: Actor, developerId: string): Promise<boolean>
  reinstate(by: Actor, developerId: string): Promise<boolean>
  approve(by: Actor, developerId: string): Promise<boolean>
  /** Revokes anybody's key. One that is revoked already keeps its first time. */
  revokeKey(by: Actor, keyId: string): Promise<ApplicationKey | undefined>
}
