/** Whether results have every field (`filled`), or only those that were sent (`sparse`). */
export type FillMode = 'filled' | 'sparse'

/** A message as it was sent: fields that hold their default are left out, at every depth. */
export type Sparse<T> = T extends readonly (infer Item)[]
  ? readonly Sparse<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Sparse<T[Name]> }
    : T

/** The message `T` in one of the two modes. */
export type Data<Mode extends FillMode, T> = Mode extends 'sparse' ? Sparse<T> : T

/** What may be said of one call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds for the whole call, waiting for the quota and retries included; in the place of
   * the client's.
   */
  readonly deadlineMs?: number | undefined
}

/** How old data is, by the server's clock alone. */
export interface Freshness {
  /** When it was fetched from the game; the oldest time, when several answers were joined. */
  readonly fetchedAt: Date
  /**
   * Milliseconds since then, at most: no data here is older. To the second, because that is what
   * the server says.
   */
  readonly ageMs: number
  /** Whether the server had it from before, all or a part of it. */
  readonly cached: boolean
  /** Milliseconds for which asking again brings nothing newer. */
  readonly freshForMs: number
}

/** What a call brings. */
export interface Result<T> extends Freshness {
  readonly data: T
  /** Whether several answers were joined, because more was asked for than one request may ask. */
  readonly joined: boolean
  /** The request that was answered, or all of them: name them when you ask for help. */
  readonly requestIds: readonly string[]
}
