import { timingSafeEqual } from 'node:crypto'
import type { StoredKey } from './key-store.ts'
import type { InactiveReason } from '../rejection-facts.ts'

/** Compared when there is no stored MAC, so that an unknown key takes as long as a wrong one. */
const NO_MAC = Buffer.alloc(32)

/**
 * Returns whether `mac` is the stored one, in constant time. A stored value of another length,
 * which only manual changes to the database produce, matches no key.
 */
export function verifyKeyMac(key: StoredKey | undefined, mac: Uint8Array): boolean {
  const stored = key?.mac.length === mac.length ? key.mac : NO_MAC
  return timingSafeEqual(mac, stored) && stored !== NO_MAC
}

/** Returns why a genuine key is rejected. */
export function inactiveReason({ revokedAtMs, isSuspended }: StoredKey): InactiveReason {
  if (revokedAtMs !== undefined) return 'revoked'
  return isSuspended ? 'suspended' : 'expired'
}

/** Returns whether a key is neither revoked nor expired and its developer not suspended. */
export function isActive(key: StoredKey, nowMs: number): boolean {
  const { revokedAtMs, expiresAtMs, isSuspended } = key
  return (
    revokedAtMs === undefined && !isSuspended && (expiresAtMs === undefined || nowMs < expiresAtMs)
  )
}
