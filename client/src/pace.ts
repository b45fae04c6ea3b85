import type { Clock } from './clock.ts'
import { QuotaWindow, type WindowSample } from './quota-window.ts'
import type { LimitSamples } from './read-limits.ts'

/**
 * How requests are sent: `burst`, as fast as the quota allows and then not before it opens again;
 * `even`, spread over what is left of the minute; `off`, without looking at the quota.
 */
export type Pacing = 'burst' | 'even' | 'off'

/** What a pace is made of. */
export interface RateLimitOptions {
  readonly clock: Clock
  readonly pacing: Pacing
  /** Requests under way at one time, at most; the server's own limit holds besides. */
  readonly concurrencyMax: number
}

/** Leave to send one request. Given back by {@link Pace.leave}, exactly once. */
export interface Ticket {
  readonly sentAtMs: number
  readonly nth: number
  /** No other was under way when it was sent. */
  readonly first: boolean
}

/** What became of a request. */
export interface Departure {
  /**
   * `answered`; `lost` when nobody knows what the server made of it; `abandoned` when nobody waited
   * any more.
   */
  readonly fate: 'answered' | 'lost' | 'abandoned'
  readonly receivedAtMs?: number
  readonly samples?: LimitSamples | undefined
  /** With a 429: milliseconds for which nothing may be sent. */
  readonly restMs?: number | undefined
}

/**
 * Told when a request that waits can be sent at the earliest, as soon as that is known, and again
 * when it changes.
 */
export type OnWait = (opensAtMs: number) => void

interface Waiter {
  readonly begin: (ticket: Ticket) => void
  readonly onWait: OnWait
}

/** How long a place may stay taken on the server after nobody waits for its answer. */
const LINGER_MS = 1_000

/** How long fewer requests are sent at one time, after there were too many. */
const CEILING_MS = 60_000

const NEVER = -Infinity

/** Lets requests begin as the limits of the developer allow, in the order in which they came. */
export class Pace {
  readonly #settings: RateLimitOptions
  readonly #windows = new Map<string, QuotaWindow>()
  readonly #waiting = new Set<Waiter>()
  /** Until the first answer has said how many there may be, one at a time. */
  #concurrency = 1
  /** Fewer than that for a while after a 429: others have places too. */
  #ceiling = { places: 1, untilMs: NEVER }
  #open = 0
  #sent = 0
  #restsUntilMs = NEVER
  #spacedUntilMs = NEVER
  #announcedUntilMs = NEVER
  #cancelTimer = () => {}

  constructor(settings: RateLimitOptions) {
    this.#settings = settings
  }

  /** Waits for leave to send. Rejects with the signal's reason when it aborts before. */
  enter(signal: AbortSignal, onWait: OnWait): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(waiter)
        reject(signal.reason as Error)
      }
      const begin = (ticket: Ticket) => {
        signal.removeEventListener('abort', onAbort)
        resolve(ticket)
      }
      const waiter = { begin, onWait }
      if (signal.aborted) return onAbort()
      signal.addEventListener('abort', onAbort)
      this.#waiting.add(waiter)
      this.#beginWhatMay()
      if (this.#waiting.has(waiter)) onWait(this.#opensAtMs(this.#waiting.size - 1))
    })
  }

  /** Gives a ticket back, with what is known of its request. */
  leave({ sentAtMs, nth, first }: Ticket, departure: Departure): void {
    const { clock } = this.#settings
    const { fate, samples, restMs, receivedAtMs = clock.nowMs() } = departure
    const settled = {
      sentAtMs,
      receivedAtMs,
      alone: first && nth === this.#sent,
      charged: fate !== 'answered' || (samples !== undefined && restMs === undefined),
      open: this.#open,
    }
    this.#turn()
    for (const [name, sample] of samples ?? []) {
      if (sample.window === undefined) this.#concurrency = sample.limit
      else if (!this.#windows.has(name)) {
        this.#windows.set(name, new QuotaWindow(sample as WindowSample))
      }
    }
    for (const [name, window] of this.#windows) {
      window.settle(settled, samples?.get(name) as WindowSample | undefined)
    }
    if (restMs !== undefined) {
      const nowMs = clock.nowMs()
      this.#restsUntilMs = Math.max(this.#restsUntilMs, nowMs + restMs)
      this.#ceiling = { places: Math.max(1, this.#open - 1), untilMs: nowMs + CEILING_MS }
    }
    const free = () => {
      this.#open -= 1
      this.#beginWhatMay()
    }
    if (fate === 'abandoned') clock.after(LINGER_MS, free)
    else free()
  }

  #turn(): void {
    const nowMs = this.#settings.clock.nowMs()
    for (const window of this.#windows.values()) window.turn(nowMs, this.#open)
  }

  #beginWhatMay(): void {
    const { clock } = this.#settings
    const nowMs = clock.nowMs()
    this.#cancelTimer()
    this.#turn()
    for (const waiter of this.#waiting) {
      const opensAtMs = Math.max(this.#opensAtMs(0), this.#spacedUntilMs)
      if (opensAtMs > nowMs) {
        this.#cancelTimer = clock.after(opensAtMs - nowMs, () => this.#beginWhatMay())
        this.#tell(opensAtMs)
        return
      }
      // Who leaves makes room, and looks here again.
      if (!this.#hasRoom(nowMs)) return
      this.#waiting.delete(waiter)
      waiter.begin(this.#send(nowMs))
    }
  }

  #send(sentAtMs: number): Ticket {
    const ticket = { sentAtMs, nth: (this.#sent += 1), first: this.#open === 0 }
    this.#open += 1
    const windows = [...this.#windows.values()]
    for (const window of windows) window.send()
    const [next] = windows.sort((one, other) => one.endsAtMs - other.endsAtMs)
    if (this.#settings.pacing === 'even' && next !== undefined) {
      this.#spacedUntilMs = sentAtMs + (next.endsAtMs - sentAtMs) / Math.max(1, next.left)
    }
    return ticket
  }

  /** When a request can be sent before which `ahead` others are sent, as far as that is certain. */
  #opensAtMs(ahead: number): number {
    const windows = this.#settings.pacing === 'off' ? [] : [...this.#windows.values()]
    return Math.max(this.#restsUntilMs, ...windows.map((window) => window.opensAtMs(ahead)))
  }

  #hasRoom(nowMs: number): boolean {
    const { pacing, concurrencyMax } = this.#settings
    if (pacing === 'off') return this.#open < concurrencyMax
    const ceiling = nowMs < this.#ceiling.untilMs ? this.#ceiling.places : concurrencyMax
    if (this.#open >= Math.min(this.#concurrency, ceiling, concurrencyMax)) return false
    // With others about, the last ones of a window go one by one: only then is it known how many
    // are left.
    return [...this.#windows.values()].every(({ isShared, left }) => !isShared || left > this.#open)
  }

  /** Tells everyone who waits, when there is something new. */
  #tell(opensAtMs: number): void {
    if (opensAtMs === this.#announcedUntilMs) return
    this.#announcedUntilMs = opensAtMs
    let ahead = 0
    for (const waiter of this.#waiting) {
      waiter.onWait(this.#opensAtMs(ahead))
      // Who cannot wait so long leaves, and the others move up.
      if (this.#waiting.has(waiter)) ahead += 1
    }
  }
}
