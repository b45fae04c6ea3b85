import type { Client } from '../contract/flow-values.ts'
import type { HeaderFacts } from './header-facts.ts'

/** A request as it came over the wire, free of any framework. */
export interface RawRequest extends Client {
  /** Ours, never the client's: it is in every answer, every error and the log, and is the lease id. */
  readonly requestId: string
  readonly method: string
  /** The request target as it came. */
  readonly target: string
  readonly headers: HeaderFacts
  readonly httpVersion: string
  /** The client's IPv4 address, or the first 64 bits of its IPv6 address; worked out when asked, and never logged. */
  readonly network: () => string
}
