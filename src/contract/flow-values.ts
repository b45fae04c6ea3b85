import type { Encoding } from '../domain/content-encoding.ts'
import type { QuotaDecision } from '../domain/quota.ts'
import type { GatewayCall, GatewayUse } from '../domain/gateway.ts'
import type { StoredKey } from '../domain/key-store.ts'
import type { Region } from '../domain/region.ts'
import type { Trace } from '../domain/trace.ts'
import type { OperationId } from './operations.ts'

/*
 * The values that the flow passes on. Each is made by one stage and carries a mark that nothing else can name, so
 * the stage after it cannot be called with anything else: to skip a stage does not compile. A stage makes its value
 * by a cast, and a test holds that each cast stands in one file only.
 */
declare const made: unique symbol

/** What a request target asks for: one form of one operation. Equal targets may ask with one and the same object. */
export interface Asked {
  /** The request target as it came. */
  readonly target: string
  readonly operation: OperationId
  /** The region segment as it came; not yet known to be a region. */
  readonly region: string
  /** Raw text, percent-decoded. */
  readonly pathValues: Readonly<Record<string, string>>
  /** The query as it came, without its question mark. */
  readonly query: string
}

/** A request that names one form of one operation. */
export interface Matched {
  readonly asked: Asked
  readonly authorization: string | undefined
  /** What stands for the client in its network; worked out when asked, and never logged. */
  readonly network: () => string
  readonly requestId: string
  readonly [made]: 'matched'
}

/** A request whose key is genuine, known, not revoked and not expired. */
export interface Identified {
  readonly key: StoredKey
  readonly [made]: 'identified'
}

/** Who asks, and that the key is granted this region and this operation's scope. */
export interface Caller {
  readonly matched: Matched
  readonly key: StoredKey
  readonly region: Region
  readonly [made]: 'caller'
}

/** A typed request. Two calls with equal meaning have equal arguments. */
export interface Call extends GatewayCall {
  readonly operation: OperationId
  /** What stands for it wherever equal calls are one. */
  readonly key: string
  readonly caller: Caller
  readonly [made]: 'call'
}

/** One admitted request: it was charged, and it holds a place of the concurrency limit. */
export interface Permit {
  readonly call: Call
  readonly decision: QuotaDecision
  /** What a gateway was asked for it so far. The only thing of a permit that changes: nobody decides by it. */
  gateway: GatewayUse | undefined
  /** Ends the first hold on the place: the reply is sent, or its client has gone. More than once is harmless. */
  readonly release: () => void
  /**
   * Keeps the place until the returned function is called (more than once is harmless). The place is given back
   * when everyone who holds it has let go.
   */
  hold(): () => void
  readonly [made]: 'permit'
}

/** Who waits for the answer. */
export interface Client {
  /** Aborts when nobody waits any more. Made when it is first asked for. */
  readonly gone: AbortSignal
  /** The encoding that the client wants most, or `undefined` for the plain body. */
  readonly encoding: Encoding | undefined
  /** Where the request stands in a trace; what is done for it goes under that. */
  readonly trace?: Trace | undefined
}

/** Whether an answer was kept from before, or why the gateway was asked. */
export type CacheResult =
  | {
      readonly result: 'hit'
      /** Milliseconds for which the answer may still be used. */
      readonly leftMs: number
    }
  | {
      /** Nothing was kept of an equal call, or not for so long, or nothing is ever kept of such calls. */
      readonly result: 'miss' | 'stale' | 'bypass'
      /** The call was already on its way for somebody else. */
      readonly joined: boolean
      /** Milliseconds for which the answer is kept; 0 when it is not. */
      readonly keptMs: number
    }

/** What a client gets: finished bytes and where they come from. */
export interface Answer {
  readonly contentType: 'application/json' | 'image/png'
  readonly body: Uint8Array
  /** How the body is compressed; `undefined` for the plain body. */
  readonly encoding: Encoding | undefined
  /** Wall time of the original fetch in Unix milliseconds. */
  readonly fetchedAtMs: number
  /** How old the data is at least, in milliseconds, whatever the wall clock has done since it was received. */
  readonly ageMs: number
  readonly cache: CacheResult
  readonly [made]: 'answer'
}
