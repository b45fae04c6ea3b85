import type { Clock } from '../../platform/time/clock.ts'
import type { Observe } from '../../platform/telemetry/define-observations.ts'
import type { Observation } from '../telemetry/observations.ts'
import { watchWorker } from './watch-worker.ts'

/** One worker while it runs. */
export interface Worker {
  /** Resolves with its origin when it serves; rejects if it cannot start. */
  readonly ready: Promise<string>
  /**
   * Resolves when its process has ended, with its exit status, the name of a signal, or the reason
   * why it never started.
   */
  readonly ended: Promise<string>
  /** Requests its state; `undefined` if it does not answer in time. */
  snapshot(): Promise<unknown>
  /** Requests a graceful stop. */
  stop(): void
  /** Kills it immediately. */
  kill(): void
}

/** Options of {@link supervise}. */
export interface SupervisorOptions<Type extends Worker> {
  readonly count: number
  /** Starts the worker with this number, from 1. All but the first get the origin of the first. */
  readonly start: (worker: number, origin: string | undefined) => Type
  readonly clock: Clock
  readonly observe: Observe<Observation>
  /** Milliseconds that workers get to stop; the rest are killed. */
  readonly stopMs: number
}

/** The supervised workers. */
export interface Supervisor<Type extends Worker> {
  readonly origin: string
  /** The workers with a running process, by number. */
  readonly running: ReadonlyMap<number, Type>
  /** Returns whether every worker serves and none is stopping. */
  isReady(): boolean
  /** Stops all. Returns whether each exited by itself with status 0. */
  stop(): Promise<boolean>
}

/**
 * Milliseconds before a worker that exited is replaced. The delay doubles with each exit in a row,
 * up to the maximum.
 */
const PAUSE_MIN_MS = 250
const PAUSE_MAX_MS = 10_000

/** A worker that served this long was healthy; its exit does not count as another one in a row. */
const SOUND_MS = 30_000

/**
 * Starts workers and replaces each one that exits; kills one that does not answer for 30 s. Starts
 * the others after the first one is ready, because it may prepare what they need. Rejects, with
 * none left, if one cannot start to serve.
 */
export async function supervise<Type extends Worker>(
  options: SupervisorOptions<Type>,
): Promise<Supervisor<Type>> {
  const supervisor = new RestartingSupervisor(options)
  await supervisor.start()
  return supervisor
}

class RestartingSupervisor<Type extends Worker> implements Supervisor<Type> {
  readonly running = new Map<number, Type>()
  readonly #options: SupervisorOptions<Type>
  readonly #serving = new Set<Type>()
  readonly #pauses = new Set<() => void>()
  #origin: string | undefined
  #isStopping = false

  constructor(options: SupervisorOptions<Type>) {
    this.#options = options
  }

  get origin(): string {
    return this.#origin ?? ''
  }

  /** Starts all workers. Rejects, with none left, if one cannot start to serve. */
  async start(): Promise<void> {
    const { count } = this.#options
    try {
      this.#origin = await this.#startNumber(1).serves
      const others = Array.from({ length: count - 1 }, (_, at) => this.#startNumber(at + 2).serves)
      await Promise.all(others)
    } catch (error) {
      for (const worker of this.running.values()) worker.kill()
      await Promise.all([...this.running.values()].map((worker) => worker.ended))
      throw error
    }
    for (const [nth, worker] of this.running) void this.#superviseOne(nth, worker, 0)
  }

  isReady(): boolean {
    return !this.#isStopping && this.#serving.size === this.#options.count
  }

  async stop(): Promise<boolean> {
    const { clock, stopMs } = this.#options
    this.#isStopping = true
    for (const cancel of this.#pauses) cancel()
    const all = [...this.running.values()]
    for (const worker of all) worker.stop()
    const cancel = clock.after(stopMs, () => {
      for (const worker of all) worker.kill()
    })
    const ends = await Promise.all(all.map((worker) => worker.ended))
    cancel()
    return ends.every((how) => how === '0')
  }

  #startNumber(nth: number): { readonly worker: Type; readonly serves: Promise<string> } {
    const worker = this.#options.start(nth, this.#origin)
    this.running.set(nth, worker)
    const serves = worker.ready.then((at) => {
      this.#serving.add(worker)
      return at
    })
    return { worker, serves }
  }

  /** Replaces the worker of a number after it ended; `endings` counts its exits in a row. */
  async #superviseOne(nth: number, worker: Type, endings: number): Promise<void> {
    const { clock, observe } = this.#options
    const sinceMs = clock.monotonicMs()
    let isHung = false
    const unwatch = watchWorker(worker, clock, () => {
      isHung = true
      worker.kill()
    })
    const status = await worker.ended
    unwatch()
    this.#serving.delete(worker)
    if (this.#isStopping) return
    this.running.delete(nth)
    const inARow = clock.monotonicMs() - sinceMs >= SOUND_MS ? 1 : endings + 1
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** (inARow - 1))
    const how = isHung ? 'silence' : status
    observe({ type: 'worker.ended', worker: nth, how, pauseMs })
    const cancel = clock.after(pauseMs, () => {
      this.#pauses.delete(cancel)
      const next = this.#startNumber(nth)
      // A replacement that cannot start ends, which the next iteration handles.
      next.serves.catch(() => {})
      void this.#superviseOne(nth, next.worker, inARow)
    })
    this.#pauses.add(cancel)
  }
}
