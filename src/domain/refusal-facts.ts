import type { Region } from './region.ts'

/** Why a genuine key is not accepted. */
export const KEY_ENDS = ['revoked', 'expired', 'suspended'] as const

/** One of {@link KEY_ENDS}; `suspended` is its developer. */
export type KeyEnd = (typeof KEY_ENDS)[number]

/** A genuine key that is not accepted any more. Its holder alone can show it, and its owner alone may hear of it. */
export interface RefusedKey {
  readonly keyId: string
  readonly developerId: string
  readonly why: KeyEnd
}

/** What a good key lacks for what it asks: the region, or the scope. */
export interface RefusedGrant {
  readonly lacks: 'region' | 'scope'
  /** The region that was asked for. */
  readonly region: Region
}
