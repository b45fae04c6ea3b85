import { onAbort } from '../platform/concurrency/abort.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Priority, ReadContext } from '../game/gateway.ts'
import type { GatewayLoad } from './gateway-state.ts'
import { ServiceError, upstreamTimeout } from '../platform/http/errors/service-error.ts'
import { createDurations, type Durations } from './durations.ts'

/** Options of {@link createCallQueue}. */
export interface QueueOptions {
  readonly clock: Clock
  /** Calls in flight at once. The collector may use a quarter of them, at least one. */
  readonly inFlightMax: number
  /** Minimum milliseconds between the starts of two calls; 0 for none. */
  readonly intervalMs: number
  /**
   * Keyed calls that may wait. A quarter as many calls of the collector, at least one, may wait as
   * well.
   */
  readonly waitingMax: number
}

/**
 * Why the queue rejected a call: the queue is full, or the call could not finish by its deadline.
 */
export type QueueRejection = 'queue_full' | 'no_time'

/** Rate-limited queue of the calls to one region's gateway. */
export interface CallQueue {
  /**
   * Starts a call now or when a slot is free, unless its signal aborts first. When the queue cannot
   * accept the call, tells `onRejected` why and throws `unavailable` with the expected waiting time
   * as `Retry-After`.
   */
  run<T>(
    context: ReadContext,
    startCall: () => Awaitable<T>,
    onRejected: (reason: QueueRejection) => void,
  ): Awaitable<T>
  /** Returns the numbers of waiting and running calls. */
  load(): GatewayLoad
}

/** A call that has not started. */
interface Waiting {
  start(): void
}

/** While both priorities wait, one collector call starts after this many keyed calls. */
const KEYED_IN_A_ROW = 3

/**
 * Creates the queue of one region. A call that can start at once and replies synchronously stays
 * synchronous.
 */
export function createCallQueue(options: QueueOptions): CallQueue {
  return new RateLimitedQueue(options)
}

class RateLimitedQueue implements CallQueue {
  readonly #clock: Clock
  readonly #intervalMs: number
  readonly #slots: Readonly<Record<Priority, number>>
  readonly #waitingMax: Readonly<Record<Priority, number>>
  readonly #waiting: Readonly<Record<Priority, Set<Waiting>>> = {
    keyed: new Set(),
    collector: new Set(),
  }
  readonly #inFlight: Record<Priority, number> = { keyed: 0, collector: 0 }
  readonly #durations: Durations
  #nextStartMs = -Infinity
  #keyedInARow = 0
  #cancelTimer: (() => void) | undefined

  constructor({ clock, inFlightMax, intervalMs, waitingMax }: QueueOptions) {
    this.#clock = clock
    this.#intervalMs = intervalMs
    this.#slots = { keyed: inFlightMax, collector: quarterOf(inFlightMax) }
    this.#waitingMax = { keyed: waitingMax, collector: quarterOf(waitingMax) }
    this.#durations = createDurations(clock)
  }

  load(): GatewayLoad {
    const { keyed, collector } = this.#waiting
    return {
      waiting: { keyed: keyed.size, collector: collector.size },
      inFlight: { ...this.#inFlight },
    }
  }

  run<T>(
    context: ReadContext,
    task: () => Awaitable<T>,
    onRejected: (reason: QueueRejection) => void,
  ): Awaitable<T> {
    const { priority, deadlineAtMs } = context
    const waiting = this.#waiting[priority]
    const nowMs = this.#clock.monotonicMs()
    if (waiting.size === 0 && this.#hasSlot(priority) && nowMs >= this.#nextStartMs)
      return this.#startCall(context, task)
    const rejection = (reason: QueueRejection) => {
      onRejected(reason)
      return busy(this.#expectedWaitMs(priority))
    }
    if (waiting.size >= this.#waitingMax[priority]) throw rejection('queue_full')
    if (nowMs + this.#expectedWaitMs(priority) + this.#durations.usualMs >= deadlineAtMs)
      throw rejection('no_time')
    return this.#wait(context, task, rejection)
  }

  #hasSlot(priority: Priority): boolean {
    const { keyed, collector } = this.#inFlight
    if (keyed + collector >= this.#slots.keyed) return false
    return priority === 'keyed' || collector < this.#slots.collector
  }

  #isReady(priority: Priority): boolean {
    return this.#waiting[priority].size > 0 && this.#hasSlot(priority)
  }

  #nextPriority(): Priority | undefined {
    const collector = this.#isReady('collector')
    if (this.#isReady('keyed')) {
      return collector && this.#keyedInARow >= KEYED_IN_A_ROW ? 'collector' : 'keyed'
    }
    return collector ? 'collector' : undefined
  }

  #startCall<T>(context: ReadContext, task: () => Awaitable<T>): Awaitable<T> {
    const { priority } = context
    context.onStart?.()
    this.#nextStartMs = this.#clock.monotonicMs() + this.#intervalMs
    this.#keyedInARow = priority === 'keyed' ? this.#keyedInARow + 1 : 0
    this.#inFlight[priority] += 1
    let result: Awaitable<T>
    try {
      result = task()
    } catch (error) {
      this.#endCall(priority)
      throw error
    }
    if (!(result instanceof Promise)) {
      this.#endCall(priority)
      return result
    }
    const endMeasurement = this.#durations.start()
    return result
      .finally(() => endMeasurement(context.signal.aborted ? 'aborted' : 'finished'))
      .finally(() => this.#endCall(priority))
  }

  #endCall(priority: Priority): void {
    this.#inFlight[priority] -= 1
    this.#startWaiting()
  }

  /** Starts waiting calls while slots are free, at the configured interval. */
  #startWaiting(): void {
    let priority = this.#nextPriority()
    while (priority !== undefined) {
      const waitMs = this.#nextStartMs - this.#clock.monotonicMs()
      if (waitMs > 0) {
        this.#cancelTimer ??= this.#clock.after(waitMs, () => {
          this.#cancelTimer = undefined
          this.#startWaiting()
        })
        return
      }
      const [first] = this.#waiting[priority]
      first?.start()
      priority = this.#nextPriority()
    }
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  /**
   * Estimates the milliseconds until a new call can start, from the interval and from the slots.
   */
  #expectedWaitMs(priority: Priority): number {
    const before = this.#waitingBefore(priority)
    const untilNextMs = Math.max(0, this.#nextStartMs - this.#clock.monotonicMs())
    const byInterval = untilNextMs + before * this.#intervalMs
    const hasSlot = this.#hasSlot(priority)
    if (hasSlot && before === 0) return byInterval
    const rounds = Math.floor(before / this.#slots[priority])
    const bySlots = hasSlot
      ? 0
      : this.#durations.untilFirstEndMs() + rounds * this.#durations.averageMs
    return Math.max(byInterval, bySlots)
  }

  /** Returns how many waiting calls start before a new one. */
  #waitingBefore(priority: Priority): number {
    const { keyed, collector } = this.#waiting
    if (priority === 'collector') return collector.size + keyed.size
    return keyed.size + Math.min(collector.size, Math.ceil(keyed.size / KEYED_IN_A_ROW))
  }

  #wait<T>(
    context: ReadContext,
    task: () => Awaitable<T>,
    rejection: (reason: QueueRejection) => ServiceError,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const { priority, signal } = context
    const waiting = this.#waiting[priority]
    const entry: Waiting = {
      start: () => {
        waiting.delete(entry)
        stopListening()
        // Earlier calls took longer than estimated. A call that would time out must not use the
        // slot of one that would not.
        if (this.#clock.monotonicMs() + this.#durations.averageMs > context.deadlineAtMs) {
          reject(rejection('no_time'))
          return
        }
        try {
          resolve(this.#startCall(context, task))
        } catch (error) {
          reject(error)
        }
      },
    }
    waiting.add(entry)
    const stopListening = onAbort(signal, () => {
      waiting.delete(entry)
      reject(upstreamTimeout())
      this.#startWaiting()
    })
    if (!signal.aborted) this.#startWaiting()
    return promise
  }
}

/** Returns the share of the collector: a quarter, at least one. */
function quarterOf(count: number): number {
  return Math.max(1, Math.floor(count / 4))
}

function busy(waitMs: number): ServiceError {
  return new ServiceError('unavailable', 'The game gateway is busy. Try again later.', {
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)),
    upstreamKind: 'queue_full',
  })
}
