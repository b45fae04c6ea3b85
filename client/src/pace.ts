import { onAbort } from './abort-listeners.ts'
import type { Clock } from './clock.ts'
import { isWindowSample, FixedWindow } from './fixed-window.ts'
import { WHOLE, type LimitShare } from './limit-share.ts'
import type { RateWindow } from './rate-window.ts'
import type { LimitSample, LimitSamples } from './read-limits.ts'
import { SlidingWindow } from './sliding-window.ts'

/**
 * How requests use the quota: `burst` sends as fast as it allows and then waits until it resets;
 * `even` spreads them over the rest of the minute; `off` ignores it.
 */
export type Pacing = 'burst' | 'even' | 'off'

/** Options of {@link Pace}. */
export interface PaceOptions {
  readonly clock: Clock
  readonly pacing: Pacing
  /** Maximum concurrent requests; the server's own limit applies as well. */
  readonly concurrencyMax: number
  /** The part of the limits that this client uses. Default: all. */
  readonly share?: LimitShare | undefined
}

/** Permission to send one request. Returned to {@link Pace.leave} exactly once. */
export interface Ticket {
  readonly sentAtMs: number
  readonly nth: number
  /** Whether no other request was open when it was sent. */
  readonly first: boolean
}

/** The outcome of a request. */
export interface Departure {
  /**
   * `answered`; `lost` if it is unknown what the server made of it; `abandoned` if no caller waited
   * any more.
   */
  readonly fate: 'answered' | 'lost' | 'abandoned'
  readonly receivedAtMs?: number
  readonly samples?: LimitSamples | undefined
  /** With a 429: milliseconds for which nothing may be sent. */
  readonly restMs?: number | undefined
}

/**
 * Receives the earliest time at which a waiting request can be sent, and each change of it, with
 * the name of the limit; that is empty after a 429.
 */
export type OnWait = (opensAtMs: number, limit: string) => void

/** When a request can be sent, and because of which limit not before. */
type Opening = readonly [opensAtMs: number, limit: string]

interface Waiter {
  readonly start: (ticket: Ticket) => void
  readonly onWait: OnWait
}

/** How long the server may still occupy a slot after a request was abandoned. */
const LINGER_MS = 1_000

/** How long concurrency stays lower after a 429. */
const CEILING_MS = 60_000

const NEVER = -Infinity

/** Starts requests in the order of their calls, as the limits allow. */
export class Pace {
  readonly #options: PaceOptions
  readonly #share: LimitShare
  readonly #windows = new Map<string, RateWindow>()
  readonly #waiting = new Set<Waiter>()
  /** The server's limit; one at a time until the first response states it. */
  #concurrency = 1
  /** Lower for a while after a 429: others have slots too. */
  #ceiling = { slots: 1, untilMs: NEVER }
  #open = 0
  #sent = 0
  #restsUntilMs = NEVER
  #spacedUntilMs = NEVER
  #announcedUntilMs = NEVER
  #cancelTimer = () => {}

  constructor(options: PaceOptions) {
    this.#options = options
    this.#share = options.share ?? WHOLE
  }

  /** Waits for permission to send. Rejects with the signal's reason when it aborts before. */
  enter(signal: AbortSignal, onWait: OnWait): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiter)
        reject(signal.reason as Error)
      }
      if (signal.aborted) return reject(signal.reason as Error)
      const unlisten = onAbort(signal, leave)
      const start = (ticket: Ticket) => {
        unlisten()
        resolve(ticket)
      }
      const waiter = { start, onWait }
      this.#waiting.add(waiter)
      this.#startWaiting()
      if (this.#waiting.has(waiter)) onWait(...this.#opening(this.#waiting.size - 1))
    })
  }

  /** Returns a ticket, with the outcome of its request. */
  leave({ sentAtMs, nth, first }: Ticket, departure: Departure): void {
    const { clock } = this.#options
    const { fate, samples, restMs, receivedAtMs = clock.nowMs() } = departure
    const settled = {
      sentAtMs,
      receivedAtMs,
      alone: first && nth === this.#sent,
      charged: fate !== 'answered' || (samples !== undefined && restMs === undefined),
      open: this.#open,
    }
    this.#turn()
    this.#addWindows(samples)
    for (const [name, window] of this.#windows) window.settle(settled, samples?.get(name))
    if (restMs !== undefined) {
      const nowMs = clock.nowMs()
      this.#restsUntilMs = Math.max(this.#restsUntilMs, nowMs + restMs)
      this.#ceiling = { slots: Math.max(1, this.#open - 1), untilMs: nowMs + CEILING_MS }
    }
    const free = () => {
      this.#open -= 1
      this.#startWaiting()
    }
    if (fate === 'abandoned') clock.after(LINGER_MS, free)
    else free()
  }

  /** Learns the limits from the response to a request that counts against none of them. */
  learn(sentAtMs: number, samples: LimitSamples): void {
    const receivedAtMs = this.#options.clock.nowMs()
    this.#turn()
    this.#addWindows(samples)
    const settled = { sentAtMs, receivedAtMs, alone: false, charged: true, open: this.#open }
    for (const [name, window] of this.#windows) window.settle(settled, samples.get(name))
    this.#startWaiting()
  }

  /** Applies a changed share. */
  reshare(): void {
    for (const window of this.#windows.values()) window.reshare()
    this.#startWaiting()
  }

  #addWindows(samples: LimitSamples | undefined): void {
    for (const [name, sample] of samples ?? []) {
      if (sample.lengthMs === undefined) this.#concurrency = sample.limit
      else if (!this.#windows.has(name)) {
        this.#windows.set(name, createWindow(sample, sample.lengthMs, this.#share))
      }
    }
  }

  #turn(): void {
    const nowMs = this.#options.clock.nowMs()
    for (const window of this.#windows.values()) window.turn(nowMs, this.#open)
  }

  #startWaiting(): void {
    const { clock } = this.#options
    const nowMs = clock.nowMs()
    this.#cancelTimer()
    this.#turn()
    for (const waiter of this.#waiting) {
      const opensAtMs = Math.max(this.#opening(0)[0], this.#spacedUntilMs)
      if (opensAtMs > nowMs) {
        this.#cancelTimer = clock.after(opensAtMs - nowMs, () => this.#startWaiting())
        this.#announce(opensAtMs)
        return
      }
      // A request that leaves makes room and calls this again.
      if (!this.#hasRoom(nowMs)) return
      this.#waiting.delete(waiter)
      waiter.start(this.#send(nowMs))
    }
  }

  #send(sentAtMs: number): Ticket {
    const ticket = { sentAtMs, nth: (this.#sent += 1), first: this.#open === 0 }
    this.#open += 1
    const windows = [...this.#windows.values()]
    for (const window of windows) window.send(sentAtMs)
    const [next] = windows.sort((one, other) => one.endsAtMs - other.endsAtMs)
    if (next === undefined) return ticket
    const { settlesAtMs } = this.#share
    // Until a minute starts in which all processes know their shares, each spreads its own.
    if (this.#options.pacing === 'even' || next.startedAtMs < settlesAtMs) {
      const restMs = Math.max(next.endsAtMs, settlesAtMs) - sentAtMs
      this.#spacedUntilMs = sentAtMs + restMs / (Math.max(0, next.left) + 1)
    }
    return ticket
  }

  /** Returns when a request can be sent after `ahead` others, as far as that is certain. */
  #opening(ahead: number): Opening {
    let opening: Opening = [this.#restsUntilMs, '']
    if (this.#options.pacing === 'off') return opening
    for (const [name, window] of this.#windows) {
      const opensAtMs = window.opensAtMs(ahead)
      if (opensAtMs > opening[0]) opening = [opensAtMs, name]
    }
    return opening
  }

  #hasRoom(nowMs: number): boolean {
    const { pacing, concurrencyMax } = this.#options
    if (pacing === 'off') return this.#open < concurrencyMax
    const ceiling = nowMs < this.#ceiling.untilMs ? this.#ceiling.slots : concurrencyMax
    const part = this.#share.partOf(this.#concurrency)
    // Another process that joins gets the other half.
    const shared = nowMs < this.#share.settlesAtMs ? Math.ceil(part / 2) : part
    const slots = Math.min(shared, ceiling, concurrencyMax)
    if (this.#open >= slots) return false
    return [...this.#windows.values()].every((window) => window.hasRoom(this.#open))
  }

  /** Tells every waiting request when it can be sent, if that has changed. */
  #announce(opensAtMs: number): void {
    if (opensAtMs === this.#announcedUntilMs) return
    this.#announcedUntilMs = opensAtMs
    let ahead = 0
    for (const waiter of this.#waiting) {
      waiter.onWait(...this.#opening(ahead))
      // A request that cannot wait that long leaves, and the others move up.
      if (this.#waiting.has(waiter)) ahead += 1
    }
  }
}

function createWindow(sample: LimitSample, lengthMs: number, share: LimitShare): RateWindow {
  return isWindowSample(sample)
    ? new FixedWindow(sample, share)
    : new SlidingWindow(sample, lengthMs)
}
