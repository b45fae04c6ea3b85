import type { RequestRecord } from './request-record.ts'
import type { SharedFilter } from './block-filter.ts'

/** Selects request records. */
export interface RequestFilter extends SharedFilter {
  /** How the answer was obtained. */
  readonly cache?: RequestRecord['cache'] | undefined
  /** Only requests that took at least this many milliseconds. */
  readonly slowMs?: number | undefined
  /** Only requests with one of these keys; all by default. */
  readonly keyIds?: readonly string[] | undefined
}

/** Asks for a page of request records. */
export interface RequestListQuery extends RequestFilter {
  /** Returns only records before this cursor; the newest by default. */
  readonly before?: string | undefined
  /** Maximum records of the page. */
  readonly limit: number
  /** Unix seconds; returns only requests that started since. */
  readonly sinceS: number
}

/** A page of request records, newest first. */
export interface RequestList {
  readonly records: readonly RequestRecord[]
  /**
   * The cursor of the next page; absent when the search is complete. A page can have fewer records
   * than its limit, even none, and still have a next one, because each call searches a bounded
   * number of records.
   */
  readonly next?: string | undefined
}
