import type { Clock } from './clock.ts'
import type { LimitShare } from './limit-share.ts'

/** The place of this process among those that share the developer's limits. */
export interface SharePlace {
  /** From 1. The first places have what division leaves over. */
  readonly position: number
  readonly count: number
  /** Milliseconds until the next renewal. */
  readonly renewAfterMs: number
  /** Milliseconds for which other processes may still use larger shares. */
  readonly settlesInMs: number
}

/** Options of {@link ShareLease}. */
export interface ShareLeaseOptions {
  readonly clock: Clock
  /** Registers or renews this process at the server. */
  readonly renew: () => Promise<SharePlace>
  /** Called when the share has changed. */
  readonly onChange: () => void
}

/** Pause after a failed renewal, and age at which a call waits for the next one. Milliseconds. */
const RETRY_MS = 10_000
const STALE_MS = 20_000

/**
 * A share that the server divides. The lease is renewed only while calls are under way, so it needs
 * no end: the share of an idle process expires on the server. Without the server the last known
 * share stays; before the first answer it is the whole.
 */
export class ShareLease implements LimitShare {
  readonly #options: ShareLeaseOptions
  #place = { position: 1, count: 1 }
  #settlesAtMs = -Infinity
  #renewsAtMs = -Infinity
  #staleAtMs = -Infinity
  #renewal: Promise<void> | undefined
  #calls = 0
  #cancelTimer = () => {}

  constructor(options: ShareLeaseOptions) {
    this.#options = options
  }

  partOf(limit: number): number {
    const { position, count } = this.#place
    return Math.max(1, Math.floor(limit / count) + (position <= limit % count ? 1 : 0))
  }

  get settlesAtMs(): number {
    return this.#settlesAtMs
  }

  /** Starts a call. Resolves when the share is up to date, or cannot be. Never rejects. */
  async enter(): Promise<void> {
    this.#calls += 1
    if (this.#options.clock.nowMs() >= this.#staleAtMs) await this.#renew()
    else this.#schedule()
  }

  /** Ends a call. */
  leave(): void {
    this.#calls -= 1
    if (this.#calls === 0) this.#cancelTimer()
  }

  #schedule(): void {
    this.#cancelTimer()
    if (this.#calls === 0) return
    const delayMs = Math.max(0, this.#renewsAtMs - this.#options.clock.nowMs())
    this.#cancelTimer = this.#options.clock.after(delayMs, () => void this.#renew())
  }

  #renew(): Promise<void> {
    this.#renewal ??= this.#askServer().finally(() => {
      this.#renewal = undefined
      this.#schedule()
    })
    return this.#renewal
  }

  async #askServer(): Promise<void> {
    const { clock, renew, onChange } = this.#options
    try {
      const { position, count, renewAfterMs, settlesInMs } = await renew()
      const nowMs = clock.nowMs()
      const hasChanged = count !== this.#place.count || position !== this.#place.position
      this.#place = { position, count }
      if (settlesInMs > 0) this.#settlesAtMs = nowMs + settlesInMs
      this.#renewsAtMs = nowMs + Math.max(1_000, renewAfterMs)
      if (hasChanged) onChange()
    } catch {
      // The last known share stays in force.
      this.#renewsAtMs = clock.nowMs() + RETRY_MS
    }
    this.#staleAtMs = clock.nowMs() + STALE_MS
  }
}
