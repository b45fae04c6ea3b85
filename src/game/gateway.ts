import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { Region } from './region.ts'
import type { Trace } from '../platform/telemetry/trace.ts'

/**
 * A typed request, as a gateway sees it. Equal requests have equal arguments, whatever form they
 * came in.
 */
export interface GatewayCall {
  readonly operation: string
  readonly region: Region
  readonly arguments: Readonly<Record<string, unknown>>
}

/**
 * Reply of a gateway: a message of the operation's shape (bytes for an image), and its fetch time.
 */
export interface GatewayReply {
  /** `undefined` when the requested object is unknown or hidden. */
  readonly message: unknown
  /** Wall time of the original fetch in Unix milliseconds. */
  readonly fetchedAtMs: number
  /** Whether the gateway stated the fetch time; otherwise it comes from this machine's clock. */
  readonly isDated?: boolean
}

/**
 * Priority of a gateway call: `keyed` for a waiting developer, `collector` for snapshots, which
 * must not delay keyed calls.
 */
export type Priority = 'keyed' | 'collector'

/** Context of one gateway call. */
export interface ReadContext {
  /**
   * Aborts when the last subscriber has left or the deadline has passed. The reason is a
   * `ServiceError`: `upstream_timeout` for the deadline.
   */
  readonly signal: AbortSignal
  /** Latest time at which `signal` aborts, in monotonic milliseconds of the clock. */
  readonly deadlineAtMs: number
  readonly priority: Priority
  /** Called when the call starts; until then it may be queued. */
  readonly onStart?: (() => void) | undefined
  /** The trace of the subscriber that started the call. */
  readonly trace?: Trace | undefined
}

/**
 * A source of game data: the port of adapters and of the decorators around them.
 *
 * A gateway that cannot answer throws a `ServiceError` (`invalid_request`, `upstream_error`,
 * `upstream_timeout`, `unavailable`, `maintenance`); it never invents a message and never tries
 * another region. A message may hold anything until the normalizing decorator has seen it. The call
 * ends when `signal` aborts; a gateway that answers synchronously may ignore it. Safe for
 * concurrent use.
 */
export interface Gateway {
  read(call: GatewayCall, context: ReadContext): Awaitable<GatewayReply>
  /**
   * Implemented only by gateways that can detect it: calls `listener` after the data behind the
   * gateway has been replaced, so that caches can be cleared. `read` sees the change before the
   * listener runs. Returns the unsubscribe function.
   */
  readonly onChange?: (listener: () => void) => () => void
  /** Closes files and connections. Idempotent. */
  close(): Awaitable<void>
}

/** How a subscriber is served: by a call of its own, or by joining one in flight. */
export type GatewayUse = 'called' | 'joined'

/** A caller that waits for a message of a coalescing gateway. */
export interface Subscriber {
  /** Aborts when the subscriber no longer waits. Created on first access. */
  readonly signal: AbortSignal
  readonly priority: Priority
  readonly trace?: Trace | undefined
  /**
   * Called as soon as it is known how the subscriber is served. After `joined`, `called` may
   * follow: the call may start when only joined subscribers are left.
   */
  onUse?(how: GatewayUse): void
  /** Retains what the subscriber has acquired (a lease) until the returned function is called. */
  retain(): () => void
}

/** Reply of a coalescing gateway. */
export interface CoalescedReply {
  /** The same object for all subscribers of the call. */
  readonly reply: GatewayReply
  /** The call was coalesced with one already in flight. */
  readonly coalesced: boolean
}

/**
 * The gateway as the rest of the program reads it: messages are normalized, calls are rate-limited,
 * and equal concurrent reads share one call. Rejects as a `Gateway` does; a subscriber that leaves
 * is rejected at once.
 */
export interface CoalescingGateway {
  read(call: GatewayCall, subscriber: Subscriber): Awaitable<CoalescedReply>
  readonly onChange?: (listener: () => void) => () => void
  /** Closes files and connections. Idempotent. */
  close(): Awaitable<void>
}
