import type { Actor } from './audit.ts'
import type { DeveloperState } from './developer-state.ts'
import type { QuotaLimits } from './quota.ts'
import type { Region } from './region.ts'
import type { Scope } from './scope.ts'

/** A developer key as people manage it. */
export interface KeyEntry {
  readonly keyId: string
  /** What its developer calls it; empty where nobody said. */
  readonly name: string
  readonly developer: string
  readonly application: string
  readonly scopes: readonly Scope[]
  readonly regions: readonly Region[]
  readonly createdAtMs: number
  readonly expiresAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  /** The public id of the key that it was rotated into. */
  readonly replacedBy: string | undefined
}

/** A key about to be stored: its entry, and the MAC that recognises it. */
export interface NewKey extends Omit<KeyEntry, 'revokedAtMs' | 'replacedBy'> {
  readonly mac: Uint8Array
  /** Names the pepper without giving it away, so that a changed pepper can be noticed. */
  readonly pepperId: string
}

/** Who owns quotas, as people manage it. */
export interface DeveloperEntry {
  readonly developerId: string
  readonly name: string
  readonly state: DeveloperState
  readonly isOperator: boolean
  /** The plan that gives the limits that are not the developer's own. */
  readonly plan: string | undefined
  /** The limits in force: the developer's own, else the plan's, else the defaults. */
  readonly limits: QuotaLimits
  /** Which of them were set for this developer; the others follow the plan or the defaults. */
  readonly ownLimits: Partial<QuotaLimits>
  readonly createdAtMs: number
  /** Those that were not removed. */
  readonly applications: number
  /** Keys that are neither revoked nor expired. */
  readonly activeKeys: number
}

/** Limits that are set; `null` returns one to what would hold without it, and what is absent stays. */
export type LimitChanges = { readonly [Name in keyof QuotaLimits]?: number | null }

/** By whom and why a key is revoked, where it is not by the command line. */
export interface Revocation {
  readonly by: Actor
  /** Whether somebody showed the key itself. */
  readonly isLeaked: boolean
}

/**
 * Keys, as the command line manages them. Works beside serving processes. An unknown key id is `undefined`, never an
 * error. Each change is in the audit trail, as the command line's unless told.
 */
export interface AccountStore {
  /** Stores a key; makes its developer and application when they are new. Sets the given limits, leaves the others. */
  createKey(key: NewKey, limits: Partial<QuotaLimits>): Promise<void>
  listKeys(): Promise<readonly KeyEntry[]>
  getKey(keyId: string): Promise<KeyEntry | undefined>
  /** Revokes a key. One that is revoked already keeps its first time. */
  revokeKey(keyId: string, atMs: number, how?: Revocation): Promise<KeyEntry | undefined>
  /**
   * Stores `replacement` and lets the old key expire at `oldExpiresAtMs`, or earlier if it would have; both or
   * neither. `undefined`, and nothing changed, when the old key is unknown, revoked or rotated already.
   */
  rotateKey(
    keyId: string,
    replacement: NewKey,
    oldExpiresAtMs: number,
  ): Promise<KeyEntry | undefined>
  /** How many usable keys were made under another pepper than `pepperId`. */
  countForeignPepper(pepperId: string): Promise<number>
}
