import type { Awaitable } from './awaitable.ts'
import type { Region } from './region.ts'

/** A typed request, as a gateway sees it. Equal meanings have equal arguments, whatever form they came in. */
export interface GatewayCall {
  readonly operation: string
  readonly region: Region
  readonly arguments: Readonly<Record<string, unknown>>
}

/** What a gateway gave: a message of the operation's shape (bytes for an image), and when it was fetched. */
export interface GatewayReply {
  /** `undefined` when the thing asked for is unknown or hidden. */
  readonly message: unknown
  /** Wall time of the original fetch in Unix milliseconds. */
  readonly fetchedAtMs: number
}

/**
 * Where game data comes from.
 *
 * A gateway that cannot answer throws a `ServiceError` (`upstream_error`, `upstream_timeout`, `unavailable`,
 * `maintenance`); it never invents a message and never asks another region. A message may hold anything: whoever
 * reads one reads it through the `close` decorator. `signal` ends the call; a gateway that answers at once may
 * ignore it. Safe for concurrent use.
 */
export interface Gateway {
  read(call: GatewayCall, signal: AbortSignal): Awaitable<GatewayReply>
  /**
   * Only of a gateway that can notice it: calls `listener` after the data behind it has been replaced, so that whoever
   * keeps answers can forget them. A change that `read` does not yet see is not yet told. Returns what ends it.
   */
  onChange?(listener: () => void): () => void
  /** Lets go of files and connections. Idempotent. */
  close(): Awaitable<void>
}
