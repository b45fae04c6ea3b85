import type { Awaitable } from './awaitable.ts'
import type { QuotaLimits } from './quota.ts'
import type { Region } from './region.ts'
import type { Scope } from './scope.ts'

/** A developer key as a store knows it: everything but the key itself. */
export interface StoredKey {
  /** The public id: the only part of a key that is ever shown or logged again. */
  readonly keyId: string
  /** HMAC-SHA-256 of the whole key under the pepper; 32 bytes. */
  readonly mac: Uint8Array
  readonly developerId: string
  /** The limits of the developer: their own, else their plan's, else the defaults. */
  readonly limits: QuotaLimits
  readonly scopes: ReadonlySet<Scope>
  readonly regions: ReadonlySet<Region>
  readonly expiresAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  /** Whether its developer is suspended: then no key of theirs is accepted. */
  readonly isSuspended: boolean
}

/** What a listener is told: something has changed, or something may have, for changes could not be heard of for a while. */
export type ChangeNotice = 'changed' | 'unheard'

/** What the serving process asks about keys. Throws when the store cannot be reached; an unknown key is `undefined`. */
export interface KeyStore {
  find(keyId: string): Awaitable<StoredKey | undefined>
  /**
   * Calls `listener` within a second of any change to keys, grants, limits, plans or developers, made by any process.
   * After a time in which changes could not be heard of, calls it as well. A change that is not yet visible to `find` is not yet told. Returns what ends it.
   */
  onChange(listener: (notice: ChangeNotice) => void): () => void
}
