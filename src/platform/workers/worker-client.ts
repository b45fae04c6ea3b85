import type { Clock } from '../time/clock.ts'
import { settlesWithin } from '../concurrency/settles-within.ts'
import { decodeError, type ErrorClass } from './worker-errors.ts'
import {
  CLOSE,
  type MethodName,
  type MethodResult,
  type Methods,
  type WorkerCall,
  type WorkerHandle,
  type WorkerReply,
} from './worker-protocol.ts'

/**
 * Milliseconds that a worker may take to start. They do not count as execution: on a machine that
 * starts workers slowly, each would be terminated before its first answer.
 */
const START_MS = 15_000

/** Milliseconds that closing waits for the worker to exit by itself. */
const CLOSE_MS = 1_000

/** Options of {@link WorkerClient}. */
export interface WorkerClientOptions {
  /** The subject of error messages: "The history". */
  readonly name: string
  readonly clock: Pick<Clock, 'after' | 'nowMs'>
  readonly start: () => WorkerHandle
  /** Milliseconds until a waiting call is rejected. The worker and its current call continue. */
  readonly waitMs?: number
  /**
   * Milliseconds, from the moment a started worker gets a call, until the worker is terminated. The
   * first call waits for the start too, 15 s at most.
   */
  readonly executionMs?: number
  /** Calls that may wait. */
  readonly waitingMax: number
  /** Milliseconds without a call after which a worker exits; never if omitted. */
  readonly idleMs?: number
  /** Bytes of memory above which a process is replaced after a call. */
  readonly memoryMax?: number
  /** Classes of errors that the worker throws and callers distinguish, beside `ServiceError`. */
  readonly errors?: readonly ErrorClass[]
}

/** Options of one call. */
export interface CallOptions<Event> {
  /** Buffers of the arguments that are transferred, not copied. */
  readonly transfer?: readonly ArrayBuffer[]
  /** Called for each event that the worker reports during the call. */
  readonly onEvent?: (event: Event) => void
}

interface Task {
  readonly name: string
  readonly args: readonly unknown[]
  readonly options: CallOptions<never>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** Cancels the current deadline: for waiting, then for execution. */
  cancelDeadline: () => void
}

/**
 * Calls the methods of a worker by name, one at a time and in order. The worker is a thread or a
 * process whose entry calls `serveCalls`. It starts with the first call, and is replaced after it
 * has exited or exceeded the execution deadline; its call is then rejected with unknown outcome. It
 * does not keep the process alive while it has no call.
 */
export class WorkerClient<Api extends Methods<Api>, Event = never> {
  readonly #options: WorkerClientOptions
  readonly #waiting: Task[] = []
  #executing: Task | undefined
  #worker: WorkerHandle | undefined
  #isStarted = false
  #isClosed = false
  #cancelIdle: () => void = () => {}

  constructor(options: WorkerClientOptions) {
    this.#options = options
  }

  /**
   * Resolves with the result of a method. Rejects with its error, when the queue is full or closed,
   * when a deadline is exceeded, and when the worker exits.
   */
  call<Name extends MethodName<Api>>(
    name: Name,
    args: Readonly<Parameters<Api[Name]>>,
    options: CallOptions<Event> = {},
  ): Promise<MethodResult<Api, Name>> {
    const { name: worker, clock, waitMs, waitingMax } = this.#options
    if (this.#isClosed) return Promise.reject(this.#closedError())
    if (this.#executing !== undefined && this.#waiting.length >= waitingMax) {
      return Promise.reject(
        new Error(`The queue is full (${waitingMax} waiting). ${worker} is slow.`),
      )
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const task: Task = { name, args, options, resolve, reject, cancelDeadline: () => {} }
    if (waitMs !== undefined) {
      task.cancelDeadline = clock.after(waitMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(task), 1)
        reject(new Error(`${worker} was busy with other tasks for ${waitMs} ms.`))
      })
    }
    this.#waiting.push(task)
    this.#executeNext()
    return promise as Promise<MethodResult<Api, Name>>
  }

  /**
   * Rejects waiting calls, waits `closeMs` milliseconds for the running one, and terminates the
   * worker. Idempotent.
   */
  async close(closeMs = CLOSE_MS): Promise<void> {
    if (this.#isClosed) return
    this.#end()
    const worker = this.#worker
    if (worker === undefined) return
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    worker.on('exit', () => resolve())
    worker.ref()
    worker.postMessage(CLOSE)
    if (!(await settlesWithin(this.#options.clock, closeMs, ended))) void worker.terminate()
  }

  /** Rejects all calls and ends the worker at once. Idempotent. */
  terminate(): void {
    this.#end()
    const worker = this.#worker
    this.#discard(worker, new Error(`${this.#options.name} was terminated.`))
    void worker?.terminate()
  }

  #end(): void {
    this.#isClosed = true
    this.#cancelIdle()
    for (const task of this.#waiting.splice(0)) {
      task.cancelDeadline()
      task.reject(this.#closedError())
    }
  }

  #executeNext(): void {
    if (this.#executing !== undefined || this.#isClosed) return
    const task = this.#waiting.shift()
    if (task === undefined) return this.#rest()
    this.#cancelIdle()
    task.cancelDeadline()
    this.#executing = task
    const { clock } = this.#options
    const { name, args, options } = task
    try {
      const worker = (this.#worker ??= this.#start())
      this.#limitExecution(worker, task)
      worker.ref()
      const call: WorkerCall = { name, args, nowMs: clock.nowMs() }
      worker.postMessage(call, options.transfer ?? [])
    } catch (error) {
      this.#settle(({ reject }) => reject(error as Error))
    }
  }

  /** Limits the time that a worker has for its start or, when it has started, for a call. */
  #limitExecution(worker: WorkerHandle, task: Task): void {
    const { name, clock, executionMs } = this.#options
    if (executionMs === undefined) return
    const [did, limitMs] = this.#isStarted ? ['answer', executionMs] : ['start', START_MS]
    task.cancelDeadline = clock.after(limitMs, () => {
      this.#discard(worker, new Error(`${name} did not ${did} within ${limitMs} ms.`))
      void worker.terminate()
    })
  }

  #start(): WorkerHandle {
    const { name, start } = this.#options
    const worker = start()
    this.#isStarted = false
    worker.on('message', (reply) => this.#receive(worker, reply))
    worker.on('error', (error) => this.#discard(worker, error as Error))
    worker.on('exit', (how) =>
      this.#discard(worker, new Error(`${name}: the worker has ended (${how}).`)),
    )
    return worker
  }

  #receive(worker: WorkerHandle, reply: WorkerReply): void {
    if (worker !== this.#worker) return
    const { errors = [], memoryMax = Infinity } = this.#options
    if ('isStarted' in reply) this.#executeFirst(worker)
    else if ('event' in reply) this.#executing?.options.onEvent?.(reply.event as never)
    else if ('error' in reply)
      this.#settle(({ reject }) => reject(decodeError(reply.error, errors)))
    else {
      if ((reply.memoryBytes ?? 0) > memoryMax) this.#retire()
      this.#settle(({ resolve }) => resolve(reply.result))
    }
  }

  /** Begins the time of the first call when its worker has started. */
  #executeFirst(worker: WorkerHandle): void {
    this.#isStarted = true
    if (this.#executing === undefined) return
    this.#executing.cancelDeadline()
    this.#limitExecution(worker, this.#executing)
  }

  /** Discards a worker and rejects its call. */
  #discard(worker: WorkerHandle | undefined, error: Error): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#settle(({ reject }) => reject(error))
  }

  #settle(how: (task: Task) => void): void {
    const task = this.#executing
    if (task === undefined) return
    this.#executing = undefined
    task.cancelDeadline()
    how(task)
    this.#executeNext()
  }

  #rest(): void {
    const { clock, idleMs } = this.#options
    this.#worker?.unref()
    if (idleMs === undefined || this.#worker === undefined) return
    this.#cancelIdle()
    this.#cancelIdle = clock.after(idleMs, () => this.#retire())
  }

  /** Lets the worker exit by itself. The next call starts another. */
  #retire(): void {
    const worker = this.#worker
    this.#worker = undefined
    worker?.unref()
    worker?.postMessage(CLOSE)
  }

  #closedError(): Error {
    return new Error(`${this.#options.name} is closed.`)
  }
}
