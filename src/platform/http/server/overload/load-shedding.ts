import type { Clock } from '../../../time/clock.ts'
import type { Overload } from '../../../telemetry/overload.ts'
import type { ProcessSensors } from '../../../telemetry/process-sensors.ts'

/** Limits of the load of a process. 0 disables the limits that allow it. */
export interface LoadLimits {
  /** Requests in service; a request whose response is being sent does not count. */
  readonly requestsMax: number
  /** Event-loop delay limit in milliseconds; 0 disables it. */
  readonly delayMaxMs: number
  /**
   * Memory limit in bytes; 0 disables it. Requests are shed at 90 % of V8's heap limit regardless.
   */
  readonly memoryMaxBytes: number
}

/** Measures the load of a process and decides whether to shed requests. */
export interface LoadShedder {
  /** Counts a request as in service. */
  startRequest(): void
  /** Ends the service of a request. */
  endRequest(): void
  /** Returns the overloaded resource, or `undefined` while new requests are accepted. */
  isOverloaded(): Overload | undefined
  /**
   * Whether the event loop or memory has been overloaded for {@link UNREADY_MS}: load balancers
   * should use other nodes.
   */
  readonly isUnready: boolean
  /** Stops sampling. */
  close(): void
}

/** Milliseconds between two samples. */
const SAMPLE_MS = 1_000

/** Milliseconds of continuous overload after which a process is not ready. */
export const UNREADY_MS = 5_000

const HEAP_SHARE_MAX = 0.9

/** Minimum milliseconds between two forced collections. */
const FREE_MS = 10_000

/**
 * Creates a load shedder. Event loop and memory are sampled once a second; requests are counted.
 * Memory counts as overloaded only if it still is after a forced collection: V8 retains garbage of
 * a burst until it runs short, which a process that sheds everything never does.
 */
export function createLoadShedder(
  clock: Clock,
  sensors: ProcessSensors,
  { requestsMax, delayMaxMs, memoryMaxBytes }: LoadLimits,
): LoadShedder {
  let requestCount = 0
  let sampled: Overload | undefined
  let cancel = () => {}
  let freedMs = -FREE_MS
  let overloadedSinceMs = Number.POSITIVE_INFINITY
  const isFull = () =>
    sensors.heapShare() > HEAP_SHARE_MAX ||
    (memoryMaxBytes > 0 && sensors.ownBytes() > memoryMaxBytes)
  const isStillFull = () => {
    if (clock.monotonicMs() - freedMs < FREE_MS) return true
    freedMs = clock.monotonicMs()
    sensors.freeMemory()
    return isFull()
  }
  const sample = () => {
    const isLate = sensors.eventLoopDelayMs() > delayMaxMs && delayMaxMs > 0
    sampled = isFull() && isStillFull() ? 'memory' : isLate ? 'delay' : undefined
    const nowMs = clock.monotonicMs()
    overloadedSinceMs =
      sampled === undefined ? Number.POSITIVE_INFINITY : Math.min(overloadedSinceMs, nowMs)
    cancel = clock.after(SAMPLE_MS, sample)
  }
  cancel = clock.after(SAMPLE_MS, sample)
  return {
    startRequest: () => void (requestCount += 1),
    endRequest: () => void (requestCount -= 1),
    isOverloaded: () => sampled ?? (requestCount > requestsMax ? 'requests' : undefined),
    // The request limit does not count here: the process still serves as many as it can.
    get isUnready() {
      return clock.monotonicMs() - overloadedSinceMs >= UNREADY_MS
    },
    close: () => {
      cancel()
      sensors.close()
    },
  }
}
