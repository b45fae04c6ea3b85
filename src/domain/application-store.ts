import type { KeyEntry } from './account-store.ts'
import type { SignedInActor } from './audit.ts'

/** A key as pages show it. */
export interface ApplicationKey extends Omit<KeyEntry, 'developer' | 'application'> {
  readonly applicationId: string
  /** Whether it is accepted now. */
  readonly isActive: boolean
}

/** An application and its keys, the newest first. */
export interface ApplicationEntry {
  readonly applicationId: string
  readonly name: string
  readonly createdAtMs: number
  readonly keys: readonly ApplicationKey[]
}

/**
 * The applications of developers, as they manage them themselves. Whatever is another developer's is unknown. Safe for
 * many at one time: of names that are equal one is taken, and nobody gets more applications than `max`.
 */
export interface ApplicationStore {
  /** Those that were not removed, the oldest first. */
  list(developerId: string): Promise<readonly ApplicationEntry[]>
  get(developerId: string, applicationId: string): Promise<ApplicationEntry | undefined>
  create(
    by: SignedInActor,
    name: string,
    max: number,
  ): Promise<ApplicationEntry | 'applications_full' | 'name_taken'>
  rename(
    by: SignedInActor,
    applicationId: string,
    name: string,
  ): Promise<ApplicationEntry | 'not_found' | 'name_taken'>
  /** Removes it, revokes its keys, and frees its name. Whether there was one. */
  remove(by: SignedInActor, applicationId: string): Promise<boolean>
}
