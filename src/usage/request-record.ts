import type { RequestAnswered } from './observations.ts'
import type { QuotaName, QuotaState } from '../quotas/quota.ts'
import { DAY_MS } from '../platform/time/time-units.ts'

/** The outcome of one request. Contains no key, no parameter, no path and no address. */
export interface RequestRecord extends Pick<
  RequestAnswered,
  | 'requestId'
  | 'keyId'
  | 'developerId'
  | 'rejectedKey'
  | 'operation'
  | 'region'
  | 'code'
  | 'missingGrant'
  | 'gateway'
  | 'cache'
  | 'ageMs'
  | 'status'
  | 'complete'
  | 'durationMs'
> {
  /** Its start in Unix milliseconds. */
  readonly atMs: number
  /**
   * Present once the limits were checked: those that rejected, and the remaining quota of the
   * developer.
   */
  readonly violated: readonly QuotaName[] | undefined
  readonly quota: QuotaState | undefined
  /** Milliseconds from admission to the answer. */
  readonly respondMs: number | undefined
}

/**
 * Finds the record of a request by its id in text form; `undefined` if the id is unknown, too old,
 * or not written yet.
 */
export type FindRecord = (requestId: string) => Promise<RequestRecord | undefined>

/** Milliseconds for which a record is retained. */
export const RECORD_KEPT_MS = DAY_MS
