import { untilAborted } from '../concurrency/abort.ts'
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
    this.#stop = clock.after(totalMs, () => setImmediate(() => this.#abort.abort(this.failure())))
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
  race<Result>(work: Promise<Result>): Promise<Result> {
    return untilAborted(this.signal, work)
  }

  /** Ends the limit. Idempotent. */
  cancel(): void {
    this.#stop()
  }
}
