import type { Config } from './config/read-config.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import { wait } from '../platform/concurrency/wait.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { ServiceState } from './telemetry/service-state.ts'
import { settlesWithin } from '../platform/concurrency/settles-within.ts'
import { openAdminListener } from '../platform/http/server/admin-listener.ts'
import { listen, type Listener } from '../platform/http/server/listen.ts'
import { describeStatus } from './telemetry/describe-status.ts'
import type { WorkerSnapshot } from './telemetry/worker-snapshot.ts'
import { readSample } from './telemetry/read-sample.ts'
import { createAdminPages } from './telemetry/admin-pages.ts'
import type { Prepare } from '../accounts/store/open-served-accounts.ts'
import { openService, type OpenService } from './open-service.ts'
import type { AppPlatform } from './app-platform.ts'

/** The running service. */
export interface RunningService {
  /** The origin of the public listener, with its actual port. */
  readonly origin: string
  /** The origin of the admin listener; empty in a worker, whose supervisor has one. */
  readonly adminOrigin: string
  /** The origin of the portal; empty if it is off. */
  readonly portalOrigin: string
  /** Returns the number of open requests. */
  readonly open: () => number
  /** Returns the state and metrics of the process. */
  snapshot(): Awaitable<WorkerSnapshot>
  /**
   * Resolves, if ever, with an error that prevents readiness and that no retry resolves; the
   * process should exit.
   */
  readonly fatalError: Promise<unknown>
  /**
   * Shuts down gracefully. Becomes unready, serves on for the configured drain delay, then accepts
   * no new connections. Open requests finish, as do requests that arrive on open connections; a
   * connection closes after its next answer or after two idle seconds. After `graceMs` the
   * remaining connections are closed. Returns whether every request finished. Idempotent.
   */
  stop(graceMs: number): Promise<boolean>
}

/**
 * A process that serves alone, or one of several that share an address and the admin listener of
 * their supervisor.
 */
export type Role = 'alone' | 'worker'

/** Opens the service and its listeners. Throws, with everything closed again, if it cannot. */
export async function startService(
  config: Config,
  platform: AppPlatform,
  prepare?: Prepare,
  role: Role = 'alone',
): Promise<RunningService> {
  await using opened = new AsyncDisposableStack()
  const service = await openService(config, platform, prepare)
  opened.defer(() => service.close())
  const phase: Phase = { isDraining: false }
  const readSnapshot = createSnapshotReader(service, phase, platform.clock)
  const isShared = role === 'worker'
  const admin = isShared
    ? undefined
    : await openAdminListener(config.adminListen, createAdminPages(readSnapshot))
  opened.defer(() => admin?.close())
  // The portal is on the public listener or has its own.
  const { listen: portalListen } = config.portal
  const isPortalSeparate = typeof portalListen === 'object'
  const portalListener = isPortalSeparate
    ? await listen({ ...service, ...portalListen, isShared })
    : undefined
  opened.defer(() => portalListener?.close())
  const listener = await listen({
    ...service,
    ...config.listen,
    isShared,
    ...(isPortalSeparate && { portal: undefined }),
  })
  opened.defer(() => listener.close())
  phase.listener = listener

  const closing = opened.move()
  let stopping: Promise<boolean> | undefined
  const listeners = portalListener === undefined ? [listener] : [listener, portalListener]
  const stop = async (graceMs: number) => {
    phase.isDraining = true
    const { drainDelayMs } = config
    const { clock } = platform
    const isClean = await drain(service, listeners, { clock, drainDelayMs, graceMs })
    await closing.disposeAsync()
    return isClean
  }
  return {
    origin: listener.origin,
    adminOrigin: admin?.origin ?? '',
    portalOrigin: portalListen === 'off' ? '' : (portalListener ?? listener).origin,
    open: () => service.exchanges.size,
    snapshot: readSnapshot,
    fatalError: service.fatalError,
    stop: (graceMs) => (stopping ??= stop(graceMs)),
  }
}

/** How far the service has started or stopped. */
interface Phase {
  /** `undefined` until it listens. */
  listener?: Listener
  isDraining: boolean
}

/** Creates the function that returns the state and metrics of the process. */
function createSnapshotReader(
  service: OpenService,
  phase: Phase,
  clock: Clock,
): () => WorkerSnapshot {
  const readState = (): ServiceState => {
    const state = service.state()
    const { listener, isDraining: draining } = phase
    const listening = listener !== undefined
    return {
      ready: listening && !draining && service.canAnswer(),
      listening,
      draining,
      ...state,
      requestsOpen: service.exchanges.size,
      connectionsOpen: listener?.connections ?? 0,
    }
  }
  return () => {
    const sample = service.telemetry.sample(readState())
    const metrics = service.telemetry.metrics.read(readSample(sample))
    const status = describeStatus(clock.nowMs(), sample, metrics)
    return { state: sample.service, metrics, status }
  }
}

/**
 * Waits for the drain delay, stops accepting connections, and gives open requests `graceMs` to
 * finish. Returns whether all did.
 */
async function drain(
  service: OpenService,
  listeners: readonly Listener[],
  {
    clock,
    drainDelayMs,
    graceMs,
  }: { readonly clock: Clock; readonly drainDelayMs: number; readonly graceMs: number },
): Promise<boolean> {
  if (drainDelayMs > 0) {
    for (const each of listeners) each.leave()
    await wait(clock, drainDelayMs)
  }
  const drained = listeners.map((each) => each.drain())
  service.endStreams()
  await settlesWithin(clock, graceMs, Promise.all(drained))
  return service.exchanges.size === 0
}
