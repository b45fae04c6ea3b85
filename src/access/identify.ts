import { timingSafeEqual } from 'node:crypto'
import type { Identified } from '../contract/flow-values.ts'
import type { Clock } from '../domain/clock.ts'
import type { StoredKey } from '../domain/key-store.ts'
import { ServiceError } from '../domain/service-error.ts'
import { keyIdOf } from './developer-key.ts'
import type { Pepper } from './pepper.ts'
import type { Verdicts } from './verdicts.ts'

/** RFC 6750: the scheme in any case, one space or more, a b64token. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i

/** Compared with when there is no stored MAC, so that an unknown key takes the time of a wrong one. */
const NO_MAC = Buffer.alloc(32)

/** What a key is checked against. */
export interface IdentifySettings {
  readonly verdicts: Verdicts
  readonly pepper: Pepper
  readonly clock: Clock
}

/** Checks the key of a request. */
export type Identify = (request: {
  readonly authorization: string | undefined
}) => Promise<Identified>

/**
 * Makes the stage that says whose key a request carries (401). Unknown, wrong, revoked and expired keys get one and
 * the same refusal: who holds no valid key learns nothing about any.
 */
export function createIdentify({ verdicts, pepper, clock }: IdentifySettings): Identify {
  return async ({ authorization }) => {
    if (authorization === undefined || authorization.trim() === '') throw missingKey()
    const text = BEARER.exec(authorization)?.[1]
    const keyId = text === undefined ? undefined : keyIdOf(text)
    if (text === undefined || keyId === undefined) throw invalidKey()
    const key = await verdicts.find(keyId)
    const genuine = timingSafeEqual(pepper.mac(text), key?.mac ?? NO_MAC)
    if (!genuine || key === undefined || !isUsable(key, clock.nowMs())) throw invalidKey()
    return { key } as Identified
  }
}

function isUsable(key: StoredKey, nowMs: number): boolean {
  return key.revokedAtMs === undefined && (key.expiresAtMs === undefined || nowMs < key.expiresAtMs)
}

function missingKey(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    'A developer key is required: send it as "Authorization: Bearer <key>".',
    // RFC 6750 section 3: no error code when no credential was given.
    { challenge: 'Bearer realm="backline"' },
  )
}

function invalidKey(): ServiceError {
  return new ServiceError('invalid_api_key', 'The developer key is not valid.', {
    challenge: 'Bearer realm="backline", error="invalid_token"',
  })
}
