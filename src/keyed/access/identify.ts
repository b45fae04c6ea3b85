import type { Identified } from '../flow-values.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { StoredKey } from '../../accounts/keys/key-store.ts'
import { wait } from '../../platform/concurrency/wait.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { keyIdOf } from '../../accounts/keys/developer-key.ts'
import { KeyRejected } from './key-rejected.ts'
import type { Pepper } from '../../accounts/keys/pepper.ts'
import { createVerifiedHeaderCache } from './verified-header-cache.ts'
import type { KeyCache } from './key-cache.ts'

/** An RFC 6750 credential: the scheme in any case, one or more spaces, a b64token. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i

/**
 * Minimum duration, in milliseconds, of a rejection for which the store was queried; the maximum is
 * twice that. A store takes longer to find a key than to find none, and an undisguised duration
 * would tell which public ids exist. Long enough for a database in the same data center.
 */
const REJECTION_MIN_MS = 10

/** Options of the identify stage. */
export interface IdentifyOptions {
  readonly keyCache: KeyCache
  readonly pepper: Pepper
  readonly clock: Clock
}

/**
 * Checks the key of a request, synchronously when the key cache has a fresh entry. `authorization`
 * is the raw header.
 */
export type Identify = (request: {
  readonly authorization: string | undefined
  /** Returns the client's network, for the guard in front of the key store. */
  readonly network: () => string
}) => Awaitable<Identified>

/**
 * Creates the stage that identifies the key of a request (401; 503 when the store cannot answer).
 * Unknown, wrong, revoked and expired keys, and keys of suspended developers, get the same
 * rejection, so that it tells nothing about any key.
 */
export function createIdentify({ keyCache, pepper, clock }: IdentifyOptions): Identify {
  const headers = createVerifiedHeaderCache(pepper, keyCache.isCurrent)
  const check = (
    key: StoredKey | undefined,
    text: string,
    header: string,
  ): Identified | KeyRejected => {
    const result = headers.verify(key, text, header, clock.nowMs())
    if (result === 'active') return { key } as Identified
    return new KeyRejected(result === 'inactive' ? key : undefined)
  }

  const checkLookedUp = async (
    lookup: Promise<StoredKey | undefined>,
    text: string,
    header: string,
    startMs: number,
  ): Promise<Identified> => {
    const checked = check(await lookup, text, header)
    if (!(checked instanceof KeyRejected)) return checked
    // The MAC is secret without the pepper, and constant for a text: its part of the delay cannot
    // be averaged away by repeating the request.
    const fraction = pepper.mac(text).readUInt16LE() / 65_536
    const leftMs = startMs + REJECTION_MIN_MS * (1 + fraction) - clock.monotonicMs()
    await wait(clock, Math.max(0, leftMs))
    throw checked
  }

  return ({ authorization: header, network }) => {
    if (header === undefined || header.trim() === '') throw missingKey()
    const verifiedKey = headers.find(header, clock.nowMs())
    if (verifiedKey !== undefined) return { key: verifiedKey } as Identified
    const text = BEARER.exec(header)?.[1]
    const keyId = text === undefined ? undefined : keyIdOf(text)
    if (text === undefined || keyId === undefined) throw new KeyRejected()
    const startMs = clock.monotonicMs()
    const key = keyCache.find(keyId, network)
    if (key instanceof Promise) return checkLookedUp(key, text, header, startMs)
    const checked = check(key, text, header)
    if (checked instanceof KeyRejected) throw checked
    return checked
  }
}

function missingKey(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    'A developer key is required: send it as "Authorization: Bearer <key>".',
    // RFC 6750 section 3: no error code when no credential was given.
    { challenge: 'Bearer realm="backline"' },
  )
}
