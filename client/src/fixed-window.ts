import type { LimitShare } from './limit-share.ts'
import type { RateWindow, Settled } from './rate-window.ts'
import type { LimitSample } from './read-limits.ts'

/** The state of a limit whose remainder and end are known. */
export type WindowSample = { readonly [Name in keyof LimitSample]: number }

/** Windows up to this length are short: clients can wait for the next one. */
const SHORT_MS = 3_600_000

/** Headers state whole seconds, rounded up. */
const ROUNDING_MS = 1_000

/**
 * The remainder of one limit with a fixed window, as far as a client can know it. It counts every
 * request of this client when it is sent, and learns from responses what other clients of the
 * developer use. The end of the window is its latest possible end: nothing is sent in a new window
 * before that has certainly started.
 */
export class FixedWindow implements RateWindow {
  readonly #share: LimitShare
  #limit: number
  #lengthMs: number
  /** Requests before this time may have been counted in the previous window. */
  #startedAtMs = -Infinity
  #endsAtMs = -Infinity
  /** Requests of this client in this window, as far as is known. */
  #ours = 0
  /** Requests of others in this window: at least this many. */
  #others = 0
  /** Requests that this client may send in this window: its share. */
  #allowance: number

  constructor({ limit, lengthMs }: WindowSample, share: LimitShare) {
    this.#share = share
    this.#limit = limit
    this.#lengthMs = lengthMs
    this.#allowance = share.partOf(limit)
  }

  turn(nowMs: number, open: number): void {
    if (nowMs < this.#endsAtMs) return
    const past = Math.floor((nowMs - this.#endsAtMs) / this.#lengthMs)
    if (Number.isFinite(past)) {
      this.#start(nowMs, this.#endsAtMs + (past + 1) * this.#lengthMs, open)
    }
  }

  send(): void {
    this.#ours += 1
  }

  settle(settled: Settled, sample: LimitSample | undefined): void {
    const { sentAtMs, receivedAtMs, open, charged } = settled
    if (!isWindowSample(sample)) {
      if (!charged) this.#ours -= 1
      return
    }
    const { limit, lengthMs, endsInMs } = sample
    if (limit !== this.#limit) this.#allowance = this.#share.partOf(limit)
    this.#limit = limit
    this.#lengthMs = lengthMs
    const endsAtMs = receivedAtMs + endsInMs
    if (sentAtMs + endsInMs - ROUNDING_MS >= this.#endsAtMs) {
      this.#start(receivedAtMs, endsAtMs, open)
    } else if (sentAtMs < this.#startedAtMs && endsAtMs <= this.#endsAtMs - lengthMs / 2) {
      // It was counted in the previous window.
      this.#ours -= 1
      return
    }
    this.#endsAtMs = Math.min(this.#endsAtMs, endsAtMs)
    if (!charged) this.#ours -= 1
    const others = limit - sample.left - this.#ours
    // Alone, the response is exact: less use than known means that a lost request was not counted.
    if (settled.alone && others < 0) this.#ours += others
    this.#others = Math.max(settled.alone ? 0 : this.#others, others)
  }

  /**
   * Applies a changed share. In a short window a smaller part holds at once, and a larger one from
   * the next window on, because others may have used theirs. In a long one, such as a day, a client
   * that has used more than its part gets its part of what remains.
   */
  reshare(): void {
    const part = this.#share.partOf(this.#limit)
    if (this.#lengthMs <= SHORT_MS) {
      this.#allowance = Math.min(this.#allowance, part)
    } else {
      const rest = Math.max(0, this.#totalLeft) * (part / this.#limit)
      this.#allowance = Math.max(part, this.#ours + Math.floor(rest))
    }
  }

  get left(): number {
    return Math.min(this.#totalLeft, this.#allowance - this.#ours)
  }

  get endsAtMs(): number {
    return this.#endsAtMs
  }

  get startedAtMs(): number {
    return this.#startedAtMs
  }

  /**
   * Others may have used more than is known. So while there are any, the last requests of a window
   * are sent one by one.
   */
  hasRoom(open: number): boolean {
    return this.#others <= 0 || this.#totalLeft > open
  }

  opensAtMs(ahead: number): number {
    const over = ahead - Math.max(0, this.left)
    if (over < 0) return -Infinity
    const perWindow = this.#share.partOf(this.#limit)
    return this.#endsAtMs + Math.floor(over / perWindow) * this.#lengthMs
  }

  /** What remains for all clients of the developer. */
  get #totalLeft(): number {
    return this.#limit - this.#ours - this.#others
  }

  #start(nowMs: number, endsAtMs: number, open: number): void {
    this.#startedAtMs = nowMs
    this.#endsAtMs = endsAtMs
    this.#ours = open
    this.#others = 0
    this.#allowance = this.#share.partOf(this.#limit)
  }
}

/** Returns whether a response stated the remainder and the end of a window. */
export function isWindowSample(sample: LimitSample | undefined): sample is WindowSample {
  return (
    sample?.lengthMs !== undefined && sample.left !== undefined && sample.endsInMs !== undefined
  )
}
