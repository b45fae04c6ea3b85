import type { PortalKey } from '../../../src/portal/contract/shapes.ts'

/**
 * How a key stands: `overlap` when another has replaced it and it is still accepted, `rotated` when it is not any more,
 * `suspended` when only its developer keeps it from being accepted.
 */
export type KeyState = 'active' | 'overlap' | 'rotated' | 'revoked' | 'expired' | 'suspended'

/** How a key stands at a time (Unix ms). */
export function keyStateOf(key: PortalKey, nowMs: number): KeyState {
  const { revokedAtMs, expiresAtMs, replacedBy, isActive } = key
  if (revokedAtMs !== undefined) return 'revoked'
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) {
    return replacedBy === undefined ? 'expired' : 'rotated'
  }
  if (!isActive) return 'suspended'
  return replacedBy === undefined ? 'active' : 'overlap'
}
