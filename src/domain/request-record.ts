import type { RequestAnswered } from './observation.ts'
import type { QuotaName, QuotaState } from './quota.ts'
import { DAY_MS } from './time-units.ts'

/** What became of one request. Holds no key, no parameter, no path and no address. */
export interface RequestRecord extends Pick<
  RequestAnswered,
  | 'requestId'
  | 'keyId'
  | 'developerId'
  | 'refusedKey'
  | 'operation'
  | 'region'
  | 'code'
  | 'refusedGrant'
  | 'gateway'
  | 'cache'
  | 'ageMs'
  | 'status'
  | 'complete'
  | 'durationMs'
> {
  /** When it began, in Unix milliseconds. */
  readonly atMs: number
  /** Once the limits were decided on: those that refused, and where the developer stood. */
  readonly violated: readonly QuotaName[] | undefined
  readonly quota: QuotaState | undefined
  /** Milliseconds that its answer took to be found or made, once it was admitted. */
  readonly respondMs: number | undefined
}

/**
 * Finds what became of a request, by its id as people write it; `undefined` for one that is unknown, too old, or that
 * was so new that it is not written down yet.
 */
export type FindRecord = (requestId: string) => Promise<RequestRecord | undefined>

/** For how long a record is kept, in milliseconds. */
export const RECORD_KEPT_MS = DAY_MS
