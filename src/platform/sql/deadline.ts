import type { Clock } from '../time/clock.ts'
import { PostgresFailure } from './postgres-failure.ts'

/** A time limit of everything that one borrower of a connection does. */
export class Deadline {
  readonly #abort = new AbortController()
  readonly #totalMs: number
  readonly #stop: () => void

  /** Starts the limit of `totalMs` milliseconds. */
  constructor(clock: Pick<Clock, 'after'>, totalMs: number) {
    this.#totalMs = totalMs
    // Wait one event-loop iteration: after a delay the reply may have arrived unread.
    this.#stop = clock.after(totalMs, () => setImmediate(() => this.#abort.abort()))
  }

  /** Aborts when the limit is reached. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Returns the failure of work that the limit ended. */
  failure(): PostgresFailure {
    return new PostgresFailure(`timeout exceeded: ${this.#totalMs} ms for all statements`)
  }

  /** Resolves or rejects as `work` does; rejects when the limit is reached first. */
  async race<Result>(work: Promise<Result>): Promise<Result> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const onAbort = () => reject(this.failure())
    if (this.signal.aborted) onAbort()
    this.signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([work, late])
    } finally {
      this.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Ends the limit. Idempotent. */
  cancel(): void {
    this.#stop()
  }
}
