import { DAY_MS } from '../../../src/domain/time-units.ts'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'

/** How a key stands, for whoever owns it. */
export type KeyState = 'active' | 'expiring' | 'overlap' | 'rotated' | 'expired' | 'revoked'

/** Before a key ends, its owner is reminded for so long. */
const REMINDED_MS = 14 * DAY_MS

/** How a key stands at `nowMs` (Unix). What the portal says of it counts; the time alone tells why. */
export function keyState(key: PortalKey, nowMs: number): KeyState {
  const { isActive, revokedAtMs, replacedBy, expiresAtMs } = key
  if (!isActive) {
    if (revokedAtMs !== undefined) return 'revoked'
    return replacedBy === undefined ? 'expired' : 'rotated'
  }
  if (replacedBy !== undefined) return 'overlap'
  return expiresAtMs !== undefined && expiresAtMs - nowMs < REMINDED_MS ? 'expiring' : 'active'
}

/** What a key is called; its id where it has no name. */
export function keyName({ name, keyId }: Pick<PortalKey, 'name' | 'keyId'>): string {
  return name === '' ? keyId : name
}
