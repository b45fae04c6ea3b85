import type { Clock } from '../../platform/time/clock.ts'
import { ServiceError, unavailable } from '../../platform/http/errors/service-error.ts'
import { WorkerClient } from '../../platform/workers/worker-client.ts'
import type { WorkerHandle } from '../../platform/workers/worker-protocol.ts'
import type { ChartSpec, DrawChart } from './chart-spec.ts'
import { createFairQueue } from './fair-queue.ts'

/**
 * Deadline of one chart in milliseconds, including the start of the process. Drawing typically
 * takes a tenth of it.
 */
const DEADLINE_MS = 5_000

/** Idle time in milliseconds after which the process is stopped to free its memory. */
const IDLE_MS = 60_000

/**
 * Queue capacity. When full, a chart of the network with the most queued ones is displaced, or the
 * new one is rejected.
 */
const QUEUED_MAX = 16

/**
 * The rejection of a chart when the queue is full. One shared instance avoids a stack trace each.
 */
export const BUSY = new ServiceError(
  'unavailable',
  'Too many charts are being drawn right now. Try again in a moment.',
  { retryAfterS: 2 },
)

/**
 * Memory limit of the chart process in bytes. One language takes 200 MB; each further one adds to
 * it.
 */
const MEMORY_MAX = 320_000_000

/** The methods of the chart process. */
export interface ChartApi {
  draw(spec: ChartSpec): Promise<Uint8Array>
}

/** Draws charts in a child process. */
export interface ChartRenderer {
  /**
   * Draws a chart. Rejects with a `ServiceError` `unavailable`: queue full, deadline exceeded, or
   * failed.
   */
  readonly draw: DrawChart
  /** Kills the process and rejects the running and queued charts. Idempotent. */
  readonly close: () => void
}

/** A queued chart. */
interface QueuedChart {
  readonly spec: ChartSpec
  readonly drawn: PromiseWithResolvers<Uint8Array>
}

/**
 * Creates a chart renderer with one process: `start` starts it for the first chart, and it stops
 * after an idle minute. It draws one chart at a time, round-robin by network. Preferred charts come
 * first, but never two in a row while others wait. After a crash, an exceeded deadline or excessive
 * memory, the process ends and the next chart starts another.
 */
export function createChartRenderer(
  start: () => WorkerHandle,
  clock: Pick<Clock, 'after' | 'nowMs'>,
  onFault: (error: unknown) => void,
): ChartRenderer {
  const queue = createFairQueue<QueuedChart>(QUEUED_MAX)
  const worker = new WorkerClient<ChartApi>({
    name: 'The chart process',
    clock,
    start,
    executionMs: DEADLINE_MS,
    waitingMax: 0,
    idleMs: IDLE_MS,
    memoryMax: MEMORY_MAX,
  })
  let isDrawing = false
  let isClosed = false

  const drawAll = async () => {
    isDrawing = true
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      try {
        next.drawn.resolve(await worker.call('draw', [next.spec]))
      } catch (error) {
        if (!isClosed) onFault(error)
        next.drawn.reject(unavailable(error))
      }
    }
    isDrawing = false
  }
  return {
    draw: (spec, { network, isPreferred }) => {
      if (isClosed) return Promise.reject(BUSY)
      const chart = { spec, drawn: Promise.withResolvers<Uint8Array>() }
      queue.add(chart, network, isPreferred)?.drawn.reject(BUSY)
      if (!isDrawing) void drawAll()
      return chart.drawn.promise
    },
    close: () => {
      isClosed = true
      for (let next = queue.next(); next !== undefined; next = queue.next()) next.drawn.reject(BUSY)
      worker.terminate()
    },
  }
}
