import type { PortalKey } from '../../../src/portal/contract/shapes.ts'

/** How a key stands: `suspended` when only its developer keeps it from being accepted. */
export type KeyState = 'active' | 'revoked' | 'expired' | 'suspended'

/** How a key stands at a time (Unix ms). */
export function keyStateOf(key: PortalKey, nowMs: number): KeyState {
  if (key.revokedAtMs !== undefined) return 'revoked'
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs) return 'expired'
  return key.isActive ? 'active' : 'suspended'
}
