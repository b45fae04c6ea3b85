import type { QuotaLimits } from './quota.ts'
import type { Region } from './region.ts'
import type { Scope } from './scope.ts'

/** A developer key as people manage it. */
export interface KeyEntry {
  readonly keyId: string
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
  /** The limits in force, defaults filled in. */
  readonly limits: QuotaLimits
  /** Which of them were set for this developer; the others follow the defaults. */
  readonly ownLimits: Partial<QuotaLimits>
  readonly createdAtMs: number
  /** Keys that are neither revoked nor expired. */
  readonly activeKeys: number
}

/**
 * Developers, applications and keys, as the command line manages them. Works beside serving processes. An unknown
 * key id or name is `undefined`, never an error.
 */
export interface AccountStore {
  /** Stores a key; makes its developer and application when they are new. Sets the given limits, leaves the others. */
  createKey(key: NewKey, limits: Partial<QuotaLimits>): Promise<void>
  listKeys(): Promise<readonly KeyEntry[]>
  getKey(keyId: string): Promise<KeyEntry | undefined>
  /** Revokes a key. One that is revoked already keeps its first time. */
  revokeKey(keyId: string, atMs: number): Promise<KeyEntry | undefined>
  /**
   * Stores `replacement` and lets the old key expire at `oldExpiresAtMs`, or earlier if it would have; both or
   * neither. `undefined`, and nothing changed, when the old key is unknown, revoked or rotated already.
   */
  rotateKey(
    keyId: string,
    replacement: NewKey,
    oldExpiresAtMs: number,
  ): Promise<KeyEntry | undefined>
  listDevelopers(): Promise<readonly DeveloperEntry[]>
  /** Sets the given limits and leaves the others; `null` returns a limit to the default. */
  setLimits(
    name: string,
    limits: { readonly [Name in keyof QuotaLimits]?: number | null },
  ): Promise<DeveloperEntry | undefined>
  /** How many usable keys were made under another pepper than `pepperId`. */
  countForeignPepper(pepperId: string): Promise<number>
}
