import type { LimitSample } from './read-limits.ts'

/** One request whose answer has come, or will not come. */
export interface Settled {
  readonly sentAtMs: number
  /** When the head of its answer came. */
  readonly receivedAtMs: number
  /** No other request of this client was under way between the two. */
  readonly alone: boolean
  /** Whether the server counted it; where nobody knows, it is thought that it did. */
  readonly charged: boolean
  /** Requests of this client under way, this one included. */
  readonly open: number
}

/** What an answer says of a limit that has a window. */
export type WindowSample = LimitSample & { readonly window: NonNullable<LimitSample['window']> }

/** Headers say whole seconds, rounded up. */
const ROUNDING_MS = 1_000

/**
 * What is left of one limit with a fixed window, as far as a client can know. It counts every
 * request of its own when it is sent, and learns from the answers what others with the same
 * developer use. The end of the window is known as the latest moment at which it can be: nothing is
 * sent on the strength of a new window before it has surely begun.
 */
export class QuotaWindow {
  #limit: number
  #lengthMs: number
  /** Requests before this moment may have been counted in the window before. */
  #beganAtMs = -Infinity
  #endsAtMs = -Infinity
  /** Sent by this client and counted in this window, as far as is known. */
  #ours = 0
  /** Counted in this window and sent by others: at least so many. */
  #others = 0

  constructor({ limit, window }: WindowSample) {
    this.#limit = limit
    this.#lengthMs = window.lengthMs
  }

  /**
   * Begins a new window when the known one is over. Whatever is under way may be counted in the new
   * one.
   */
  turn(nowMs: number, open: number): void {
    if (nowMs < this.#endsAtMs) return
    const past = Math.floor((nowMs - this.#endsAtMs) / this.#lengthMs)
    if (Number.isFinite(past))
      this.#begin(nowMs, this.#endsAtMs + (past + 1) * this.#lengthMs, open)
  }

  /** Counts a request that is sent now. */
  send(): void {
    this.#ours += 1
  }

  /** Learns what became of a request. */
  settle(settled: Settled, sample: WindowSample | undefined): void {
    const { sentAtMs, receivedAtMs, open, charged } = settled
    if (sample === undefined) {
      if (!charged) this.#ours -= 1
      return
    }
    const { lengthMs, endsInMs } = sample.window
    this.#limit = sample.limit
    this.#lengthMs = lengthMs
    const endsAtMs = receivedAtMs + endsInMs
    if (sentAtMs + endsInMs - ROUNDING_MS >= this.#endsAtMs) {
      this.#begin(receivedAtMs, endsAtMs, open)
    } else if (sentAtMs < this.#beganAtMs && endsAtMs <= this.#endsAtMs - lengthMs / 2) {
      // It was counted in a window that is over.
      this.#ours -= 1
      return
    }
    this.#endsAtMs = Math.min(this.#endsAtMs, endsAtMs)
    if (!charged) this.#ours -= 1
    const others = sample.limit - sample.left - this.#ours
    this.#others = settled.alone ? others : Math.max(this.#others, others)
  }

  /** How many more requests there is room for in this window. */
  get left(): number {
    return this.#limit - this.#ours - this.#others
  }

  /** The latest moment at which this window ends. */
  get endsAtMs(): number {
    return this.#endsAtMs
  }

  /** Whether others use the same limit: then what is known is what was left a moment ago. */
  get isShared(): boolean {
    return this.#others > 0
  }

  /**
   * When a request can be sent before which `ahead` others are sent; -Infinity: as far as this
   * limit goes, now.
   */
  opensAtMs(ahead: number): number {
    const over = ahead - Math.max(0, this.left)
    if (over < 0) return -Infinity
    return this.#endsAtMs + Math.floor(over / this.#limit) * this.#lengthMs
  }

  #begin(nowMs: number, endsAtMs: number, open: number): void {
    this.#beganAtMs = nowMs
    this.#endsAtMs = endsAtMs
    this.#ours = open
    this.#others = 0
  }
}
