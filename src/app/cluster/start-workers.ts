import type { Config } from '../config/read-config.ts'
import { startGameClock } from '../../game/game-clock.ts'
import { originAt } from '../../platform/net/origin-at.ts'
import { openAdminListener } from '../../platform/http/server/admin-listener.ts'
import { mergeSnapshots } from '../telemetry/merge-snapshots.ts'
import type { WorkerSnapshot } from '../telemetry/worker-snapshot.ts'
import { createAdminPages } from '../telemetry/admin-pages.ts'
import type { Log } from '../telemetry/open-log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { RunningService } from '../start-service.ts'
import { startWorker, type ObservedWorker } from './node-worker.ts'
import { supervise, type Supervisor } from './supervisor.ts'
import type { AppPlatform } from '../app-platform.ts'

/** The number of workers and their grace period. */
export interface WorkersOptions {
  readonly count: number
  /** Milliseconds that open requests get to finish. */
  readonly graceMs: number
  readonly log: Log
}

/** Milliseconds that a worker has for closing after its drain delay and its grace period. */
const CLOSING_MS = 2_000

/**
 * Serves with several processes on one address and replaces workers that exit. The system assigns
 * each connection to one process. The admin listener belongs to this process and is ready only
 * while every worker serves. Rejects, with everything closed again, if it cannot start.
 */
export async function startWorkers(
  config: Config,
  { clock, gameTime }: AppPlatform,
  { count, graceMs, log }: WorkersOptions,
): Promise<RunningService> {
  const gameNowMs = startGameClock(clock, gameTime)
  const { promise: fatalError, resolve: onFatalError } = Promise.withResolvers<unknown>()
  let read = async (): Promise<WorkerSnapshot> => mergeSnapshots(clock.nowMs(), new Map(), false)
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
            // Game time continues across restarts of a worker.
            graceMs,
            gameTime: gameTime && { startsAtMs: gameNowMs(), speed: gameTime.speed },
          },
          { log, clock, onFatalError },
        ),
    })
    read = () => readSnapshots(workers, count, clock)
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
      // Each worker logs its own open requests.
      open: () => 0,
      snapshot: () => read(),
      fatalError,
      stop: () => (stopping ??= stop()),
    }
  } catch (error) {
    admin.close()
    throw error
  }
}

/** Returns the state of all workers. A worker that does not report counts as not ready. */
async function readSnapshots(
  workers: Supervisor<ObservedWorker>,
  count: number,
  clock: Clock,
): Promise<WorkerSnapshot> {
  const snapshots = [...workers.running].map(
    async ([nth, worker]) => [nth, await worker.snapshot()] as const,
  )
  const received = (await Promise.all(snapshots)).filter(
    (pair): pair is readonly [number, WorkerSnapshot] => pair[1] !== undefined,
  )
  // A worker that does not report takes its share of the connections and answers none of them.
  const allServe = workers.isReady() && received.length === count
  const reported = new Map(received)
  const silent = Array.from({ length: count }, (_, at) => at + 1).filter(
    (nth) => !reported.has(nth),
  )
  return mergeSnapshots(clock.nowMs(), reported, allServe, silent)
}

/**
 * Returns the configured address, with the port that the first worker was assigned if the
 * configured port is 0.
 */
function addressOf({ listen }: Config, origin: string): Config['listen'] {
  return { ...listen, port: Number(new URL(origin).port) }
}

/** Returns the origin at which the portal of the workers listens. */
function portalOriginOf({ portal: { listen } }: Config, origin: string): string {
  if (listen === 'off') return ''
  if (listen === 'public') return origin
  return originAt(listen)
}
