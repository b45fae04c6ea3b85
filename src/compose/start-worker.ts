import { fork, type ChildProcess } from 'node:child_process'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { GameTime } from '../domain/game-clock.ts'
import type { NodeLook } from '../observe/node-look.ts'
import type { Log } from './open-log.ts'
import type { Worker } from './supervise.ts'

/** What a worker's process is told. */
export type WorkerOrder =
  | {
      readonly type: 'serve'
      readonly worker: number
      readonly config: Config
      readonly gameTime?: GameTime | undefined
      readonly graceMs: number
    }
  | { readonly type: 'stop' | 'look' }

/** What a worker's process says. A failure has the fields of a system error, as far as it is one. */
export type WorkerReport =
  | { readonly type: 'serving'; readonly origin: string }
  | { readonly type: 'looked'; readonly look: NodeLook }
  | { readonly type: 'failed' | 'hopeless'; readonly message: string; readonly system: object }

/** A worker, and what it says of itself; `undefined` when it does not say it in time. */
export interface SeenWorker extends Worker {
  look(): Promise<NodeLook | undefined>
}

/** Milliseconds that a worker has to say how it is: half of what probes usually wait. */
const LOOK_MS = 500

/** What a worker is started with. */
export interface WorkerSettings {
  readonly log: Log
  readonly clock: Clock
  /** Hears what a worker that serves already says that no waiting mends: all of them will. */
  readonly giveUp: (error: unknown) => void
}

/**
 * Starts a worker. One whose process cannot be made, for want of memory or files, is one that has ended. The death of a
 * process is heard a moment later than it happens, and what is said to it meanwhile is lost.
 */
export function startWorker(
  order: WorkerOrder,
  { log, clock, giveUp }: WorkerSettings,
): SeenWorker {
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  /** Those who wait for a look; one that comes is for all of them. */
  const looking = new Set<(look: NodeLook | undefined) => void>()
  const seeAll = (look: NodeLook | undefined) => {
    for (const see of looking) see(look)
  }
  void ended.then((how) => {
    reject(new Error(`A worker ended with ${how} before it served.`))
    return seeAll(undefined)
  })

  const child = tryToFork()
  const isBorn = child?.pid !== undefined
  child?.on('error', (error) => void (isBorn || end(codeOf(error))))
  if (isBorn) {
    child.once('close', (status, signal) => end(String(status ?? signal)))
    child.on('message', (report: WorkerReport) => {
      if (report.type === 'serving') resolve(report.origin)
      else if (report.type === 'looked') seeAll(report.look)
      else {
        const error = Object.assign(new Error(report.message), report.system)
        reject(error)
        if (report.type === 'hopeless') giveUp(error)
      }
    })
    relayLines(child.stdout, log)
  }
  const tell = (next: WorkerOrder) => {
    if (child?.connected === true) child.send(next)
  }
  tell(order)
  return {
    ready,
    ended,
    stop: () => tell({ type: 'stop' }),
    kill: () => void child?.kill('SIGKILL'),
    look: async () => {
      if (child?.connected !== true) return undefined
      const { promise, resolve: see } = Promise.withResolvers<NodeLook | undefined>()
      const cancel = clock.after(LOOK_MS, () => see(undefined))
      looking.add(see)
      tell({ type: 'look' })
      const look = await promise
      cancel()
      looking.delete(see)
      return look
    },
  }

  function tryToFork(): ChildProcess | undefined {
    try {
      return fork(new URL('worker-process.ts', import.meta.url), {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
    } catch (error) {
      // Node throws some of the reasons and tells the others.
      end(codeOf(error))
      return undefined
    }
  }
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/** Hands on whole lines alone: those of several workers go to one place, and must not be mixed. */
function relayLines(output: NodeJS.ReadableStream | null, log: Log): void {
  let rest = ''
  output?.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end === 0) return void (rest += text)
    log.relay(rest + text.slice(0, end))
    rest = text.slice(end)
  })
}
