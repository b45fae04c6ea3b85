import { fork, type ChildProcess } from 'node:child_process'
import process from 'node:process'
import type { Config } from '../config/read-config.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { GameTime } from '../../game/game-clock.ts'
import type { WorkerSnapshot } from '../telemetry/worker-snapshot.ts'
import { engineFlags } from '../../platform/engine-tuning/engine-tuning.ts'
import { childEnvironment } from '../../platform/workers/child-environment.ts'
import type { Log } from '../telemetry/open-log.ts'
import type { Worker } from './supervisor.ts'

/** A command to a worker process. */
export type WorkerCommand =
  | {
      readonly type: 'serve'
      readonly worker: number
      readonly config: Config
      readonly gameTime?: GameTime | undefined
      readonly graceMs: number
    }
  | { readonly type: 'stop' | 'snapshot' }

/** An event from a worker process. A failure carries the fields of a system error, if it is one. */
export type WorkerEvent =
  | { readonly type: 'serving'; readonly origin: string }
  | { readonly type: 'snapshot'; readonly snapshot: WorkerSnapshot }
  | { readonly type: 'failed' | 'fatal-error'; readonly message: string; readonly system: object }

/**
 * A worker that reports its state; `undefined` if it does not answer within {@link SNAPSHOT_MS}.
 */
export interface ObservedWorker extends Worker {
  snapshot(): Promise<WorkerSnapshot | undefined>
}

/** Milliseconds that a worker has for a snapshot: half of the usual timeout of a probe. */
const SNAPSHOT_MS = 500

/** Options of {@link startWorker}. */
export interface WorkerOptions {
  readonly log: Log
  readonly clock: Clock
  /**
   * Called when a worker that already serves reports an error that no retry resolves. All workers
   * will.
   */
  readonly onFatalError: (error: unknown) => void
}

/**
 * Starts a worker. If its process cannot be started, for lack of memory or file descriptors, the
 * worker has ended. The parent learns of the death of a process later than it happens; commands
 * sent in between are lost.
 */
export function startWorker(
  command: WorkerCommand,
  { log, clock, onFatalError }: WorkerOptions,
): ObservedWorker {
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  /** Callers that await a snapshot; the next one resolves all of them. */
  const waiting = new Set<(snapshot: WorkerSnapshot | undefined) => void>()
  const resolveAll = (snapshot: WorkerSnapshot | undefined) => {
    for (const resolveOne of waiting) resolveOne(snapshot)
  }
  void ended.then((how) => {
    reject(new Error(`A worker exited with ${how} before it was ready.`))
    return resolveAll(undefined)
  })

  const child = tryFork((error) => end(codeOf(error)))
  const hasStarted = child?.pid !== undefined
  child?.on('error', (error) => void (hasStarted || end(codeOf(error))))
  if (hasStarted) {
    child.once('close', (status, signal) => end(String(status ?? signal)))
    child.on('message', (event: WorkerEvent) => {
      if (event.type === 'serving') resolve(event.origin)
      else if (event.type === 'snapshot') resolveAll(event.snapshot)
      else {
        const error = Object.assign(new Error(event.message), event.system)
        reject(error)
        if (event.type === 'fatal-error') onFatalError(error)
      }
    })
    relayLines(child.stdout, log)
  }
  const send = (next: WorkerCommand) => {
    if (child?.connected === true) child.send(next)
  }
  send(command)
  return {
    ready,
    ended,
    stop: () => send({ type: 'stop' }),
    kill: () => void child?.kill('SIGKILL'),
    snapshot: async () => {
      if (child?.connected !== true) return undefined
      const { promise, resolve: resolveOne } = Promise.withResolvers<WorkerSnapshot | undefined>()
      const cancel = clock.after(SNAPSHOT_MS, () => resolveOne(undefined))
      waiting.add(resolveOne)
      send({ type: 'snapshot' })
      const snapshot = await promise
      cancel()
      waiting.delete(resolveOne)
      return snapshot
    },
  }
}

/**
 * Starts the process. Node throws some errors and emits the others; calls `onThrown` with the
 * former.
 */
function tryFork(onThrown: (error: unknown) => void): ChildProcess | undefined {
  try {
    return fork(new URL('worker-process.ts', import.meta.url), {
      env: childEnvironment({ usesLibraries: true }),
      execArgv: [...process.execArgv, ...engineFlags()],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
  } catch (error) {
    onThrown(error)
    return undefined
  }
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/** Relays whole lines only, because several workers write to the same output. */
function relayLines(output: NodeJS.ReadableStream | null, log: Log): void {
  let rest = ''
  output?.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end === 0) return void (rest += text)
    log.relay(rest + text.slice(0, end))
    rest = text.slice(end)
  })
}
