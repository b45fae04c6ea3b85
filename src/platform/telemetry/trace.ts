import type { StageTimes } from './stage.ts'

/** A span in a trace across programs (W3C Trace Context); further work becomes its children. */
export interface Trace {
  /** The header `traceparent` of an outgoing request. */
  readonly traceparent: string
  /** Starts the span of a gateway call; `undefined` when no SDK records. */
  startCall(call: { readonly operation: string; readonly region: string }): CallTrace | undefined
}

/** The span of a gateway call. */
export interface CallTrace extends Trace {
  /** Ends it with the outcome of the call. */
  end(outcome: string): void
}

/** What a trace records of a request. */
export interface TracedRequest {
  readonly method: string
  readonly operation?: string | undefined
  readonly region?: string | undefined
  readonly status: number
  readonly code?: string | undefined
  readonly cache?: string | undefined
  readonly complete: boolean
  readonly stagesMs?: StageTimes | undefined
  readonly durationMs: number
}

/** The span of a request. */
export interface RequestTrace extends Trace {
  /** Ends it with the result of the request. Records no key, id or value. */
  end(answered: TracedRequest): void
}

/**
 * Starts the span of a request, as a child of its `traceparent` if that is well-formed. Returns
 * `undefined` when there is nothing to forward and no SDK records.
 */
export type StartTrace = (traceparent: string | undefined) => RequestTrace | undefined
