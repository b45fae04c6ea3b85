import type { AccountStore } from '../domain/account-store.ts'
import type { Actor } from '../domain/audit.ts'
import type { Clock } from '../domain/clock.ts'
import type { KeyStore } from '../domain/key-store.ts'
import { keyIdOf, keyTextsIn } from './developer-key.ts'
import { isGenuine, isUsable } from './judge-key.ts'
import type { Pepper } from './pepper.ts'

/** What leaked keys are revoked with. */
export interface LeakedKeysSettings {
  readonly accounts: Pick<AccountStore, 'revokeKey'>
  readonly keys: Pick<KeyStore, 'find'>
  readonly pepper: Pepper
  readonly clock: Pick<Clock, 'nowMs'>
}

/** A genuine key that stood in a text, and is revoked now. */
export interface LeakedKey {
  readonly keyId: string
  readonly revokedAtMs: number
  /** Whether it was accepted until now. */
  readonly wasActive: boolean
}

/**
 * Revokes every genuine key in a text: who holds a key may end it. What only looks like one is not among the answers, and
 * no store is asked for what is torn.
 */
export type RevokeLeaked = (text: string, by: Actor) => Promise<readonly LeakedKey[]>

/** Keys of one text; a page of a repository that leaks more is to be shown again. */
export const LEAKED_KEYS_MAX = 20

/** Makes what revokes leaked keys. */
export function createRevokeLeaked(settings: LeakedKeysSettings): RevokeLeaked {
  const { accounts, keys, pepper, clock } = settings
  const revoke = async (text: string, by: Actor): Promise<readonly LeakedKey[]> => {
    const key = await keys.find(keyIdOf(text) ?? '')
    if (key === undefined || !isGenuine(key, pepper.mac(text))) return []
    const nowMs = clock.nowMs()
    const wasActive = isUsable(key, nowMs)
    const entry = await accounts.revokeKey(key.keyId, nowMs, { by, isLeaked: true })
    return [{ keyId: key.keyId, revokedAtMs: entry?.revokedAtMs ?? nowMs, wasActive }]
  }
  return async (text, by) => {
    const found: LeakedKey[] = []
    for (const one of keyTextsIn(text, LEAKED_KEYS_MAX)) found.push(...(await revoke(one, by)))
    return found
  }
}
