import type { NewKey } from './account-store.ts'
import type { ApplicationKey } from './application-store.ts'
import type { SignedInActor } from './audit.ts'

/** Active keys that an application may have: one, and the one that comes after it. */
export const ACTIVE_KEYS_MAX = 2

/** What a new key is recognised by. */
export type KeySecret = Pick<NewKey, 'keyId' | 'mac' | 'pepperId'>

/** What a new key is to be. */
export type KeyTraits = Pick<NewKey, 'name' | 'scopes' | 'regions' | 'expiresAtMs'>

/** What is to be changed of a key; what is absent stays. */
export interface KeyChanges {
  readonly name?: string
  /** Unix milliseconds; `null`: never. */
  readonly expiresAtMs?: number | null
}

/**
 * The keys of developers, as they manage them themselves. Whatever is another developer's is unknown (`not_found`). However
 * many ask at one time, no application gets more than {@link ACTIVE_KEYS_MAX} active keys here; the command line is not
 * bound by that. A refusal changes nothing.
 */
export interface OwnKeyStore {
  /** `waiting`: nobody has approved the developer yet. */
  create(
    by: SignedInActor,
    applicationId: string,
    secret: KeySecret,
    traits: KeyTraits,
  ): Promise<ApplicationKey | 'not_found' | 'waiting' | 'keys_full'>
  /**
   * Makes a key with the name, the rights and the expiry of the old one, which is then good for `overlapMs` more, or as long
   * as it would have been. `key_over`: the old one is revoked, expired or rotated already.
   */
  rotate(
    by: SignedInActor,
    keyId: string,
    secret: KeySecret,
    overlapMs: number,
  ): Promise<ApplicationKey | 'not_found' | 'waiting' | 'key_over' | 'keys_full'>
  /** `key_over`: of a key that is revoked, expired or rotated, the expiry is set no more; `past`: it would be over already. */
  change(
    by: SignedInActor,
    keyId: string,
    changes: KeyChanges,
  ): Promise<ApplicationKey | 'not_found' | 'key_over' | 'past'>
  /** Revokes a key. One that is revoked already keeps its first time. */
  revoke(by: SignedInActor, keyId: string): Promise<ApplicationKey | 'not_found'>
}
