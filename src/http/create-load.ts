import type { Clock } from '../domain/clock.ts'
import type { Overload } from '../domain/overload.ts'
import type { ProcessSensors } from '../domain/process-sensors.ts'

/** What a process may be asked to do at one time. Where 0 is said to be possible, it means no limit. */
export interface LoadLimits {
  /** Requests that are worked on; one whose answer is only being sent is none of them. */
  readonly requestsMax: number
  /** Milliseconds by which the event loop may be late, again and again, or 0. */
  readonly delayMaxMs: number
  /** Bytes of memory, or 0. Whatever it says, nine tenths of the engine's heap are the end. */
  readonly memoryMaxBytes: number
}

/** How much a process has to do, and whether that is too much. */
export interface Load {
  /** A request is worked on from here … */
  begin(): void
  /** … to here. */
  end(): void
  /** What there is too much of, or `undefined` while new work is welcome. */
  over(): Overload | undefined
  /** Stops looking. */
  close(): void
}

/** How often the sensors are read. */
const SAMPLE_MS = 1_000

const HEAP_SHARE_MAX = 0.9

/** How long at least between two times that memory is freed. */
const FREE_MS = 10_000

/**
 * Watches the load of this process. The event loop and the memory are looked at once a second, requests are counted. Too
 * much memory is what is left too much after it was freed: the engine by itself keeps what a burst has left until it is
 * short of room, and a process that refuses everything never is.
 */
export function createLoad(
  clock: Clock,
  sensors: ProcessSensors,
  { requestsMax, delayMaxMs, memoryMaxBytes }: LoadLimits,
): Load {
  let working = 0
  let sampled: Overload | undefined
  let cancel = () => {}
  let freedMs = -FREE_MS
  const isFull = () =>
    sensors.heapShare() > HEAP_SHARE_MAX ||
    (memoryMaxBytes > 0 && sensors.residentBytes() > memoryMaxBytes)
  const isStillFull = () => {
    if (clock.monotonicMs() - freedMs < FREE_MS) return true
    freedMs = clock.monotonicMs()
    sensors.freeMemory()
    return isFull()
  }
  const sample = () => {
    const isLate = sensors.eventLoopDelayMs() > delayMaxMs && delayMaxMs > 0
    sampled = isFull() && isStillFull() ? 'memory' : isLate ? 'delay' : undefined
    cancel = clock.after(SAMPLE_MS, sample)
  }
  cancel = clock.after(SAMPLE_MS, sample)
  return {
    begin: () => void (working += 1),
    end: () => void (working -= 1),
    over: () => sampled ?? (working > requestsMax ? 'requests' : undefined),
    close: () => {
      cancel()
      sensors.close()
    },
  }
}
