import type { Region } from '../../game/region.ts'
import type { PublicArguments, PublicOperationId } from './public-operations.ts'

/* Branded values of the public flow, as in the keyed flow: skipping a stage does not compile. */
declare const brand: unique symbol

/** A public request that matches one form of one operation. */
export interface PublicMatched {
  readonly operation: PublicOperationId
  /** The raw region segment, not yet validated. */
  readonly region: string
  /** Percent-decoded text. */
  readonly pathValues: Readonly<Record<string, string>>
  /** The raw query without its question mark. */
  readonly query: string
  readonly [brand]: 'public matched'
}

/** A typed public request. */
export type PublicCall = {
  readonly [Id in PublicOperationId]: {
    readonly operation: Id
    readonly region: Region
    readonly arguments: PublicArguments<Id>
  }
}[PublicOperationId] & { readonly [brand]: 'public call' }

/** The limits of one network; the names are those of the keyed API. */
export interface PublicLimits {
  /** Requests per UTC minute. */
  readonly minute: number
  /** Concurrent requests. */
  readonly concurrency: number
}

/** Limits and use of a network. */
export interface PublicLimitState {
  readonly limits: PublicLimits
  readonly used: PublicLimits
  /** Milliseconds until the minute's count resets; above 0. */
  readonly minuteEndsInMs: number
}

/** One admitted public request. It is counted and occupies a concurrency slot of its network. */
export interface PublicPermit {
  readonly call: PublicCall
  readonly state: PublicLimitState
  /** Releases the slot. Idempotent. */
  readonly release: () => void
  readonly [brand]: 'public permit'
}
