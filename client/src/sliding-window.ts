import type { RateWindow, Settled } from './rate-window.ts'
import type { LimitSample } from './read-limits.ts'

/**
 * The remainder of a limit whose windows start at unknown times, as those of the public API do for
 * a client that only learns the limit. It allows at most `limit` requests in any period as long as
 * a window. A request counts from its response on, because the server may have counted it as late.
 */
export class SlidingWindow implements RateWindow {
  #limit: number
  #lengthMs: number
  #nowMs = -Infinity
  /** When the server counted each request of the last period, at the latest; ascending. */
  #times: number[] = []

  constructor({ limit }: LimitSample, lengthMs: number) {
    this.#limit = limit
    this.#lengthMs = lengthMs
  }

  turn(nowMs: number): void {
    this.#nowMs = nowMs
    this.#times = this.#times.filter((timeMs) => timeMs + this.#lengthMs > nowMs)
  }

  send(nowMs: number): void {
    this.#times.push(nowMs)
  }

  settle({ sentAtMs, receivedAtMs, charged }: Settled, sample: LimitSample | undefined): void {
    this.#limit = sample?.limit ?? this.#limit
    const at = this.#times.indexOf(sentAtMs)
    if (at >= 0) this.#times.splice(at, 1)
    if (!charged) return
    this.#times.push(receivedAtMs)
    this.#times.sort((one, other) => one - other)
  }

  get left(): number {
    return this.#limit - this.#times.length
  }

  get endsAtMs(): number {
    return (this.#times[0] ?? this.#nowMs) + this.#lengthMs
  }

  get startedAtMs(): number {
    return this.endsAtMs - this.#lengthMs
  }

  hasRoom(): boolean {
    return true
  }

  opensAtMs(ahead: number): number {
    const over = ahead - this.left
    if (over < 0) return -Infinity
    const periods = Math.floor(over / this.#limit)
    const timeMs = this.#times[over % this.#limit] ?? this.#nowMs
    return timeMs + (periods + 1) * this.#lengthMs
  }

  reshare(): void {}
}
