import { onAbort } from '../platform/concurrency/abort.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Priority, ReadContext } from '../game/gateway.ts'
import type { GatewayLoad } from './gateway-state.ts'
import { ServiceError, upstreamTimeout } from '../platform/http/service-error.ts'
import { createDurations } from './durations.ts'

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
  const { clock, inFlightMax, intervalMs } = options
  const quarter = (count: number) => Math.max(1, Math.floor(count / 4))
  const queues: Readonly<
    Record<Priority, { readonly waiting: Set<Waiting>; readonly max: number }>
  > = {
    keyed: { waiting: new Set(), max: options.waitingMax },
    collector: { waiting: new Set(), max: quarter(options.waitingMax) },
  }
  const inFlight: Record<Priority, number> = { keyed: 0, collector: 0 }
  const durations = createDurations(clock)
  let nextStartMs = -Infinity
  let keyedInARow = 0
  let cancelTimer: (() => void) | undefined

  const hasSlot = (priority: Priority) =>
    inFlight.keyed + inFlight.collector < inFlightMax &&
    (priority === 'keyed' || inFlight.collector < quarter(inFlightMax))

  const isReady = (priority: Priority) => queues[priority].waiting.size > 0 && hasSlot(priority)

  const nextPriority = (): Priority | undefined => {
    const collector = isReady('collector')
    if (isReady('keyed')) return collector && keyedInARow >= KEYED_IN_A_ROW ? 'collector' : 'keyed'
    return collector ? 'collector' : undefined
  }

  const startCall = <T>(context: ReadContext, task: () => Awaitable<T>): Awaitable<T> => {
    const { priority } = context
    context.onStart?.()
    nextStartMs = clock.monotonicMs() + intervalMs
    keyedInARow = priority === 'keyed' ? keyedInARow + 1 : 0
    inFlight[priority] += 1
    const end = () => {
      inFlight[priority] -= 1
      pump()
    }
    let result: Awaitable<T>
    try {
      result = task()
    } catch (error) {
      end()
      throw error
    }
    if (!(result instanceof Promise)) {
      end()
      return result
    }
    const endMeasurement = durations.start()
    return result
      .finally(() => endMeasurement(context.signal.aborted ? 'aborted' : 'finished'))
      .finally(end)
  }

  const pump = () => {
    for (let priority = nextPriority(); priority !== undefined; priority = nextPriority()) {
      const waitMs = nextStartMs - clock.monotonicMs()
      if (waitMs > 0) {
        cancelTimer ??= clock.after(waitMs, () => {
          cancelTimer = undefined
          pump()
        })
        return
      }
      const [first] = queues[priority].waiting
      first?.start()
    }
    cancelTimer?.()
    cancelTimer = undefined
  }

  /**
   * Estimates the milliseconds until a new call can start, from the interval and from the slots.
   */
  const expectedWaitMs = (priority: Priority): number => {
    const { keyed, collector } = queues
    const before =
      priority === 'keyed'
        ? keyed.waiting.size + Math.min(collector.waiting.size, Math.ceil(keyed.waiting.size / 3))
        : collector.waiting.size + keyed.waiting.size
    const byInterval = Math.max(0, nextStartMs - clock.monotonicMs()) + before * intervalMs
    if (hasSlot(priority) && before === 0) return byInterval
    const slots = priority === 'keyed' ? inFlightMax : quarter(inFlightMax)
    const bySlots = hasSlot(priority)
      ? 0
      : durations.untilFirstEndMs() + Math.floor(before / slots) * durations.averageMs
    return Math.max(byInterval, bySlots)
  }

  const wait = <T>(
    context: ReadContext,
    task: () => Awaitable<T>,
    rejection: (reason: QueueRejection) => ServiceError,
  ): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const { priority, signal } = context
    const { waiting } = queues[priority]
    const entry: Waiting = {
      start: () => {
        waiting.delete(entry)
        stopListening()
        // Earlier calls took longer than estimated. A call that would time out must not use the
        // slot of one that would not.
        if (clock.monotonicMs() + durations.averageMs > context.deadlineAtMs) {
          reject(rejection('no_time'))
          return
        }
        try {
          resolve(startCall(context, task))
        } catch (error) {
          reject(error)
        }
      },
    }
    waiting.add(entry)
    const stopListening = onAbort(signal, () => {
      waiting.delete(entry)
      reject(upstreamTimeout())
      pump()
    })
    if (!signal.aborted) pump()
    return promise
  }

  return {
    load: () => ({
      waiting: { keyed: queues.keyed.waiting.size, collector: queues.collector.waiting.size },
      inFlight: { ...inFlight },
    }),
    run: (context, task, onRejected) => {
      const { priority, deadlineAtMs } = context
      const { waiting, max } = queues[priority]
      const nowMs = clock.monotonicMs()
      if (waiting.size === 0 && hasSlot(priority) && nowMs >= nextStartMs)
        return startCall(context, task)
      const rejection = (reason: QueueRejection) => {
        onRejected(reason)
        return busy(expectedWaitMs(priority))
      }
      if (waiting.size >= max) throw rejection('queue_full')
      if (nowMs + expectedWaitMs(priority) + durations.usualMs >= deadlineAtMs)
        throw rejection('no_time')
      return wait(context, task, rejection)
    },
  }
}

function busy(waitMs: number): ServiceError {
  return new ServiceError('unavailable', 'The game gateway is busy. Try again later.', {
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}
