import type { Config } from '../config.ts'
import { startGameClock } from '../domain/game-clock.ts'
import { originAt } from '../domain/origin-at.ts'
import { openAdminListener } from '../http/admin-listener.ts'
import { joinLooks } from '../observe/join-looks.ts'
import type { NodeLook } from '../observe/node-look.ts'
import { createAdminPages } from './create-admin-pages.ts'
import type { Log } from './open-log.ts'
import type { RunningService } from './start-service.ts'
import { startWorker } from './start-worker.ts'
import { supervise } from './supervise.ts'
import type { World } from './world.ts'

/** How many workers are started, and what they may take to end. */
export interface WorkersSettings {
  readonly count: number
  /** Milliseconds that open requests get to finish. */
  readonly graceMs: number
  readonly log: Log
}

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
      portalOrigin: portalOriginOf(config, workers.origin),
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

/** Where the portal of the workers listens. */
function portalOriginOf({ portal: { listen } }: Config, origin: string): string {
  if (listen === 'off') return ''
  if (listen === 'public') return origin
  return originAt(listen)
}
