import type { CallOptions, PublicResult } from './result.ts'

/** One limit on requests per time window. */
export interface QuotaWindow {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** Unix milliseconds. */
  readonly resetsAt: number
}

/** The limit on concurrent requests. */
export type QuotaSlots = Omit<QuotaWindow, 'resetsAt'>

/** The limits of the developer and their use. */
export interface Quota {
  readonly minute: QuotaWindow
  readonly day: QuotaWindow
  readonly concurrency: QuotaSlots
}

/** The part of each limit that one process may use. */
export interface ShareLimits {
  readonly minute: number
  readonly day: number
  readonly concurrency: number
}

/** The share of one process in the limits of its developer. */
export interface QuotaShare {
  readonly instance: string
  /** From 1. */
  readonly position: number
  /** Processes that share the limits. */
  readonly count: number
  /** Unix milliseconds. */
  readonly expiresAt: number
  /** Milliseconds until the next renewal. */
  readonly renewAfterMs: number
  /** Milliseconds until all other processes know this division; 0 if they do. */
  readonly settlesInMs: number
  readonly limits: ShareLimits
}

/** One method per operation about the developer of the key. None is counted. */
export interface DeveloperOperations {
  /** Returns the limits of the key's developer and their use. */
  quota(options?: CallOptions): Promise<PublicResult<Quota>>
  /**
   * Registers a process for 30 s, or renews it, and returns its share of the limits. With `share:
   * 'auto'` the client does this itself.
   */
  quotaShare(
    parameters: { readonly instance: string },
    options?: CallOptions,
  ): Promise<PublicResult<QuotaShare>>
}

/** The path prefix of the developer API. */
export const DEVELOPER_PREFIX = '/api/developer/v1'

const limit = { limit: 0, used: 0, remaining: 0 }

/** The developer operations, by name. Every field of a shape is required. */
export const DEVELOPER_OPERATIONS = {
  quota: { path: '/quota', shape: { minute: limit, day: limit, concurrency: limit } },
  quotaShare: {
    path: '/quota/shares',
    shape: { position: 0, count: 0, renewAfterMs: 0, settlesInMs: 0, limits: {} },
  },
} as const
