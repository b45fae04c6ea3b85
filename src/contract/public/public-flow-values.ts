import type { Region } from '../../domain/region.ts'
import type { PublicArguments, PublicOperationId } from './public-operations.ts'

/*
 * The values that the public flow passes on, marked as those of the keyed one are: to skip a stage does not compile.
 */
declare const made: unique symbol

/** A public request that names one form of one operation. */
export interface PublicMatched {
  readonly operation: PublicOperationId
  /** The region segment as it came; not yet known to be a region. */
  readonly region: string
  /** Raw text, percent-decoded. */
  readonly pathValues: Readonly<Record<string, string>>
  /** The query as it came, without its question mark. */
  readonly query: string
  readonly [made]: 'public matched'
}

/** A typed public request. */
export type PublicCall = {
  readonly [Id in PublicOperationId]: {
    readonly operation: Id
    readonly region: Region
    readonly arguments: PublicArguments<Id>
  }
}[PublicOperationId] & { readonly [made]: 'public call' }

/** The limits of one network; the names are those of the keyed interface. */
export interface PublicLimits {
  /** Requests in one UTC minute. */
  readonly minute: number
  /** Requests being answered at one time. */
  readonly concurrency: number
}

/** Where a network stands against the limits. */
export interface PublicLimitState {
  readonly limits: PublicLimits
  readonly used: PublicLimits
  /** Milliseconds until the minute's count starts anew; above 0. */
  readonly minuteEndsInMs: number
}

/** One admitted public request: it was counted for its network, and holds a place there. */
export interface PublicPermit {
  readonly call: PublicCall
  readonly state: PublicLimitState
  /** Gives the place back. More than once is harmless. */
  readonly release: () => void
  readonly [made]: 'public permit'
}
