import type { Clock } from './clock.ts'

/** Milliseconds between two samples of the clock while a callback is pending. */
const SAMPLE_MS = 10

/**
 * Milliseconds that one iteration of the event loop counts for at most. A reply needs up to three
 * iterations: one writes the command, one polls before the reply has arrived, one reads it.
 */
const ITERATION_MAX_MS = 20

/**
 * Creates a clock for deadlines of replies: while a callback is pending, an iteration of the event
 * loop counts for at most 20 ms. A process whose event loop is late can neither write a command nor
 * read a reply, which says nothing about the peer. Otherwise it runs at the speed of `clock`.
 */
export function createEventLoopClock(
  clock: Pick<Clock, 'monotonicMs' | 'after'>,
): Pick<Clock, 'monotonicMs' | 'after'> {
  return new EventLoopClock(clock)
}

class EventLoopClock implements Pick<Clock, 'monotonicMs' | 'after'> {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Milliseconds of late iterations that did not count. */
  #uncountedMs = 0
  /** Time of the last sample; `undefined` while no callback is pending. */
  #sampledAtMs: number | undefined
  #pending = 0
  #cancelSample = () => {}

  constructor(clock: Pick<Clock, 'monotonicMs' | 'after'>) {
    this.#clock = clock
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs() - this.#uncountedMs - this.#lateMs()
  }

  readonly after = (delayMs: number, callback: () => void): (() => void) => {
    const atMs = this.monotonicMs() + delayMs
    let isPending = true
    let cancelWait = () => {}
    const end = () => {
      if (isPending) this.#removePending()
      isPending = false
    }
    const wait = (leftMs: number) => {
      cancelWait = this.#clock.after(leftMs, () => {
        const stillMs = atMs - this.monotonicMs()
        // Timers may run a fraction of a millisecond early.
        if (stillMs >= 1) return wait(stillMs)
        end()
        callback()
      })
    }
    this.#addPending()
    wait(delayMs)
    return () => {
      cancelWait()
      end()
    }
  }

  /** Returns by how much the current iteration is longer than it counts. */
  #lateMs(): number {
    const sinceMs = this.#clock.monotonicMs() - (this.#sampledAtMs ?? Infinity)
    return Math.max(0, sinceMs - ITERATION_MAX_MS)
  }

  #addPending(): void {
    this.#pending += 1
    if (this.#pending === 1) this.#sample()
  }

  #removePending(): void {
    this.#pending -= 1
    if (this.#pending > 0) return
    this.#cancelSample()
    this.#uncountedMs += this.#lateMs()
    this.#sampledAtMs = undefined
  }

  #sample(): void {
    this.#uncountedMs += this.#lateMs()
    this.#sampledAtMs = this.#clock.monotonicMs()
    this.#cancelSample = this.#clock.after(SAMPLE_MS, () => this.#sample())
  }
}
