import { DAY_MS } from '../../../src/platform/time/time-units.ts'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'

/** State of a key, for its owner. */
export type KeyState = 'active' | 'expiring' | 'overlap' | 'rotated' | 'expired' | 'revoked'

/** How long before its expiry a key is marked as expiring. */
const REMINDED_MS = 14 * DAY_MS

/** Returns the state of a key at `nowMs` (Unix ms). The portal decides whether it is active. */
export function keyState(key: PortalKey, nowMs: number): KeyState {
  const { isActive, revokedAtMs, replacedBy, expiresAtMs } = key
  if (!isActive) {
    if (revokedAtMs !== undefined) return 'revoked'
    return replacedBy === undefined ? 'expired' : 'rotated'
  }
  if (replacedBy !== undefined) return 'overlap'
  return expiresAtMs !== undefined && expiresAtMs - nowMs < REMINDED_MS ? 'expiring' : 'active'
}

/** Returns the name of a key with its id, or its id alone if it has no name. */
export function keyNameWithId({ name, keyId }: Pick<PortalKey, 'name' | 'keyId'>): string {
  return name === '' ? keyId : `${name} (${keyId})`
}

/** Returns the name of a key, or its id if it has none. */
export function keyName({ name, keyId }: Pick<PortalKey, 'name' | 'keyId'>): string {
  return name === '' ? keyId : name
}
