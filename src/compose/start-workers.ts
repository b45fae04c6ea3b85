import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import { startGameClock, type GameTime } from '../domain/game-clock.ts'
import { openAdminListener } from '../http/admin-listener.ts'
import { joinLooks } from '../observe/join-looks.ts'
import type { NodeLook } from '../observe/node-look.ts'
import { createAdminPages } from './create-admin-pages.ts'
import type { Log } from './open-log.ts'
import type { RunningService } from './start-service.ts'
import { supervise, type Worker } from './supervise.ts'
import type { World } from './world.ts'

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

/** How many workers are started, and what they may take to end. */
export interface WorkersSettings {
  readonly count: number
  /** Milliseconds that open requests get to finish. */
  readonly graceMs: number
  readonly log: Log
}

/** A worker, and what it says of itself; `undefined` when it does not say it in time. */
interface SeenWorker extends Worker {
  look(): Promise<NodeLook | undefined>
}

/** Milliseconds that a worker has to say how it is: half of what probes usually wait. */
const LOOK_MS = 500

/** Milliseconds that a worker has beyond its drain delay and its grace, to close what it has open. */
const CLOSING_MS = 2_000

/**
 * Serves with several processes on one address, where the system gives each connection to one of them, and keeps so
 * many running. The admin listener is this process's own: ready only while every worker serves. Rejects, with
 * everything closed again, when it cannot.
 */
export async function startWorkers(
  config: Config,
  { clock, gameTime }: World,
  { count, graceMs, log }: WorkersSettings,
): Promise<RunningService> {
  const gameNowMs = startGameClock(clock, gameTime)
  const { promise: hopeless, resolve: giveUp } = Promise.withResolvers<unknown>()
  let read = async (): Promise<NodeLook> => joinLooks(clock.nowMs(), new Map(), false)
  const admin = await openAdminListener(
    config.adminListen,
    createAdminPages(() => read()),
  )
  try {
    const workers = await supervise({
      count,
      clock,
      observe: log.observe,
      stopMs: config.drainDelayMs + graceMs + CLOSING_MS,
      start: (worker, origin) =>
        startWorker(
          {
            type: 'serve',
            worker,
            config:
              origin === undefined ? config : { ...config, listen: addressOf(config, origin) },
            // Game time goes on from where it is, whenever a worker begins.
            graceMs,
            gameTime: gameTime && { startsAtMs: gameNowMs(), speed: gameTime.speed },
          },
          { log, clock, giveUp },
        ),
    })
    read = async () => {
      const asked = [...workers.running].map(
        async ([nth, worker]) => [nth, await worker.look()] as const,
      )
      const seen = (await Promise.all(asked)).filter(
        (pair): pair is readonly [number, NodeLook] => pair[1] !== undefined,
      )
      // One that does not say how it is takes its share of the connections and answers none of them.
      const allServe = workers.isReady() && seen.length === count
      return joinLooks(clock.nowMs(), new Map(seen), allServe)
    }
    const stop = async () => {
      const clean = await workers.stop()
      admin.close()
      return clean
    }
    let stopping: Promise<boolean> | undefined
    return {
      origin: workers.origin,
      adminOrigin: admin.origin,
      // Each worker's own log says it.
      open: () => 0,
      look: () => read(),
      hopeless,
      stop: () => (stopping ??= stop()),
    }
  } catch (error) {
    admin.close()
    throw error
  }
}

/** The address of the settings with the port that the first worker got, where any was asked for. */
function addressOf({ listen }: Config, origin: string): Config['listen'] {
  return { ...listen, port: Number(new URL(origin).port) }
}

/** What a worker is started with. */
interface WorkerSettings {
  readonly log: Log
  readonly clock: Clock
  /** Hears what a worker that serves already says that no waiting mends: all of them will. */
  readonly giveUp: (error: unknown) => void
}

function startWorker(order: WorkerOrder, { log, clock, giveUp }: WorkerSettings): SeenWorker {
  const child = fork(new URL('worker-process.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  const ended = once(child, 'close').then(([status, signal]) => String(status ?? signal))
  child.on('message', (report: WorkerReport) => {
    if (report.type === 'serving') resolve(report.origin)
    else if (report.type === 'looked') for (const see of looking) see(report.look)
    else {
      const error = Object.assign(new Error(report.message), report.system)
      reject(error)
      if (report.type === 'hopeless') giveUp(error)
    }
  })
  void ended.then((how) => reject(new Error(`A worker ended with ${how} before it served.`)))
  /** Those who wait for a look; one that comes is for all of them. */
  const looking = new Set<(look: NodeLook | undefined) => void>()
  relayLines(child.stdout, log)
  child.send(order)
  return {
    ready,
    ended,
    stop: () => {
      if (child.connected) child.send({ type: 'stop' } satisfies WorkerOrder)
    },
    kill: () => void child.kill('SIGKILL'),
    look: async () => {
      if (!child.connected) return undefined
      const { promise, resolve: see } = Promise.withResolvers<NodeLook | undefined>()
      const cancel = clock.after(LOOK_MS, () => see(undefined))
      looking.add(see)
      child.send({ type: 'look' } satisfies WorkerOrder)
      const look = await promise
      cancel()
      looking.delete(see)
      return look
    },
  }
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
