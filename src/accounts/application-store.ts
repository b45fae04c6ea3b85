import type { KeyEntry } from './account-store.ts'
import type { SignedInActor } from './audit-note.ts'

/** Key of an application. */
export interface ApplicationKey extends Omit<KeyEntry, 'developer' | 'application'> {
  readonly applicationId: string
  /** Whether the key is accepted now. */
  readonly isActive: boolean
}

/** Application with its active keys and the newest 50 others, newest first. */
export interface ApplicationEntry {
  readonly applicationId: string
  readonly name: string
  readonly createdAtMs: number
  readonly keys: readonly ApplicationKey[]
}

/**
 * Applications as managed by their developers. Applications of other developers are treated as
 * unknown. Safe for concurrent calls: equal names are created once, and no developer exceeds `max`
 * applications. `changes_full`: the developer has reached the daily limit of changes.
 */
export interface ApplicationStore {
  /** Returns the applications that are not removed, oldest first. */
  list(developerId: string): Promise<readonly ApplicationEntry[]>
  get(developerId: string, applicationId: string): Promise<ApplicationEntry | undefined>
  create(
    by: SignedInActor,
    name: string,
    max: number,
  ): Promise<ApplicationEntry | 'applications_full' | 'name_taken' | 'changes_full'>
  rename(
    by: SignedInActor,
    applicationId: string,
    name: string,
  ): Promise<ApplicationEntry | 'not_found' | 'name_taken' | 'changes_full'>
  /** Removes the application, revokes its keys and frees its name. Returns whether it existed. */
  remove(by: SignedInActor, applicationId: string): Promise<boolean>
}
