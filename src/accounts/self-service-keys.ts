import type { NewKey } from './account-store.ts'
import type { ApplicationKey } from './application-store.ts'
import type { SignedInActor } from './audit-note.ts'

/** Maximum active keys of an application: one and its successor. */
export const ACTIVE_KEYS_MAX = 2

/**
 * Maximum changes of their own applications and keys that one developer makes per UTC day:
 * creations, rotations, renames and expiries. Revocations and removals are unlimited.
 */
export const CHANGES_PER_DAY_MAX = 200

/** Id and MAC of a new key. */
export type KeySecret = Pick<NewKey, 'keyId' | 'mac' | 'pepperId'>

/** Attributes of a new key. */
export type KeyTraits = Pick<NewKey, 'name' | 'scopes' | 'regions' | 'expiresAtMs'>

/** Changes to a key; absent values stay. */
export interface KeyChanges {
  readonly name?: string
  /** Unix milliseconds; `null`: never. */
  readonly expiresAtMs?: number | null
}

/**
 * Keys as managed by their developers. Keys of other developers yield `not_found`. Even under
 * concurrent calls no application exceeds {@link ACTIVE_KEYS_MAX} active keys; the command line is
 * not limited. A rejection changes nothing. `changes_full`: the developer has made {@link
 * CHANGES_PER_DAY_MAX} changes today.
 */
export interface SelfServiceKeys {
  /** `waiting`: the developer is not approved yet. */
  create(
    by: SignedInActor,
    applicationId: string,
    secret: KeySecret,
    traits: KeyTraits,
  ): Promise<
    ApplicationKey | 'not_found' | 'waiting' | 'not_in_plan' | 'keys_full' | 'changes_full'
  >
  /**
   * Creates a key with the name, grants and expiry of the old one, which stays valid for
   * `overlapMs` or until its earlier expiry. `key_over`: the old key is revoked, expired or already
   * rotated.
   */
  rotate(
    by: SignedInActor,
    keyId: string,
    secret: KeySecret,
    overlapMs: number,
  ): Promise<ApplicationKey | 'not_found' | 'waiting' | 'key_over' | 'keys_full' | 'changes_full'>
  /**
   * `key_over`: the key is revoked, expired or rotated, so its expiry is final; `past`: the expiry
   * is not in the future.
   */
  change(
    by: SignedInActor,
    keyId: string,
    changes: KeyChanges,
  ): Promise<ApplicationKey | 'not_found' | 'key_over' | 'past' | 'changes_full'>
  /** Revokes a key. An already revoked key keeps its first revocation time. */
  revoke(by: SignedInActor, keyId: string): Promise<ApplicationKey | 'not_found'>
}
