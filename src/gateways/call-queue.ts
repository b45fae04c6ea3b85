import type { Awaitable } from '../domain/awaitable.ts'
import type { Clock } from '../domain/clock.ts'
import type { Lane, ReadContext } from '../domain/gateway.ts'
import type { GatewayLoad } from '../domain/service-state.ts'
import { ServiceError, upstreamTimeout } from '../domain/service-error.ts'
import { createDurations } from './durations.ts'

/** How calls are paced. */
export interface QueueSettings {
  readonly clock: Clock
  /** Calls in flight at one time; the collector may use a quarter of them, at least one. */
  readonly inFlightMax: number
  /** Milliseconds between the beginnings of two calls; 0 for none. */
  readonly intervalMs: number
  /** Calls that may wait; of the collector a quarter as many, at least one, come on top. */
  readonly waitingMax: number
}

/** Why a call was not made: too many wait, or it could not be over by its deadline. */
export type QueueRefusal = 'queue_full' | 'no_time'

/** Lets calls begin at the pace that is set. */
export interface CallQueue {
  /**
   * Begins a call now or when its turn comes, unless its signal aborts before. Throws `unavailable`, with the time that
   * the queue needs as the time to come back, and tells `onRefused` why, when it cannot wait.
   */
  run<T>(
    context: ReadContext,
    begin: () => Awaitable<T>,
    onRefused: (reason: QueueRefusal) => void,
  ): Awaitable<T>
  /** The calls of now. */
  load(): GatewayLoad
}

/** A call whose turn has not come. */
interface Waiting {
  start(): void
}

/** While both lanes wait, one call of the collector begins after so many keyed ones. */
const KEYED_IN_A_ROW = 3

/** Makes the queue of one region. A call that can begin at once and answers at once stays synchronous. */
export function createCallQueue(settings: QueueSettings): CallQueue {
  const { clock, inFlightMax, intervalMs } = settings
  const quarter = (count: number) => Math.max(1, Math.floor(count / 4))
  const lanes: Readonly<Record<Lane, { readonly waiting: Set<Waiting>; readonly max: number }>> = {
    keyed: { waiting: new Set(), max: settings.waitingMax },
    collector: { waiting: new Set(), max: quarter(settings.waitingMax) },
  }
  const inFlight: Record<Lane, number> = { keyed: 0, collector: 0 }
  const durations = createDurations(clock)
  let nextStartMs = -Infinity
  let keyedInARow = 0
  let cancelTimer: (() => void) | undefined

  const hasPlace = (lane: Lane) =>
    inFlight.keyed + inFlight.collector < inFlightMax &&
    (lane === 'keyed' || inFlight.collector < quarter(inFlightMax))

  const isReady = (lane: Lane) => lanes[lane].waiting.size > 0 && hasPlace(lane)

  const nextLane = (): Lane | undefined => {
    const collector = isReady('collector')
    if (isReady('keyed')) return collector && keyedInARow >= KEYED_IN_A_ROW ? 'collector' : 'keyed'
    return collector ? 'collector' : undefined
  }

  const begin = <T>(context: ReadContext, task: () => Awaitable<T>): Awaitable<T> => {
    const { lane } = context
    context.begins?.()
    nextStartMs = clock.monotonicMs() + intervalMs
    keyedInARow = lane === 'keyed' ? keyedInARow + 1 : 0
    inFlight[lane] += 1
    const end = () => {
      inFlight[lane] -= 1
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
    const over = durations.begin()
    return result.finally(() => over(context.signal.aborted ? 'cut off' : 'over')).finally(end)
  }

  const pump = () => {
    for (let lane = nextLane(); lane !== undefined; lane = nextLane()) {
      const waitMs = nextStartMs - clock.monotonicMs()
      if (waitMs > 0) {
        cancelTimer ??= clock.after(waitMs, () => {
          cancelTimer = undefined
          pump()
        })
        return
      }
      const [first] = lanes[lane].waiting
      first?.start()
    }
    cancelTimer?.()
    cancelTimer = undefined
  }

  /** Milliseconds until a newcomer's turn, as far as one can know: by the interval, and by the places. */
  const expectedWaitMs = (lane: Lane): number => {
    const { keyed, collector } = lanes
    const before =
      lane === 'keyed'
        ? keyed.waiting.size + Math.min(collector.waiting.size, Math.ceil(keyed.waiting.size / 3))
        : collector.waiting.size + keyed.waiting.size
    const byInterval = Math.max(0, nextStartMs - clock.monotonicMs()) + before * intervalMs
    if (hasPlace(lane) && before === 0) return byInterval
    const places = lane === 'keyed' ? inFlightMax : quarter(inFlightMax)
    const byPlaces = hasPlace(lane)
      ? 0
      : durations.untilFirstEndMs() + Math.floor(before / places) * durations.averageMs
    return Math.max(byInterval, byPlaces)
  }

  const wait = <T>(
    context: ReadContext,
    task: () => Awaitable<T>,
    refuse: (reason: QueueRefusal) => ServiceError,
  ): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const { lane, signal } = context
    const { waiting } = lanes[lane]
    const leave = () => {
      waiting.delete(entry)
      reject(upstreamTimeout())
      pump()
    }
    const entry: Waiting = {
      start: () => {
        waiting.delete(entry)
        signal.removeEventListener('abort', leave)
        // Others took longer than was thought; a call that will be cut off only takes the place of one that would not.
        if (clock.monotonicMs() + durations.averageMs > context.deadlineAtMs) {
          reject(refuse('no_time'))
          return
        }
        try {
          resolve(begin(context, task))
        } catch (error) {
          reject(error)
        }
      },
    }
    waiting.add(entry)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else pump()
    return promise
  }

  return {
    load: () => ({
      waiting: { keyed: lanes.keyed.waiting.size, collector: lanes.collector.waiting.size },
      inFlight: { ...inFlight },
    }),
    run: (context, task, onRefused) => {
      const { lane, deadlineAtMs } = context
      const { waiting, max } = lanes[lane]
      const nowMs = clock.monotonicMs()
      if (waiting.size === 0 && hasPlace(lane) && nowMs >= nextStartMs) return begin(context, task)
      const refuse = (reason: QueueRefusal) => {
        onRefused(reason)
        return busy(expectedWaitMs(lane))
      }
      if (waiting.size >= max) throw refuse('queue_full')
      if (nowMs + expectedWaitMs(lane) + durations.usualMs >= deadlineAtMs) throw refuse('no_time')
      return wait(context, task, refuse)
    },
  }
}

function busy(waitMs: number): ServiceError {
  return new ServiceError('unavailable', 'The game gateway is busy. Try again later.', {
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}
