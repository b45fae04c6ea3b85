import type { Clock } from '../domain/clock.ts'
import type { Observe } from '../domain/observation.ts'
import { watchWorker } from './watch-worker.ts'

/** One worker while it runs. */
export interface Worker {
  /** Resolves with its origin when it serves; rejects when it could not begin to. */
  readonly ready: Promise<string>
  /** Resolves when its process is gone, with its exit status, the name of a signal, or why there never was one. */
  readonly ended: Promise<string>
  /** Asks it how it is; `undefined` when it does not say so soon. */
  look(): Promise<unknown>
  /** Tells it to stop with grace. */
  stop(): void
  /** Ends it at once. */
  kill(): void
}

/** What a supervisor needs. */
export interface SupervisorSettings<Type extends Worker> {
  readonly count: number
  /** Starts the worker of a number, from 1. All but the first are given the origin that the first one has. */
  readonly start: (worker: number, origin: string | undefined) => Type
  readonly clock: Clock
  readonly observe: Observe
  /** Milliseconds that workers get to stop; those that are left are killed then. */
  readonly stopMs: number
}

/** The workers, kept running. */
export interface Supervisor<Type extends Worker> {
  readonly origin: string
  /** The workers whose processes run now, by their numbers. */
  readonly running: ReadonlyMap<number, Type>
  /** Whether every worker serves, and none was told to stop. */
  isReady(): boolean
  /** Stops all. Returns whether each ended by itself, and well. */
  stop(): Promise<boolean>
}

/** How soon a worker that ended is replaced, in milliseconds; each time in a row twice as late, up to the last. */
const PAUSE_MIN_MS = 250
const PAUSE_MAX_MS = 10_000

/** A worker that served for so long was sound, and what ended it is looked at as new. */
const SOUND_MS = 30_000

/**
 * Starts workers and keeps so many of them running: one that ends is replaced, and one that says nothing for half a
 * minute is ended. The first one is waited for, since it may have to prepare what the others find. Rejects, with none
 * left, when one cannot begin to serve.
 */
export async function supervise<Type extends Worker>(
  settings: SupervisorSettings<Type>,
): Promise<Supervisor<Type>> {
  const { count, start, clock, observe, stopMs } = settings
  const running = new Map<number, Type>()
  const serving = new Set<Type>()
  const pauses = new Set<() => void>()
  let origin: string | undefined
  let stopping = false

  const begin = (nth: number) => {
    const worker = start(nth, origin)
    running.set(nth, worker)
    const serves = worker.ready.then((at) => {
      serving.add(worker)
      return at
    })
    return { worker, serves }
  }

  /** Replaces the worker of a number when it has ended; `endings` is how often that one did in a row. */
  const keep = async (nth: number, worker: Type, endings: number): Promise<void> => {
    const sinceMs = clock.monotonicMs()
    let isSilent = false
    const unwatch = watchWorker(worker, clock, () => {
      isSilent = true
      worker.kill()
    })
    const status = await worker.ended
    unwatch()
    serving.delete(worker)
    if (stopping) return
    running.delete(nth)
    const inARow = clock.monotonicMs() - sinceMs >= SOUND_MS ? 1 : endings + 1
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** (inARow - 1))
    const how = isSilent ? 'silence' : status
    observe({ type: 'worker.ended', worker: nth, how, pauseMs })
    const cancel = clock.after(pauseMs, () => {
      pauses.delete(cancel)
      const next = begin(nth)
      // One that cannot begin to serve ends, and that is seen here again.
      next.serves.catch(() => {})
      void keep(nth, next.worker, inARow)
    })
    pauses.add(cancel)
  }

  const stop = async () => {
    stopping = true
    for (const cancel of pauses) cancel()
    const all = [...running.values()]
    for (const worker of all) worker.stop()
    const cancel = clock.after(stopMs, () => {
      for (const worker of all) worker.kill()
    })
    const ends = await Promise.all(all.map((worker) => worker.ended))
    cancel()
    return ends.every((how) => how === '0')
  }

  try {
    origin = await begin(1).serves
    const others = Array.from({ length: count - 1 }, (_, at) => begin(at + 2).serves)
    await Promise.all(others)
  } catch (error) {
    for (const worker of running.values()) worker.kill()
    await Promise.all([...running.values()].map((worker) => worker.ended))
    throw error
  }
  for (const [nth, worker] of running) void keep(nth, worker, 0)
  return { origin, running, isReady: () => !stopping && serving.size === count, stop }
}
