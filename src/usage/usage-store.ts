import type { KeysLastUsed, LastUsed } from '../accounts/last-used.ts'
import type { Region } from '../game/region.ts'
import { HOUR_MS } from '../platform/time/time-units.ts'
import type { RequestList, RequestListQuery } from './request-list.ts'

/** Milliseconds of one hour, the resolution of usage. */
export const USAGE_HOUR_MS = HOUR_MS

/** The properties that requests in one row have in common. */
export interface UsageSubject {
  /** Hours since the Unix epoch, of the start of the requests. */
  readonly hour: number
  readonly developerId: string
  /** Empty in a merged row, which has too many kinds of requests to count them separately. */
  readonly keyId: string
  /** Empty if no operation matched, or in a merged row. */
  readonly operation: string
  /** The requested region, granted or not; empty for an unknown region. */
  readonly region: Region | ''
  /** 499 if the client disconnected before the answer. */
  readonly status: number
  /** The error code; empty for success. */
  readonly code: string
}

/** Counts of requests. */
export interface UsageCounts {
  readonly requests: number
  /** Charged requests. */
  readonly admitted: number
  /** Requests rejected by each limit; one request can exceed several. */
  readonly overMinute: number
  readonly overDay: number
  readonly overConcurrency: number
  /** Gateway calls started for them, and failed ones. */
  readonly calls: number
  readonly callFailures: number
  /** Answers from the cache, and answers coalesced with another call. */
  readonly hits: number
  readonly joined: number
  /** Answers with an age, the sum of the ages in whole milliseconds, and the maximum. */
  readonly answers: number
  readonly ageMsSum: number
  readonly ageMsMax: number
}

/** The names of the counts, in storage order. */
export const USAGE_COUNTS = [
  'requests',
  'admitted',
  'overMinute',
  'overDay',
  'overConcurrency',
  'calls',
  'callFailures',
  'hits',
  'joined',
  'answers',
  'ageMsSum',
  'ageMsMax',
] as const satisfies readonly (keyof UsageCounts)[]

/** The counts of requests of one kind. */
export type UsageRow = UsageSubject &
  UsageCounts & {
    /**
     * Durations of its admitted requests: pairs of a range, as in `latency-bucket.ts`, and a count.
     */
    readonly durations?: readonly number[]
  }

/** Compressed records of requests that ended at about the same time. */
export interface RequestLogBlock {
  /** The Unix seconds of the first and the last of its request ids. */
  readonly firstS: number
  readonly lastS: number
  /** The longest duration of its requests in whole milliseconds, rounded up. */
  readonly slowestMs: number
  /** The Bloom filter of `block-filter.ts`. */
  readonly filter: Uint8Array
  readonly bytes: Uint8Array
}

/** One flush of one process. */
export interface UsageFlush {
  /** Identifies the process uniquely, also across restarts. */
  readonly process: string
  /** Increasing. The store ignores a sequence number that it has added already. */
  readonly sequence: number
  /** Each subject once. */
  readonly rows: readonly UsageRow[]
  readonly page: RequestLogBlock | undefined
}

/** The columns by which rows can be grouped. */
export const USAGE_COLUMNS = [
  'hour',
  'developerId',
  'keyId',
  'operation',
  'region',
  'status',
  'code',
] as const satisfies readonly (keyof UsageSubject)[]

/** One of {@link USAGE_COLUMNS}. */
export type UsageColumn = (typeof USAGE_COLUMNS)[number]

/** Selects and groups rows. */
export interface UsageQuery<Column extends UsageColumn = UsageColumn> {
  /** Hours since the Unix epoch: from inclusive, until exclusive. */
  readonly fromHour: number
  readonly toHour: number
  readonly developerId?: string | undefined
  /** Restricts the rows to these keys. */
  readonly keyIds?: readonly string[] | undefined
  /** The columns to group by. */
  readonly by: readonly Column[]
  /** Whether the hours of one UTC day may be merged into its first, which is faster. */
  readonly isPerDay?: boolean
  /** Maximum number of sums, those with most requests first; unlimited by default. */
  readonly most?: number
}

/** The sums of rows that have these columns in common. */
export type UsageSum<Column extends UsageColumn> = Pick<UsageSubject, Column> &
  UsageCounts & {
    /** Admitted requests that ended with an error (4xx or 5xx) other than a client disconnect. */
    readonly failed: number
  }

/** Selects durations of admitted requests. */
export interface LatencyQuery extends Pick<
  UsageQuery,
  'fromHour' | 'toHour' | 'developerId' | 'keyIds' | 'isPerDay'
> {}

/** Admitted requests of an operation in one hour or day whose durations are in one range. */
export interface LatencyCount {
  /** The hour, or the first hour of the UTC day. */
  readonly hour: number
  readonly operation: string
  /** The index of the range, as in `latency-bucket.ts`. */
  readonly bucket: number
  readonly requests: number
}

/** The bounds of retention. */
export interface UsageRetention {
  /** Deletes rows of hours before this one. */
  readonly beforeHour: number
  /** Deletes durations of hours before this one. */
  readonly latenciesBeforeHour: number
  /**
   * Deletes blocks whose last second is before this one, then the oldest until the rest fits these
   * bytes.
   */
  readonly pagesBeforeS: number
  readonly pagesBytes: number
  /** Deletes the sequence numbers of processes without flushes since (Unix ms). */
  readonly processesBeforeMs: number
}

/**
 * Usage of keys by the hour, and records of single requests. Several processes may add to the same
 * rows. Rejects if the store is unreachable; repeating an interrupted flush tells whether it was
 * added.
 */
export interface UsageStore {
  /** Adds the flush completely or not at all. Resolves with `false` if it had been added before. */
  add(flush: UsageFlush, nowMs: number): Promise<boolean>
  sums<Column extends UsageColumn>(
    question: UsageQuery<Column>,
  ): Promise<readonly UsageSum<Column>[]>
  readonly lastUsed: LastUsed
  readonly keysLastUsed: KeysLastUsed
  /** Returns the blocks that may contain a request of this second, newest first. */
  pagesOf(second: number): Promise<readonly Uint8Array[]>
  /** Lists records, newest first; reads a bounded part of them per call. */
  list(query: RequestListQuery): Promise<RequestList>
  /** Returns the durations of admitted requests, by hour or day and operation. */
  latencies(query: LatencyQuery): Promise<readonly LatencyCount[]>
  /**
   * Sums up one more day that ended at or before this hour, for queries of long periods. Resolves
   * with whether there may be another.
   */
  rollUp(beforeHour: number): Promise<boolean>
  /** Deletes some expired data. Resolves with whether there may be more. */
  prune(retention: UsageRetention): Promise<boolean>
  /** Closes the store. Idempotent. */
  close(): Promise<void>
}
