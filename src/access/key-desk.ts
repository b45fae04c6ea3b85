import type { AccountStore, KeyEntry } from '../domain/account-store.ts'
import type { Clock } from '../domain/clock.ts'
import type { KeyStore } from '../domain/key-store.ts'
import type { QuotaLimits } from '../domain/quota.ts'
import type { Region } from '../domain/region.ts'
import type { Scope } from '../domain/scope.ts'
import { keyIdOf } from './developer-key.ts'
import type { DrawKey } from './draw-key.ts'
import { isGenuine, isUsable } from './judge-key.ts'
import type { Pepper } from './pepper.ts'

/** What keys are issued with. */
export interface KeyDeskSettings {
  readonly accounts: AccountStore
  readonly keys: Pick<KeyStore, 'find'>
  readonly pepper: Pepper
  readonly clock: Clock
  readonly drawKey: DrawKey
}

/** What a new key is to be. */
export interface KeyRequest {
  /** What it is called; nothing unless told. */
  readonly name?: string
  readonly developer: string
  readonly application: string
  readonly scopes: readonly Scope[]
  readonly regions: readonly Region[]
  /** How long the key is good for, in milliseconds; `undefined` for ever. */
  readonly lifetimeMs: number | undefined
  /** Limits to set for the developer; the others stay as they are. */
  readonly limits: Partial<QuotaLimits>
}

/** A key that was just made. `text` is the secret: it is shown once and stored nowhere. */
export interface IssuedKey {
  readonly text: string
  readonly entry: KeyEntry
}

/** Makes keys and replaces them. */
export interface KeyDesk {
  /** The public id in what a person typed: an id, or a whole key that they want to be rid of. */
  idOf(idOrKey: string): string
  /** Whether a whole key would be accepted now. */
  accepts(text: string): Promise<boolean>
  issue(request: KeyRequest): Promise<IssuedKey>
  /**
   * Makes a new key with the same developer, application and grants, and lets the old one expire in `overlapMs`.
   * The new key keeps the expiry that the old one had. `undefined` when the old key is unknown, revoked, expired, or
   * rotated already: its expiry is then no longer its own.
   */
  rotate(keyId: string, overlapMs: number): Promise<IssuedKey | undefined>
}

/** Opens the desk where keys are issued. */
export function createKeyDesk({
  accounts,
  keys,
  pepper,
  clock,
  drawKey,
}: KeyDeskSettings): KeyDesk {
  const draw = (about: Omit<KeyEntry, 'keyId' | 'createdAtMs' | 'revokedAtMs' | 'replacedBy'>) => {
    const { text, secret } = drawKey()
    const entry = {
      ...about,
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
      return key !== undefined && isGenuine(key, pepper.mac(text)) && isUsable(key, clock.nowMs())
    },
    issue: async ({ name = '', developer, application, scopes, regions, lifetimeMs, limits }) => {
      const expiresAtMs = lifetimeMs === undefined ? undefined : clock.nowMs() + lifetimeMs
      const key = draw({ name, developer, application, scopes, regions, expiresAtMs })
      await accounts.createKey(key.stored, limits)
      return key
    },
    rotate: async (keyId, overlapMs) => {
      const old = await accounts.getKey(keyId)
      const nowMs = clock.nowMs()
      if (old === undefined || (old.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs)
        return undefined
      const key = draw(old)
      const rotated = await accounts.rotateKey(keyId, key.stored, nowMs + overlapMs)
      return rotated === undefined ? undefined : key
    },
  }
}
