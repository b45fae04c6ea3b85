/** Whether defaults are filled in (`filled`), or left out as received (`sparse`). */
export type FillMode = 'filled' | 'sparse'

/** A message as received: fields with their default are absent, at every depth. */
export type Sparse<T> = T extends string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sparse<Item>[]
    : { readonly [Name in keyof T]?: Sparse<T[Name]> }

/** The message `T` in one of the two modes. */
export type Data<Mode extends FillMode, T> = Mode extends 'sparse' ? Sparse<T> : T

/** Options of one call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call, waits and retries included; replaces the client's. */
  readonly deadlineMs?: number | undefined
}

/** One limit, as the response states it. */
export interface LimitState {
  readonly limit: number
  /** What remains; `undefined` in public responses, which shared caches may store. */
  readonly remaining: number | undefined
  /** Milliseconds until its window resets, at most; `undefined` without a window. */
  readonly resetsInMs: number | undefined
}

/** The limits of a response. The public API has no `day`. */
export interface Limits {
  readonly minute?: LimitState
  readonly day?: LimitState
  readonly concurrency?: LimitState
}

/** What the server's cache did for a request. */
export type CacheStatus = 'hit' | 'miss' | 'stale' | 'bypass'

/** The age of data, by the server's clock alone. */
export interface Freshness {
  /** When it was fetched from the game; the oldest time if responses were joined. */
  readonly fetchedAt: Date
  /** The same in Unix milliseconds. */
  readonly fetchedAtMs: number
  /** Milliseconds since then, at most: no data here is older. The server states whole seconds. */
  readonly ageMs: number
  /** Whether any of it came from the server's cache. */
  readonly cached: boolean
  /** What the server's cache did; of the first response if several were joined. */
  readonly cacheStatus: CacheStatus | undefined
  /** Milliseconds for which the same request returns nothing newer. */
  readonly freshForMs: number
}

/** The result of a keyed call. */
export interface Result<T> extends Freshness {
  readonly data: T
  /** Whether several responses were joined, because one request could not ask for everything. */
  readonly joined: boolean
  /** The limits of the developer after the call. */
  readonly limits: Limits
  /** The id of the request; of the last one if responses were joined. */
  readonly requestId: string
  /** The ids of all requests: quote them when you ask the operator for help. */
  readonly requestIds: readonly string[]
}

/** The result of a public call, and of one that reads limits. */
export interface PublicResult<T> {
  readonly data: T
  /** When its snapshot was fetched from the game; `undefined` if it has none or several. */
  readonly fetchedAt: Date | undefined
  /** The same in Unix milliseconds. */
  readonly fetchedAtMs: number | undefined
  /** Milliseconds for which the same request returns nothing newer. */
  readonly freshForMs: number
  /** The limits of your network address; of the developer for calls that read them. */
  readonly limits: Limits
  /** The id of the request; `undefined` in responses that shared caches may store. */
  readonly requestId: string | undefined
  /** What the server's cache did; `undefined` if it has none for the operation. */
  readonly cacheStatus: CacheStatus | undefined
}
