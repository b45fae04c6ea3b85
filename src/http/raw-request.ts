/** A request as it came over the wire, free of any framework. */
export interface RawRequest {
  /** Ours, never the client's: it is in every answer, every error and the log, and is the lease id. */
  readonly requestId: string
  readonly method: string
  /** The request target as it came. */
  readonly target: string
  /** Header names and values in turn, as they came: nothing joined, nothing dropped. */
  readonly rawHeaders: readonly string[]
  readonly httpVersion: string
  /** Aborts when nobody waits for the answer any more. */
  readonly gone: AbortSignal
}
