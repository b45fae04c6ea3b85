import type { Identified } from '../contract/flow-values.ts'
import type { Awaitable } from '../domain/awaitable.ts'
import type { Clock } from '../domain/clock.ts'
import type { StoredKey } from '../domain/key-store.ts'
import { pause } from '../domain/pause.ts'
import { ServiceError } from '../domain/service-error.ts'
import { keyIdOf } from './developer-key.ts'
import { KeyRefused } from './key-refused.ts'
import type { Pepper } from './pepper.ts'
import { createRecogniseKey } from './recognise-key.ts'
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

/** Checks the key of a request: at once when it is known here what the store says of it. `authorization` is the header as it came. */
export type Identify = (request: {
  readonly authorization: string | undefined
  /** Where the request comes from, for the guard before the key store. */
  readonly network: () => string
}) => Awaitable<Identified>

/**
 * Makes the stage that says whose key a request carries (401; 503 when nobody can say). Unknown, wrong, revoked and expired keys, and those of
 * suspended developers, get one and the same refusal: who holds no valid key learns nothing about any.
 */
export function createIdentify({ verdicts, pepper, clock }: IdentifySettings): Identify {
  const recognise = createRecogniseKey(pepper, verdicts.stands)
  const judge = (
    key: StoredKey | undefined,
    text: string,
    header: string,
  ): Identified | KeyRefused => {
    const recognition = recognise.prove(key, text, header, clock.nowMs())
    if (recognition === 'usable') return { key } as Identified
    return new KeyRefused(recognition === 'over' ? key : undefined)
  }

  const judgeLookedUp = async (
    asked: Promise<StoredKey | undefined>,
    text: string,
    header: string,
    startMs: number,
  ): Promise<Identified> => {
    const judged = judge(await asked, text, header)
    if (!(judged instanceof KeyRefused)) return judged
    // The MAC is what nobody knows without the pepper, and the same for one text however often it is shown: the part of
    // the wait that it makes cannot be averaged away.
    const share = pepper.mac(text).readUInt16LE() / 65_536
    const leftMs = startMs + REFUSAL_MS * (1 + share) - clock.monotonicMs()
    await pause(clock, Math.max(0, leftMs))
    throw judged
  }

  return ({ authorization: header, network }) => {
    if (header === undefined || header.trim() === '') throw missingKey()
    const known = recognise.again(header, clock.nowMs())
    if (known !== undefined) return { key: known } as Identified
    const text = BEARER.exec(header)?.[1]
    const keyId = text === undefined ? undefined : keyIdOf(text)
    if (text === undefined || keyId === undefined) throw new KeyRefused()
    const startMs = clock.monotonicMs()
    const key = verdicts.find(keyId, network)
    if (key instanceof Promise) return judgeLookedUp(key, text, header, startMs)
    const judged = judge(key, text, header)
    if (judged instanceof KeyRefused) throw judged
    return judged
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
