import type { PortalKey } from '../../../../src/portal/contract/shapes.ts'

/**
 * State of a key: `overlap` if it was rotated and is still valid, `rotated` after that, `suspended`
 * if only its developer's state makes it invalid.
 */
export type KeyState = 'active' | 'overlap' | 'rotated' | 'revoked' | 'expired' | 'suspended'

/** Returns the state of a key at a time (Unix ms). */
export function keyStateOf(key: PortalKey, nowMs: number): KeyState {
  const { revokedAtMs, expiresAtMs, replacedBy, isActive } = key
  if (revokedAtMs !== undefined) return 'revoked'
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) {
    return replacedBy === undefined ? 'expired' : 'rotated'
  }
  if (!isActive) return 'suspended'
  return replacedBy === undefined ? 'active' : 'overlap'
}
