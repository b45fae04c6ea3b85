import type { Encoding } from '../platform/http/content/content-encoding.ts'
import type { QuotaDecision } from '../quotas/quota.ts'
import type { GatewayCall, GatewayUse } from '../game/gateway.ts'
import type { StoredKey } from '../accounts/keys/key-store.ts'
import type { Region } from '../game/region.ts'
import type { OperationId } from '../game/operations.ts'

/*
 * The values that the flow passes from stage to stage. Each is created by one stage and carries a
 * brand that no other code can name, so the next stage accepts nothing else: skipping a stage does
 * not compile. A stage creates its value by a cast, and a test asserts that each cast is in one
 * file only.
 */
declare const brand: unique symbol

/**
 * The route that a request target matches: one form of one operation. Equal targets may share one
 * object.
 */
export interface RouteMatch {
  /** The raw request target. */
  readonly target: string
  readonly operation: OperationId
  /** The raw region segment; not yet known to be a region. */
  readonly region: string
  /** Values of the path parameters, percent-decoded. */
  readonly pathValues: Readonly<Record<string, string>>
  /** The raw query, without its question mark. */
  readonly query: string
}

/** A request that names one form of one operation. */
export interface Matched {
  readonly route: RouteMatch
  readonly authorization: string | undefined
  /** Returns the client's network. Computed on demand, and never logged. */
  readonly network: () => string
  readonly requestId: string
  readonly [brand]: 'matched'
}

/** A request whose key is genuine, known, not revoked and not expired. */
export interface Identified {
  readonly key: StoredKey
  readonly [brand]: 'identified'
}

/** A key that is granted this region and this operation's scope. */
export interface Caller {
  readonly matched: Matched
  readonly key: StoredKey
  readonly region: Region
  readonly [brand]: 'caller'
}

/** A typed request. Two calls with equal meaning have equal arguments. */
export interface Call extends GatewayCall {
  readonly operation: OperationId
  /** Identifies the call in caches: equal calls have equal keys. */
  readonly key: string
  readonly caller: Caller
  readonly [brand]: 'call'
}

/** One admitted request: it was charged, and it occupies a slot of the concurrency limit. */
export interface Permit {
  readonly call: Call
  readonly decision: QuotaDecision
  /**
   * How the gateway has served it so far. The only mutable field of a permit; nothing is decided by
   * it.
   */
  gateway: GatewayUse | undefined
  /**
   * Releases the first hold on the slot: the response was sent, or its client has disconnected.
   * Idempotent.
   */
  readonly release: () => void
  /**
   * Retains the slot until the returned function is called (idempotent). The slot is released when
   * every holder has released it.
   */
  retain(): () => void
  readonly [brand]: 'permit'
}

/** Whether an answer came from the cache, or why the gateway was called. */
export type CacheResult =
  | {
      readonly result: 'hit'
      /** Milliseconds for which the answer may still be used. */
      readonly leftMs: number
    }
  | {
      /** Not cached; cached but expired; or calls of this operation are not cached. */
      readonly result: 'miss' | 'stale' | 'bypass'
      /** The call was coalesced with one already in flight. */
      readonly coalesced: boolean
      /** Milliseconds for which the answer is cached; 0 when it is not. */
      readonly keptMs: number
    }

/** The response to a client: encoded bytes and their origin. */
export interface Answer {
  readonly contentType: 'application/json' | 'image/png'
  readonly body: Uint8Array
  /** How the body is compressed; `undefined` for the plain body. */
  readonly encoding: Encoding | undefined
  /** Wall time of the original fetch in Unix milliseconds. */
  readonly fetchedAtMs: number
  /**
   * Minimum age of the data in milliseconds, by the monotonic clock: independent of steps of the
   * wall clock since receipt.
   */
  readonly ageMs: number
  readonly cache: CacheResult
  readonly [brand]: 'answer'
}
