import type { AccountStore } from '../account-store.ts'
import type { Actor } from '../audit-note.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { KeyStore } from './key-store.ts'
import { keyIdOf, keyTextsIn } from './developer-key.ts'
import { verifyKeyMac, isActive } from './key-status.ts'
import type { Pepper } from './pepper.ts'

/** Options of {@link createRevokeLeaked}. */
export interface LeakedKeysOptions {
  readonly accounts: Pick<AccountStore, 'revokeKey'>
  readonly keys: Pick<KeyStore, 'find'>
  readonly pepper: Pepper
  readonly clock: Pick<Clock, 'nowMs'>
}

/** Genuine key found in a text and now revoked. */
export interface LeakedKey {
  readonly keyId: string
  readonly revokedAtMs: number
  /** Whether the key was accepted before. */
  readonly wasActive: boolean
}

/**
 * Revokes every genuine key in a text: possession of a key suffices to revoke it. Omits texts that
 * only look like keys; those with a wrong checksum cause no look-up.
 */
export type RevokeLeaked = (text: string, by: Actor) => Promise<readonly LeakedKey[]>

/** Maximum keys of one text; longer texts must be submitted again. */
export const LEAKED_KEYS_MAX = 20

/** Creates the revocation of leaked keys. */
export function createRevokeLeaked(options: LeakedKeysOptions): RevokeLeaked {
  const { accounts, keys, pepper, clock } = options
  const revoke = async (text: string, by: Actor): Promise<readonly LeakedKey[]> => {
    const key = await keys.find(keyIdOf(text) ?? '')
    if (key === undefined || !verifyKeyMac(key, pepper.mac(text))) return []
    const nowMs = clock.nowMs()
    const wasActive = isActive(key, nowMs)
    const entry = await accounts.revokeKey(key.keyId, nowMs, { by, isLeaked: true })
    return [{ keyId: key.keyId, revokedAtMs: entry?.revokedAtMs ?? nowMs, wasActive }]
  }
  return async (text, by) => {
    const found: LeakedKey[] = []
    for (const one of keyTextsIn(text, LEAKED_KEYS_MAX)) found.push(...(await revoke(one, by)))
    return found
  }
}
