import type { Clock } from '../time/clock.ts'

/**
 * A value that is read again when it is older than its lifetime. Concurrent reads share one; a
 * failed one is not cached.
 */
export class CachedValue<Value> {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #lifetimeMs: number
  readonly #load: () => Promise<Value>
  #cached: { readonly untilMs: number; readonly value: Promise<Value> } | undefined

  constructor(clock: Pick<Clock, 'monotonicMs'>, lifetimeMs: number, load: () => Promise<Value>) {
    this.#clock = clock
    this.#lifetimeMs = lifetimeMs
    this.#load = load
  }

  /** Returns the cached value, or a new one. Rejects as the load does. */
  read(): Promise<Value> {
    const nowMs = this.#clock.monotonicMs()
    if (this.#cached !== undefined && nowMs < this.#cached.untilMs) return this.#cached.value
    const cached = { untilMs: nowMs + this.#lifetimeMs, value: this.#load() }
    this.#cached = cached
    cached.value.catch(() => {
      if (this.#cached === cached) this.#cached = undefined
    })
    return cached.value
  }
}
