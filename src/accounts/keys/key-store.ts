import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { QuotaLimits } from '../../quotas/quota.ts'
import type { Region } from '../../game/region.ts'
import type { Scope } from '../../game/scope.ts'

/** Developer key as stored: everything except the key itself. */
export interface StoredKey {
  /** Public id: the only part of a key that is shown or logged after its creation. */
  readonly keyId: string
  /** HMAC-SHA-256 of the complete key under the pepper; 32 bytes. */
  readonly mac: Uint8Array
  readonly developerId: string
  /** Limits of the developer: their own, else their plan's, else the defaults. */
  readonly limits: QuotaLimits
  /** The developer's plan, whether or not it sets a limit. */
  readonly plan: string | undefined
  readonly scopes: ReadonlySet<Scope>
  readonly regions: ReadonlySet<Region>
  readonly expiresAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  /** Whether the developer is suspended, so that none of their keys is accepted. */
  readonly isSuspended: boolean
}

/** Changes relevant to the authorization of requests. */
export interface KeyChanges {
  readonly keyIds: ReadonlySet<string>
  /** Developers all of whose keys are affected. */
  readonly developerIds: ReadonlySet<string>
  /** Names of plans all of whose developers are affected. */
  readonly plans: ReadonlySet<string>
}

/**
 * Notice to a listener: the changes; `everything` when anything may have changed; `interrupted`
 * when changes could not be received for a while.
 */
export type ChangeNotice = KeyChanges | 'everything' | 'interrupted'

/**
 * Key look-ups of a serving process. Throws when the store cannot be reached; an unknown key yields
 * `undefined`.
 */
export interface KeyStore {
  find(keyId: string): Awaitable<StoredKey | undefined>
  /**
   * Calls `listener` within a second of any change to keys, grants, limits, plans or suspensions by
   * any process, and of nothing else: sessions, names and the audit trail do not affect keys. Also
   * calls it after a period without notices. A change is reported only once `find` sees it. Returns
   * a function that unsubscribes.
   */
  readonly onChange: (listener: (notice: ChangeNotice) => void) => () => void
  /**
   * Returns the monotonic time in milliseconds up to which every change was reported, as read from
   * the store itself. Absent where only notifications tell: a lost one would go unnoticed.
   */
  readonly confirmedAtMs?: () => number
}
