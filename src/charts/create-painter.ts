import type { Clock } from '../domain/clock.ts'
import { ServiceError, unavailable } from '../domain/service-error.ts'
import type { ChartOrder, DrawChart } from './chart-order.ts'

/** Milliseconds that one picture may take, the start of the process among them; it takes a tenth of that. */
const DEADLINE_MS = 5_000

/** Milliseconds without work after which the process is ended, and its memory is free. */
const IDLE_MS = 60_000

/** Pictures that wait for their turn; whoever comes then is refused at once. */
const LINE_MAX = 16

/** Made once, for there may be very many of them. */
const BUSY = new ServiceError(
  'unavailable',
  'Too many pictures are being drawn right now. Try again in a moment.',
  { retryAfterS: 2 },
)

/** A process that draws. */
export interface PainterProcess {
  /** Draws one picture; called for one at a time. Rejects when the picture cannot be drawn, or when the process is gone. */
  draw(order: ChartOrder): Promise<Uint8Array>
  /** Whether it holds so much memory that the next picture should have another process. */
  isSpent(): boolean
  /** Ends it at once, whatever it does. Idempotent. */
  end(): void
}

/** What draws apart. */
export interface Painter {
  /** Draws a picture. Rejects with a `ServiceError` `unavailable`: too many wait, it took too long, or it went wrong. */
  readonly draw: DrawChart
  /** Ends the process; what is drawn or waits is refused. Idempotent. */
  close(): void
}

/**
 * Makes a painter: one process, which `start` makes when a picture is first asked for and which is ended when none has been for a
 * minute. One picture is drawn at a time. A process that takes too long, or goes wrong, is ended, and the next picture gets another.
 */
export function createPainter(
  start: () => PainterProcess,
  clock: Pick<Clock, 'after'>,
  onFault: (error: unknown) => void,
): Painter {
  let process: PainterProcess | undefined
  let endIdle = () => {}
  let waiting = 0
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    process?.end()
    process = undefined
  }
  const drawNext = async (order: ChartOrder): Promise<Uint8Array> => {
    if (isClosed) throw BUSY
    endIdle()
    const late = Promise.withResolvers<never>()
    const cancel = clock.after(DEADLINE_MS, () => {
      late.reject(new Error('A picture took too long.'))
    })
    try {
      process ??= start()
      const picture = await Promise.race([process.draw(order), late.promise])
      if (process.isSpent()) end()
      return picture
    } catch (error) {
      end()
      if (!isClosed) onFault(error)
      throw unavailable(error)
    } finally {
      cancel()
      if (process !== undefined) endIdle = clock.after(IDLE_MS, end)
    }
  }
  return {
    draw: async (order) => {
      if (waiting > LINE_MAX || isClosed) throw BUSY
      waiting += 1
      const mine = last.then(() => drawNext(order))
      last = mine.catch(() => {})
      try {
        return await mine
      } finally {
        waiting -= 1
      }
    },
    close: () => {
      isClosed = true
      endIdle()
      end()
    },
  }
}
