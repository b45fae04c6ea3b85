import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compileCache, isEngineTuned, youngGeneration } from '../engine-tuning/engine-tuning.ts'
import type { WorkerHandle, WorkerSetup } from './worker-protocol.ts'

/** Options of a worker. */
export interface WorkerStartOptions {
  /** Its configuration, secrets included: any structured-cloneable value. */
  readonly config?: unknown
  /** Environment variables that it needs beside the compile cache. It inherits none. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Options of a thread. */
export interface ThreadOptions extends WorkerStartOptions {
  readonly name: string
  /**
   * Size of the young generation in megabytes. A busy thread grows to the limit and stays there; a
   * small limit causes frequent collections, whose helper threads compete with the serving thread.
   */
  readonly youngMb: number
}

/** Options of a process. */
export interface ProcessOptions extends WorkerStartOptions {
  /** Whether to discard what its libraries write to standard error. */
  readonly isQuiet?: boolean
}

/**
 * Starts a thread with a low priority that runs the module at `url`, which calls `serveCalls`. It
 * inherits neither the environment nor the flags of the process, but its compile cache: compiling
 * again takes memory that is never freed.
 */
export function startThread(
  url: URL,
  { name, config, environment, youngMb }: ThreadOptions,
): WorkerHandle {
  const worker = new Worker(url, {
    name,
    env: { ...environment, ...compileCache() },
    execArgv: [],
    resourceLimits: youngGeneration(youngMb),
  })
  worker.postMessage(setupOf(config, true))
  return worker
}

/**
 * Starts a process that runs the module at `url`, which calls `serveCalls`: for work whose memory
 * a process does not release. It has no arguments, and exits with its parent.
 */
export function startProcess(
  url: URL,
  { config, environment, isQuiet = false }: ProcessOptions = {},
): WorkerHandle {
  const child = fork(url, [], {
    env: { ...environment, ...compileCache() },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', 'ipc'],
  })
  const emitter = new EventEmitter()
  const postMessage = (message: object) => {
    // If it is gone, the event that tells so follows.
    if (!child.connected) return
    child.send(message, (error) => void (error !== null && emitter.emit('error', error)))
  }
  child.on('message', (reply) => emitter.emit('message', reply))
  child.on('error', (error) => emitter.emit('error', error))
  child.on('exit', (status, signal) => emitter.emit('exit', status ?? signal))
  postMessage(setupOf(config, false))
  return Object.assign(emitter, {
    postMessage,
    ref: () => {
      child.ref()
      child.channel?.ref()
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
    terminate: () => child.kill('SIGKILL'),
  })
}

function setupOf(config: unknown, isLowPriority: boolean): WorkerSetup {
  return { config, isLowPriority, isEngineTuned: isEngineTuned() }
}
