import type { KeysLastUsed, LastUsed } from './last-used.ts'
import type { Region } from './region.ts'
import { HOUR_MS } from './time-units.ts'

/** Milliseconds of one hour, the step in which usage is kept. */
export const USAGE_HOUR_MS = HOUR_MS

/** What some requests had in common. */
export interface UsageSubject {
  /** Hours since the Unix epoch: that in which the requests began. */
  readonly hour: number
  readonly developerId: string
  /** Empty where so much was counted at one time that keys were put together. */
  readonly keyId: string
  /** Empty where no operation was found, or as for `keyId`. */
  readonly operation: string
  /** The region that was asked for, granted or not; empty where there is no such region. */
  readonly region: Region | ''
  /** 499 when the client left before there was an answer. */
  readonly status: number
  /** The error code; empty for an answer. */
  readonly code: string
}

/** What is counted of requests. */
export interface UsageCounts {
  readonly requests: number
  /** Those that were charged. */
  readonly admitted: number
  /** Those that each limit refused; one request can be over several. */
  readonly overMinute: number
  readonly overDay: number
  readonly overConcurrency: number
  /** Calls of gateways that were made for them, and those of them that failed. */
  readonly calls: number
  readonly callFailures: number
  /** Answers that were kept from before, and those that shared another's call. */
  readonly hits: number
  readonly joined: number
  /** Answers that have an age, the sum of the ages in whole milliseconds, and the greatest. */
  readonly answers: number
  readonly ageMsSum: number
  readonly ageMsMax: number
}

/** The counts, in the order in which they are kept. */
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

/** Requests of one kind, counted. */
export type UsageRow = UsageSubject & UsageCounts

/** Records of requests that ended at about the same time, compressed. */
export interface RecordPage {
  /** The Unix seconds of the first and the last of its request ids. */
  readonly firstS: number
  readonly lastS: number
  readonly bytes: Uint8Array
}

/** What one process adds at one time. */
export interface UsageFlush {
  /** Names the process: no two have the same, not even one after a restart. */
  readonly process: string
  /** Higher each time. One that was added already is never added again. */
  readonly sequence: number
  /** Each subject once. */
  readonly rows: readonly UsageRow[]
  readonly page: RecordPage | undefined
}

/** What rows can be put together by. */
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

/** Which rows are summed up. */
export interface UsageQuestion<Column extends UsageColumn = UsageColumn> {
  /** Hours since the Unix epoch: from this one on, and before that one. */
  readonly fromHour: number
  readonly toHour: number
  readonly developerId?: string | undefined
  /** Rows of these keys alone. */
  readonly keyIds?: readonly string[] | undefined
  /** What is told apart. */
  readonly by: readonly Column[]
  /** No more sums than so many: those with most requests. All of them unless told. */
  readonly most?: number
}

/** The sums of rows that have these columns in common. */
export type UsageSum<Column extends UsageColumn> = Pick<UsageSubject, Column> &
  UsageCounts & {
    /** Of those that were admitted: how many ended in an error (4xx or 5xx) other than that the client left. */
    readonly failed: number
  }

/** What is forgotten. */
export interface UsageRetention {
  /** Rows of hours before this one. */
  readonly beforeHour: number
  /** Pages whose last second is before this one, and then the oldest until these bytes are enough. */
  readonly pagesBeforeS: number
  readonly pagesBytes: number
  /** What is known of processes that added nothing since (Unix ms). */
  readonly processesBeforeMs: number
}

/**
 * What keys were used for, by the hour, and what became of single requests. Several processes may add to the same rows.
 * A store that cannot be reached rejects; whether an addition that was cut off happened is found out by adding it again.
 */
export interface UsageStore {
  /** Adds all of it or nothing. Resolves with whether it did; `false`: it had been added before. */
  add(flush: UsageFlush, nowMs: number): Promise<boolean>
  sums<Column extends UsageColumn>(
    question: UsageQuestion<Column>,
  ): Promise<readonly UsageSum<Column>[]>
  readonly lastUsed: LastUsed
  readonly keysLastUsed: KeysLastUsed
  /** The pages that may hold a request of this second, the newest first. */
  pagesOf(second: number): Promise<readonly Uint8Array[]>
  /** Forgets some of what is too old. Resolves with whether there may be more. */
  forget(retention: UsageRetention): Promise<boolean>
  /** Idempotent. */
  close(): Promise<void>
}
