import type { Region } from '../game/region.ts'

/** Reasons why a genuine key is rejected. */
export const INACTIVE_REASONS = ['revoked', 'expired', 'suspended'] as const

/** One of {@link INACTIVE_REASONS}; `suspended` applies to the developer. */
export type InactiveReason = (typeof INACTIVE_REASONS)[number]

/** Rejected genuine key. Only its holder can present it, and only its owner may see the reason. */
export interface RejectedKey {
  readonly keyId: string
  readonly developerId: string
  readonly why: InactiveReason
}

/** Grant that a valid key lacks for its request. */
export interface MissingGrant {
  readonly lacks: 'region' | 'scope'
  /** The requested region. */
  readonly region: Region
}
