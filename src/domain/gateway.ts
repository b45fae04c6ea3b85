import type { Awaitable } from './awaitable.ts'
import type { Region } from './region.ts'
import type { Trace } from './trace.ts'

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

/** For whom a gateway is read: for a developer who waits, or for the collector of snapshots, which never may crowd them out. */
export type Lane = 'keyed' | 'collector'

/** What one read of a gateway goes by. */
export interface ReadContext {
  /**
   * Aborts when nobody wants the message any more, or its time is over. The reason is a `ServiceError`:
   * `upstream_timeout` when the time is over.
   */
  readonly signal: AbortSignal
  /** When `signal` will abort at the latest, in monotonic milliseconds of the clock. */
  readonly deadlineAtMs: number
  readonly lane: Lane
  /** To be called when the call begins: until then it may wait for its turn in its lane. */
  readonly begins?: (() => void) | undefined
  /** Where the call stands in a trace: that of the reader who made it be made. */
  readonly trace?: Trace | undefined
}

/**
 * Where game data comes from: what an adapter offers, and what stands around one.
 *
 * A gateway that cannot answer throws a `ServiceError` (`invalid_request`, `upstream_error`, `upstream_timeout`,
 * `unavailable`, `maintenance`); it never invents a message and never asks another region. A message may hold
 * anything until the `close` decorator has seen it. The call ends when `signal` aborts; a gateway that answers at once
 * may ignore it. Safe for concurrent use.
 */
export interface Gateway {
  read(call: GatewayCall, context: ReadContext): Awaitable<GatewayReply>
  /**
   * Only of a gateway that can notice it: calls `listener` after the data behind it has been replaced, so that whoever
   * keeps answers can forget them. A change that `read` does not yet see is not yet told. Returns what ends it.
   */
  onChange?(listener: () => void): () => void
  /** Lets go of files and connections. Idempotent. */
  close(): Awaitable<void>
}

/** What is done for one reader of a shared gateway: a call of its own has begun, or it has its share of another's. */
export type GatewayUse = 'called' | 'joined'

/** Who waits for a message of a shared gateway. */
export interface Reader {
  /** Aborts when the reader no longer waits. Made when it is first asked for. */
  readonly gone: AbortSignal
  readonly lane: Lane
  readonly trace?: Trace | undefined
  /** Hears what is done for it, as soon as that is so. One who joined hears `called` too when it is first in the end. */
  uses?(how: GatewayUse): void
  /** Keeps what the reader has taken (a lease) until the returned function is called. */
  hold(): () => void
}

/** What a reader of a shared gateway gets. */
export interface SharedReply {
  /** The same object for everyone who shared the call. */
  readonly reply: GatewayReply
  /** The call was already on its way for somebody else. */
  readonly joined: boolean
}

/**
 * The gateway as the rest of the program reads it: its messages closed, its calls paced, and equal reads at one time
 * made one call. Rejects as a `Gateway` does; a reader that has gone is rejected at once.
 */
export interface SharedGateway {
  read(call: GatewayCall, reader: Reader): Awaitable<SharedReply>
  onChange?(listener: () => void): () => void
  /** Lets go of files and connections. Idempotent. */
  close(): Awaitable<void>
}
