import type { RequestAnswered } from './observation.ts'
import type { Region } from './region.ts'

/** A place in a trace that may span many programs (W3C Trace Context), under which goes what is done next. */
export interface Trace {
  /** The header `traceparent` for whoever is asked next. */
  readonly traceparent: string
  /** Begins a call of a gateway under this place; `undefined` when nobody records. */
  beginCall(call: { readonly operation: string; readonly region: Region }): CallTrace | undefined
}

/** One call of a gateway, while it is recorded. */
export interface CallTrace extends Trace {
  /** Ends it with an outcome as in the observation `gateway.called`. */
  end(outcome: string): void
}

/** One request, from its beginning. */
export interface RequestTrace extends Trace {
  /** Ends it with what was observed of it. Keys, ids and values are not taken from that. */
  end(answered: RequestAnswered): void
}

/**
 * Begins the trace of a request, under the `traceparent` that it came with where that is well-formed. `undefined` when
 * there is nothing to hand on and nobody records.
 */
export type BeginTrace = (traceparent: string | undefined) => RequestTrace | undefined
