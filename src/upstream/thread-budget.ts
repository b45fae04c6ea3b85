import { onAbort } from '../platform/concurrency/abort.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { Clock } from '../platform/time/clock.ts'
import { REGIONS, type Region } from '../game/region.ts'
import type { ObserveGateways } from './observations.ts'

/** Milliseconds of work that a region may do at once after a pause: a hundred large boards. */
const BURST_MS = 250

/** Milliseconds of waiting work done in one turn of the event loop. */
const TURN_MS = 5

/** Limits how much of the serving thread the messages of one region occupy. */
export interface ThreadBudget {
  /**
   * Runs synchronous work and charges its duration. While the budget is used up, the work waits
   * behind earlier work, and a promise is returned; the promise rejects with the reason of the
   * signal, which is read only then, or with the error of the work.
   */
  run<Result>(work: () => Result, context: { readonly signal: AbortSignal }): Awaitable<Result>
}

/** A budget that is never used up, for messages of our own. */
export const UNLIMITED: ThreadBudget = { run: (work) => work() }

/** Options of {@link createThreadBudget}. */
export interface ThreadBudgetOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Percent of the thread's time that is refilled, 1 to 100. At 100 no work ever waits. */
  readonly percent: number
  /** Called when the first work has to wait. */
  readonly onExhausted: () => void
}

/** Creates the budgets of all regions, which share nothing. */
export function createThreadBudgets({
  clock,
  percent,
  observe,
}: Pick<ThreadBudgetOptions, 'clock' | 'percent'> & {
  readonly observe: ObserveGateways
}): Readonly<Record<Region, ThreadBudget>> {
  const budgetOf = (region: Region) =>
    createThreadBudget({
      clock,
      percent,
      onExhausted: () => observe({ type: 'gateway.throttled', region }),
    })
  return Object.fromEntries(REGIONS.map((region) => [region, budgetOf(region)])) as Record<
    Region,
    ThreadBudget
  >
}

/**
 * Creates a token bucket of milliseconds on the serving thread: it holds 250 ms and refills by
 * `percent` of the time that passes. Work may overdraw it, because its duration is known only
 * afterwards; later work then waits until the debt is repaid.
 */
export function createThreadBudget(options: ThreadBudgetOptions): ThreadBudget {
  return new TokenBucket(options)
}

class TokenBucket implements ThreadBudget {
  readonly #clock: ThreadBudgetOptions['clock']
  readonly #onExhausted: () => void
  /** Milliseconds of work refilled per millisecond. */
  readonly #rate: number
  /** In the order of arrival. */
  readonly #waiting = new Set<() => void>()
  #levelMs = BURST_MS
  #refilledAtMs: number
  #cancelTimer: (() => void) | undefined

  constructor({ clock, percent, onExhausted }: ThreadBudgetOptions) {
    this.#clock = clock
    this.#onExhausted = onExhausted
    this.#rate = percent / 100
    this.#refilledAtMs = clock.monotonicMs()
  }

  run<Result>(work: () => Result, context: { readonly signal: AbortSignal }): Awaitable<Result> {
    if (this.#waiting.size === 0 && this.#refill() > 0) return this.#charge(work)
    return this.#wait(work, context.signal)
  }

  #wait<Result>(work: () => Result, signal: AbortSignal): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const start = () => {
      stopListening()
      try {
        resolve(this.#charge(work))
      } catch (error) {
        reject(error)
      }
    }
    const stopListening = onAbort(signal, () => {
      this.#waiting.delete(start)
      reject(signal.reason)
      if (this.#waiting.size === 0) this.#stopTimer()
    })
    if (signal.aborted) return promise
    this.#waiting.add(start)
    if (this.#waiting.size === 1) this.#onExhausted()
    this.#schedule()
    return promise
  }

  #charge<Result>(work: () => Result): Result {
    const startMs = this.#clock.monotonicMs()
    try {
      return work()
    } finally {
      this.#levelMs -= this.#clock.monotonicMs() - startMs
    }
  }

  /** Adds what the time since the last call has brought. Returns the level. */
  #refill(): number {
    const nowMs = this.#clock.monotonicMs()
    const refilledMs = (nowMs - this.#refilledAtMs) * this.#rate
    this.#levelMs = Math.min(BURST_MS, this.#levelMs + refilledMs)
    this.#refilledAtMs = nowMs
    return this.#levelMs
  }

  #schedule(): void {
    if (this.#waiting.size === 0) return
    const debtMs = Math.max(0, -this.#refill())
    this.#cancelTimer ??= this.#clock.after(Math.floor(debtMs / this.#rate) + 1, () => {
      this.#cancelTimer = undefined
      this.#startWaiting()
      this.#schedule()
    })
  }

  #startWaiting(): void {
    const startMs = this.#clock.monotonicMs()
    for (const start of this.#waiting) {
      if (this.#refill() <= 0 || this.#clock.monotonicMs() - startMs >= TURN_MS) return
      this.#waiting.delete(start)
      start()
    }
  }

  #stopTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }
}
