import type { AccountStore, KeyEntry, KeyOwner } from '../account-store.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { KeyStore } from './key-store.ts'
import type { QuotaLimits } from '../../quotas/quota.ts'
import type { Region } from '../../game/region.ts'
import type { Scope } from '../../game/scope.ts'
import { keyIdOf } from './developer-key.ts'
import type { GenerateKey } from './generate-key.ts'
import { verifyKeyMac, isActive } from './key-status.ts'
import type { Pepper } from './pepper.ts'

/** Options of {@link createKeyService}. */
export interface KeyServiceOptions {
  readonly accounts: AccountStore
  readonly keys: Pick<KeyStore, 'find'>
  readonly pepper: Pepper
  readonly clock: Clock
  readonly generateKey: GenerateKey
}

/** Key to issue. */
export interface KeyRequest {
  /** Name of the key; empty by default. */
  readonly name?: string
  readonly developer: string
  /** Owner of the key; `any` by default. */
  readonly owner?: KeyOwner
  readonly application: string
  readonly scopes: readonly Scope[]
  readonly regions: readonly Region[]
  /** Lifetime of the key in milliseconds; `undefined`: unlimited. */
  readonly lifetimeMs: number | undefined
  /** Limits to set for the developer; the others stay. */
  readonly limits: Partial<QuotaLimits>
}

/** Issued key. `text` is the secret; it is shown once and stored nowhere. */
export interface IssuedKey {
  readonly text: string
  readonly entry: KeyEntry
}

/**
 * Failure to issue a key: the developer exists although a new one was requested, or does not exist.
 */
export class KeyNotIssued extends Error {
  override readonly name = 'KeyNotIssued'
  readonly why: 'developer_exists' | 'unknown_developer'

  constructor(why: 'developer_exists' | 'unknown_developer') {
    super(why)
    this.why = why
  }
}

/** Issues and rotates keys. */
export interface KeyService {
  /** Returns the public id in a text typed by a person: an id, or a complete key. */
  idOf(idOrKey: string): string
  /** Returns whether a complete key is accepted now. */
  accepts(text: string): Promise<boolean>
  /**
   * Issues a key. Throws {@link KeyNotIssued} without a change when the developer does not match
   * `owner`.
   */
  issue(request: KeyRequest): Promise<IssuedKey>
  /**
   * Issues a key with the same developer, application and grants, and makes the old one expire in
   * `overlapMs`. The new key keeps the old one's original expiry. Returns `undefined` when the old
   * key is unknown, revoked, expired or already rotated (its expiry is then no longer the
   * original).
   */
  rotate(keyId: string, overlapMs: number): Promise<IssuedKey | undefined>
}

/** Creates the key service. */
export function createKeyService({
  accounts,
  keys,
  pepper,
  clock,
  generateKey,
}: KeyServiceOptions): KeyService {
  const createNewKey = (
    attributes: Omit<KeyEntry, 'keyId' | 'createdAtMs' | 'revokedAtMs' | 'replacedBy'>,
  ) => {
    const { text, secret } = generateKey()
    const entry = {
      ...attributes,
      keyId: secret.keyId,
      createdAtMs: clock.nowMs(),
      revokedAtMs: undefined,
      replacedBy: undefined,
    }
    const stored = { ...entry, ...secret }
    return { text, entry, stored }
  }

  return {
    idOf: (idOrKey) => keyIdOf(idOrKey) ?? idOrKey,
    accepts: async (text) => {
      const keyId = keyIdOf(text)
      const key = keyId === undefined ? undefined : await keys.find(keyId)
      return (
        key !== undefined && verifyKeyMac(key, pepper.mac(text)) && isActive(key, clock.nowMs())
      )
    },
    issue: async (request) => {
      const { name = '', developer, application, scopes, regions, lifetimeMs, limits } = request
      const expiresAtMs = lifetimeMs === undefined ? undefined : clock.nowMs() + lifetimeMs
      const key = createNewKey({ name, developer, application, scopes, regions, expiresAtMs })
      const created = await accounts.createKey(key.stored, limits, request.owner)
      if (created !== 'created') throw new KeyNotIssued(created)
      return key
    },
    rotate: async (keyId, overlapMs) => {
      const old = await accounts.getKey(keyId)
      const nowMs = clock.nowMs()
      if (old === undefined || (old.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs)
        return undefined
      const key = createNewKey(old)
      const rotated = await accounts.rotateKey(keyId, key.stored, nowMs + overlapMs)
      return rotated === undefined ? undefined : key
    },
  }
}
