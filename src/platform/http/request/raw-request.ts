import type { Trace } from '../../telemetry/trace.ts'
import type { Encoding } from '../content/content-encoding.ts'
import type { HeaderFacts } from './header-facts.ts'

/** The client that waits for the answer. */
export interface Client {
  /** Aborts when the client no longer waits. Created on first access. */
  readonly signal: AbortSignal
  /** The encoding that the client prefers, or `undefined` for the plain body. */
  readonly encoding: Encoding | undefined
  /** The trace of the request; spans of its work become its children. */
  readonly trace?: Trace | undefined
}

/** A raw HTTP request, independent of any framework. */
export interface RawRequest extends Client {
  /**
   * Generated here, never the client's. It is in every response, error and log line, and is the
   * lease id.
   */
  readonly requestId: string
  readonly method: string
  /** The raw request target. */
  readonly target: string
  readonly headers: HeaderFacts
  readonly httpVersion: string
  /**
   * Returns the client's IPv4 address, or the first 64 bits of its IPv6 address. Computed on
   * demand, and never logged.
   */
  readonly network: () => string
}
