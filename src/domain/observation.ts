import type { BoardKind } from './board.ts'
import type { GatewayUse, Lane } from './gateway.ts'
import type { GapReason } from './history-store.ts'
import type { Overload } from './overload.ts'
import type { QuotaName, QuotaState } from './quota.ts'
import type { RefusedGrant, RefusedKey } from './refusal-facts.ts'
import type { ErrorCode } from './service-error.ts'
import type { StoreName } from './service-state.ts'
import type { StageTimes } from './stage.ts'
import type { Region } from './region.ts'

/** One request is over. */
export interface RequestAnswered {
  readonly type: 'request.answered'
  readonly requestId: string
  readonly keyId?: string | undefined
  /** Whose key it is. */
  readonly developerId?: string | undefined
  /** A genuine key that is not accepted any more; then there is no `keyId`. */
  readonly refusedKey?: RefusedKey | undefined
  readonly operation?: string | undefined
  readonly region?: Region | undefined
  /** The region that was asked for, where the request was refused before it came there. */
  readonly askedRegion?: Region | undefined
  readonly method: string
  /** 499 when the client left before there was an answer. */
  readonly status: number
  readonly code?: ErrorCode | undefined
  /** Once the limits were decided on: those that refused, none when it was admitted. */
  readonly violated?: readonly QuotaName[] | undefined
  /** What a key lacks that may not do this. */
  readonly refusedGrant?: RefusedGrant | undefined
  /** Once the limits were decided on: where the developer stood. */
  readonly quota?: QuotaState | undefined
  /** What a gateway was asked for it; `undefined`: nothing. */
  readonly gateway?: GatewayUse | undefined
  /** Of an answer: kept from before, fetched for it (because what was kept was too old), or shared. */
  readonly cache?: 'hit' | 'miss' | 'stale' | 'bypass' | 'joined' | undefined
  /** Of an answer: how old its data were when it was given, in milliseconds. */
  readonly ageMs?: number | undefined
  /** False when the client left before the whole answer was sent. */
  readonly complete: boolean
  readonly durationMs: number
  readonly stagesMs?: StageTimes | undefined
}

/**
 * Everything the program can notice. Code only observes; the log, the metrics and the
 * health of the process decide what to make of it.
 * No observation may hold a key, a query value, a path value or an authorization header.
 */
export type Observation =
  | RequestAnswered
  | {
      /** A fault of our own, or of something we stand on: the client was told only that we are unavailable. */
      readonly type: 'fault'
      readonly requestId?: string
      readonly where: string
      readonly error: unknown
    }
  | { readonly type: 'process.ready'; readonly address: string; readonly startMs: number }
  | { readonly type: 'process.draining'; readonly signal: string; readonly open: number }
  | { readonly type: 'process.stopped'; readonly clean: boolean }
  | {
      /** A worker ended without being told to; another one is started in its place after `pauseMs`. */
      readonly type: 'worker.ended'
      readonly worker: number
      /** An exit status, the name of a signal, `silence`, or the code of why its process could not be made. */
      readonly how: string
      readonly pauseMs: number
    }
  | { readonly type: 'quota.slot_dropped'; readonly slot: number }
  | {
      /** One call of a gateway is over; a call that nobody waits for any more has the outcome `abandoned`. */
      readonly type: 'gateway.called'
      readonly region: Region
      readonly operation: string
      readonly lane: Lane
      readonly outcome: 'answered' | 'unknown' | 'abandoned' | ErrorCode
      readonly durationMs: number
      /** Why it failed, in our own words; never what a gateway wrote. */
      readonly error?: unknown
    }
  | {
      /** A call was not made: too many wait already, or it could not begin in time. */
      readonly type: 'gateway.refused'
      readonly region: Region
      readonly operation: string
      readonly reason: 'queue_full' | 'no_time'
    }
  /** A call was made again, for its connection had gone before any byte of an answer. */
  | { readonly type: 'gateway.retried'; readonly region: Region }
  | {
      /** Calls to a region's gateway are cut off (`open`) or made again (`closed`). */
      readonly type: 'gateway.breaker'
      readonly region: Region
      readonly state: 'open' | 'closed'
    }
  | {
      /** A gateway sent fields that the contract does not know; they were dropped. */
      readonly type: 'gateway.fields_dropped'
      readonly region: Region
      readonly operation: string
      readonly count: number
    }
  /** A gateway said that it fetched after we received: its clock runs ahead. The time of receipt was used. */
  | { readonly type: 'gateway.clock_ahead'; readonly region: Region; readonly aheadMs: number }
  /** The cache let go of an answer before its time, to make room. */
  | { readonly type: 'cache.evicted' }
  | {
      /** A watched board was read; `isNew`: the gateway did not give the same fetch as before. */
      readonly type: 'snapshot.taken'
      readonly region: Region
      readonly kind: BoardKind
      readonly isNew: boolean
      readonly durationMs: number
    }
  | {
      /** A reading of a watched board brought no snapshot. */
      readonly type: 'snapshot.gap'
      readonly region: Region
      readonly kind: BoardKind
      readonly reason: GapReason
    }
  | {
      /** What keys are used for cannot be written down any more, for this reason, or can again. Nothing is lost by that alone. */
      readonly type: 'usage.changed'
      readonly state: 'away' | 'back'
      readonly error?: unknown
    }
  | {
      /** So many requests left no record: more ended at one time than are kept until they are written. They are counted. */
      readonly type: 'usage.records_dropped'
      readonly count: number
    }
  | {
      /** The store of history gives no answers any more, for this reason, or does again. */
      readonly type: 'history.changed'
      readonly state: 'away' | 'back'
      readonly error?: unknown
    }
  /** This process collects snapshots from here on, or no more. */
  | { readonly type: 'collector.lease'; readonly held: boolean }
  /** Answers come from a new dataset from here on. */
  | { readonly type: 'dataset.changed' }
  | {
      /** A store of several nodes gives no answers any more, for this reason, or does again. */
      readonly type: 'store.changed'
      readonly store: StoreName
      readonly state: 'away' | 'back'
      readonly error?: unknown
    }
  | {
      /** A server that counts quotas was connected to, and this is what it says of itself and what is to be known of it. */
      readonly type: 'quota.store_checked'
      readonly product: 'valkey' | 'redis'
      readonly version: string
      readonly cluster: boolean
      readonly warnings: readonly string[]
    }
  /** An attempt got no answer, so it was refused, and may have been charged all the same. */
  | { readonly type: 'quota.outcome_unknown' }
  /** The store knew less than this node had seen of a developer: it has lost counts. They were raised again. */
  | { readonly type: 'quota.counts_raised' }
  /** The accounts' tables have had changes by a newer version. This one works beside them. */
  | { readonly type: 'accounts.newer'; readonly migrations: readonly string[] }
  /** Another node has taken the database, so that this one admits nobody (`false`), or has given it back. */
  | { readonly type: 'accounts.owned'; readonly owned: boolean }
  | { readonly type: 'keys.foreign_pepper'; readonly keys: number }
  /** A key was not looked up: too many unknown ones came from its network. */
  | { readonly type: 'keys.look_up_refused' }
  /** A request was refused before any work: this process has too much to do already. */
  | { readonly type: 'load.shed'; readonly overload: Overload }
  /** A connection was closed as soon as it came: there are as many as may be. */
  | { readonly type: 'connection.refused' }

/** Takes one observation. Never throws and never waits. */
export type Observe = (observation: Observation) => void
