import { shareOf } from './aligned-interval.ts'

/** Options of {@link Backoff}. */
export interface BackoffOptions {
  /** Milliseconds of the first delay at most; each further one is up to twice as long. */
  readonly firstMs: number
  /** Milliseconds of any delay at most. */
  readonly maxMs: number
  /** Differs between all that retry, so that they do not retry at the same time. */
  readonly seed: string
}

/** The delays between attempts of one task that fails: exponential, with jitter. */
export class Backoff {
  readonly #options: BackoffOptions
  #failures = 0
  #delays = 0

  constructor(options: BackoffOptions) {
    this.#options = options
  }

  /** Returns the milliseconds to wait after one more failure. */
  nextMs(): number {
    const { firstMs, maxMs, seed } = this.#options
    const ceilingMs = Math.min(maxMs, firstMs * 2 ** this.#failures)
    this.#failures += 1
    this.#delays += 1
    return ceilingMs * (0.5 + shareOf(`${seed} ${this.#delays}`) / 2)
  }

  /** Starts again with the first delay, after a success. */
  reset(): void {
    this.#failures = 0
  }
}
