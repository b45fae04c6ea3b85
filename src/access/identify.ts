import type { Identified } from '../contract/flow-values.ts'
import type { Clock } from '../domain/clock.ts'
import { ServiceError } from '../domain/service-error.ts'
import { keyIdOf } from './developer-key.ts'
import { isGenuine, isUsable } from './judge-key.ts'
import type { Pepper } from './pepper.ts'
import type { Verdicts } from './verdicts.ts'

/** RFC 6750: the scheme in any case, one space or more, a b64token. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i

/**
 * How long a refusal takes, in milliseconds, for which a store was asked: from so long to twice that. A store takes longer
 * to find a key than to find none, and that would tell which public ids exist. Long enough for a database in the next rack.
 */
const REFUSAL_MS = 10

/** What a key is checked against. */
export interface IdentifySettings {
  readonly verdicts: Verdicts
  readonly pepper: Pepper
  readonly clock: Clock
}

/** Checks the key of a request. */
export type Identify = (request: {
  readonly authorization: string | undefined
  /** Where the request comes from, for the guard before the key store. */
  readonly network: () => string
}) => Promise<Identified>

/**
 * Makes the stage that says whose key a request carries (401; 503 when nobody can say). Unknown, wrong, revoked and expired keys get one and
 * the same refusal: who holds no valid key learns nothing about any.
 */
export function createIdentify({ verdicts, pepper, clock }: IdentifySettings): Identify {
  return async ({ authorization, network }) => {
    if (authorization === undefined || authorization.trim() === '') throw missingKey()
    const text = BEARER.exec(authorization)?.[1]
    const keyId = text === undefined ? undefined : keyIdOf(text)
    if (text === undefined || keyId === undefined) throw invalidKey()
    const startMs = clock.monotonicMs()
    const found = verdicts.find(keyId, network)
    const key = await found
    const mac = pepper.mac(text)
    const genuine = isGenuine(key, mac)
    if (key !== undefined && genuine && isUsable(key, clock.nowMs())) return { key } as Identified
    // The MAC is what nobody knows without the pepper, and the same for one text however often it is shown: the part of
    // the wait that it makes cannot be averaged away.
    if (found instanceof Promise)
      await waitUntil(clock, startMs + REFUSAL_MS * (1 + mac.readUInt16LE() / 65_536))
    throw invalidKey()
  }
}

function waitUntil(clock: Clock, atMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(Math.max(0, atMs - clock.monotonicMs()), resolve)
  return promise
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
