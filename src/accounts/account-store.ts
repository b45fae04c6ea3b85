import type { Actor } from './audit-note.ts'
import type { DeveloperState } from './developer-state.ts'
import type { QuotaLimits } from '../quotas/quota.ts'
import type { Region } from '../game/region.ts'
import type { Scope } from '../game/scope.ts'

/** Developer key with its metadata. */
export interface KeyEntry {
  readonly keyId: string
  /** Name given by its developer; empty when there is none. */
  readonly name: string
  readonly developer: string
  /** Whether the developer registered without an operator. Absent when not requested. */
  readonly isSelfRegistered?: boolean
  readonly application: string
  readonly scopes: readonly Scope[]
  readonly regions: readonly Region[]
  readonly createdAtMs: number
  readonly expiresAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  /** Public id of the key that replaced it by rotation. */
  readonly replacedBy: string | undefined
}

/** Key to store, with the MAC that verifies it. */
export interface NewKey extends Omit<KeyEntry, 'revokedAtMs' | 'replacedBy'> {
  readonly mac: Uint8Array
  /** Identifies the pepper without revealing it, to detect a changed pepper. */
  readonly pepperId: string
}

/** Developer, the owner of quotas. */
export interface DeveloperEntry {
  readonly developerId: string
  readonly name: string
  readonly state: DeveloperState
  readonly isOperator: boolean
  /**
   * Whether the developer registered without an operator, in which case the name comes from the
   * provider.
   */
  readonly isSelfRegistered: boolean
  /** Plan that provides the limits not set for the developer. */
  readonly plan: string | undefined
  /** Effective limits: the developer's own, else the plan's, else the defaults. */
  readonly limits: QuotaLimits
  /** Limits set for this developer; the others follow the plan or the defaults. */
  readonly ownLimits: Partial<QuotaLimits>
  readonly createdAtMs: number
  /** Number of applications that are not removed. */
  readonly applications: number
  /** Number of keys that are neither revoked nor expired. */
  readonly activeKeys: number
}

/** Limits to set; `null` resets one to the plan or default, an absent one stays. */
export type LimitChanges = { readonly [Name in keyof QuotaLimits]?: number | null }

/**
 * Owner of a new key: `new` creates a developer, an id names an existing one, `any` uses the
 * developer of that name or creates one. `any` is only for programs that own all names, such as the
 * demo.
 */
export type KeyOwner = 'new' | 'any' | { readonly developerId: string }

/** Actor and reason of a revocation that is not made by the command line. */
export interface Revocation {
  readonly by: Actor
  /** Whether the key itself was presented. */
  readonly isLeaked: boolean
}

/**
 * Keys as managed by the command line. Works beside serving processes. An unknown key id yields
 * `undefined`, not an error. Every change is recorded in the audit trail, by default as the command
 * line's.
 */
export interface AccountStore {
  /**
   * Stores a key, and its application when it is new. Sets the given limits and leaves the others.
   * Stores nothing unless the developer matches `owner`.
   */
  createKey(
    key: NewKey,
    limits: Partial<QuotaLimits>,
    owner?: KeyOwner,
  ): Promise<'created' | 'developer_exists' | 'unknown_developer'>
  listKeys(): Promise<readonly KeyEntry[]>
  getKey(keyId: string): Promise<KeyEntry | undefined>
  /** Revokes a key. An already revoked key keeps its first revocation time. */
  revokeKey(keyId: string, atMs: number, revocation?: Revocation): Promise<KeyEntry | undefined>
  /**
   * Stores `replacement` and makes the old key expire at `oldExpiresAtMs` or its earlier expiry;
   * both or neither. Returns `undefined` without a change when the old key is unknown, revoked or
   * already rotated.
   */
  rotateKey(
    keyId: string,
    replacement: NewKey,
    oldExpiresAtMs: number,
  ): Promise<KeyEntry | undefined>
  /** Returns the number of active keys stored under another pepper than `pepperId`. */
  countForeignPepper(pepperId: string): Promise<number>
}
