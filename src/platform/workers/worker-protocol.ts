import type { SentError } from './worker-errors.ts'

/** The methods of a worker: its API. */
export type Methods<Api> = { [Name in keyof Api]: (...args: never[]) => Promise<unknown> }

/** The names of the methods of an API. */
export type MethodName<Api> = keyof Api & string

/** The result of a method. */
export type MethodResult<Api extends Methods<Api>, Name extends keyof Api> = Awaited<
  ReturnType<Api[Name]>
>

/** The first message to a worker. */
export interface WorkerSetup {
  readonly config: unknown
  /** Whether the worker lowers the priority of its thread. */
  readonly isLowPriority: boolean
  /** Whether the tuning of its parent is enabled. */
  readonly isEngineTuned: boolean
}

/** A message to a worker: a call of a method by name, with the wall time of the caller. */
export interface WorkerCall {
  readonly name: string
  readonly args: readonly unknown[]
  /** Unix milliseconds. */
  readonly nowMs: number
}

/** The message that requests a worker to release its resources and exit. */
export const CLOSE = 'close'

/** Any message to a worker. It answers each call before it gets the next. */
export type WorkerMessage = WorkerSetup | WorkerCall | typeof CLOSE

/**
 * A message from a worker: that it has started and executes its first call, an event of the running
 * call, or its outcome.
 */
export type WorkerReply =
  | { readonly isStarted: true }
  | { readonly event: unknown }
  | {
      readonly result: unknown
      /** Memory of a process, in bytes. */ readonly memoryBytes?: number
    }
  | { readonly error: SentError }

/** A thread or a process, as seen by its parent. */
export interface WorkerHandle {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (reply: WorkerReply) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  /** `how` is the exit status or the name of a signal. */
  on(event: 'exit', listener: (how: number | string) => void): unknown
  /** Keeps this process alive while the worker runs. */
  ref(): void
  unref(): void
  /** Ends the worker at once. */
  terminate(): unknown
}
