import type { LimitSample } from './read-limits.ts'

/** One request whose outcome is known, or never will be. */
export interface Settled {
  readonly sentAtMs: number
  /** When the head of its response arrived. */
  readonly receivedAtMs: number
  /** Whether no other request of this client was open between the two. */
  readonly alone: boolean
  /** Whether the server counted it; `true` if that is unknown. */
  readonly charged: boolean
  /** Open requests of this client, including this one. */
  readonly open: number
}

/** What remains of one limit on requests per time window. */
export interface RateWindow {
  /** Requests that can still be sent in this window. */
  readonly left: number
  /** The latest end of this window. */
  readonly endsAtMs: number
  /** When this window has certainly started. */
  readonly startedAtMs: number
  /** Counts a request that is sent now. */
  send(nowMs: number): void
  /** Starts a new window if the current one is over; `open` requests may count in the new one. */
  turn(nowMs: number, open: number): void
  /** Learns the outcome of a request. */
  settle(settled: Settled, sample: LimitSample | undefined): void
  /** Returns when a request can be sent after `ahead` others; -Infinity means now. */
  opensAtMs(ahead: number): number
  /** Returns whether another request can be sent while `open` are under way. */
  hasRoom(open: number): boolean
  /** Applies a changed share. */
  reshare(): void
}
