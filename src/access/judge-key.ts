import { timingSafeEqual } from 'node:crypto'
import type { StoredKey } from '../domain/key-store.ts'
import type { KeyEnd } from '../domain/refusal-facts.ts'

/** Compared with when there is no stored MAC, so that an unknown key takes the time of a wrong one. */
const NO_MAC = Buffer.alloc(32)

/**
 * Whether `mac` is the stored one, in a time that says nothing about it. What is stored and is no MAC, as only somebody
 * writes who writes into the database, is that of no key.
 */
export function isGenuine(key: StoredKey | undefined, mac: Uint8Array): boolean {
  const stored = key?.mac.length === mac.length ? key.mac : NO_MAC
  return timingSafeEqual(mac, stored) && stored !== NO_MAC
}

/** Why a genuine key is not usable. */
export function whyOver({ revokedAtMs, isSuspended }: StoredKey): KeyEnd {
  if (revokedAtMs !== undefined) return 'revoked'
  return isSuspended ? 'suspended' : 'expired'
}

/** Whether a known key is neither revoked nor expired, and its developer not suspended. */
export function isUsable(key: StoredKey, nowMs: number): boolean {
  const { revokedAtMs, expiresAtMs, isSuspended } = key
  return (
    revokedAtMs === undefined && !isSuspended && (expiresAtMs === undefined || nowMs < expiresAtMs)
  )
}
