import type { Awaitable } from '../domain/awaitable.ts'
import type { Clock } from '../domain/clock.ts'
import type { Lane, ReadContext } from '../domain/gateway.ts'
import { ServiceError, upstreamTimeout } from '../domain/service-error.ts'

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

/** Why a call was not made: too many wait, or its turn would come after its deadline. */
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
}

/** A call whose turn has not come. */
interface Waiting {
  start(): void
}

/** While both lanes wait, one call of the collector begins after so many keyed ones. */
const KEYED_IN_A_ROW = 3
/** How much the newest duration counts in the average. */
const NEWEST_SHARE = 0.2

/** Makes the queue of one region. A call that can begin at once and answers at once stays synchronous. */
export function createCallQueue(settings: QueueSettings): CallQueue {
  const { clock, inFlightMax, intervalMs } = settings
  const quarter = (count: number) => Math.max(1, Math.floor(count / 4))
  const lanes: Readonly<Record<Lane, { readonly waiting: Set<Waiting>; readonly max: number }>> = {
    keyed: { waiting: new Set(), max: settings.waitingMax },
    collector: { waiting: new Set(), max: quarter(settings.waitingMax) },
  }
  const inFlight: Record<Lane, number> = { keyed: 0, collector: 0 }
  let nextStartMs = -Infinity
  let keyedInARow = 0
  let averageMs = 0
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

  const begin = <T>(lane: Lane, task: () => Awaitable<T>): Awaitable<T> => {
    const startMs = clock.monotonicMs()
    nextStartMs = startMs + intervalMs
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
    return result
      .then((value) => {
        averageMs += (clock.monotonicMs() - startMs - averageMs) * NEWEST_SHARE
        return value
      })
      .finally(end)
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
  }

  /** Milliseconds until a newcomer's turn, as far as one can know. */
  const expectedWaitMs = (lane: Lane): number => {
    const before = lanes[lane].waiting.size
    const byInterval = Math.max(0, nextStartMs - clock.monotonicMs()) + before * intervalMs
    const byPlaces = hasPlace(lane) ? 0 : Math.ceil((before + 1) / inFlightMax) * averageMs
    return Math.max(byInterval, byPlaces)
  }

  const wait = <T>({ lane, signal }: ReadContext, task: () => Awaitable<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const { waiting } = lanes[lane]
    const leave = () => {
      waiting.delete(entry)
      reject(upstreamTimeout())
    }
    const entry: Waiting = {
      start: () => {
        waiting.delete(entry)
        signal.removeEventListener('abort', leave)
        try {
          resolve(begin(lane, task))
        } catch (error) {
          reject(error)
        }
      },
    }
    waiting.add(entry)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    pump()
    return promise
  }

  return {
    run: (context, task, onRefused) => {
      const { lane, deadlineAtMs } = context
      const { waiting, max } = lanes[lane]
      const nowMs = clock.monotonicMs()
      if (waiting.size === 0 && hasPlace(lane) && nowMs >= nextStartMs) return begin(lane, task)
      const waitMs = expectedWaitMs(lane)
      if (waiting.size >= max) {
        onRefused('queue_full')
        throw busy(waitMs)
      }
      if (nowMs + waitMs >= deadlineAtMs) {
        onRefused('no_time')
        throw busy(waitMs)
      }
      return wait(context, task)
    },
  }
}

function busy(waitMs: number): ServiceError {
  return new ServiceError('unavailable', 'The game gateway is busy. Try again later.', {
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}
