import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { ServiceState } from '../domain/service-state.ts'
import { openAdminListener } from '../http/admin-listener.ts'
import type { Exchanges } from '../http/exchanges.ts'
import { listen, type Listener } from '../http/listen.ts'
import { createAdminPages } from './create-admin-pages.ts'
import { openService, type Prepare } from './open-service.ts'
import type { World } from './world.ts'

/** The service while it runs. */
export interface RunningService {
  /** The origin of the public listener, with the port it really has. */
  readonly origin: string
  readonly adminOrigin: string
  /** How many requests are being answered. */
  readonly open: () => number
  /**
   * Stops with grace: not ready, no new connections, open requests finish; after `graceMs` those that are left lose
   * their connections. Returns whether all of them had finished. Idempotent.
   */
  stop(graceMs: number): Promise<boolean>
}

/** Opens the service and its listeners. Throws, with everything closed again, when it cannot. */
export async function startService(
  config: Config,
  world: World,
  prepare?: Prepare,
): Promise<RunningService> {
  await using opened = new AsyncDisposableStack()
  const service = await openService(config, world, prepare)
  opened.defer(() => service.close())
  const bound: { listener?: Listener } = {}
  let draining = false
  const readState = (): ServiceState => {
    const state = service.state()
    const listening = bound.listener !== undefined
    const stores = Object.values(state.stores).every((store) => store === 'up')
    return {
      ready: listening && !draining && stores,
      listening,
      draining,
      ...state,
      requestsOpen: service.exchanges.size,
      connectionsOpen: bound.listener?.connections ?? 0,
    }
  }
  const pages = createAdminPages({ ...service, readState })
  const admin = await openAdminListener(config.adminListen, pages)
  opened.defer(() => admin.close())
  const listener = await listen({ ...service, ...config.listen })
  opened.defer(() => listener.close())
  bound.listener = listener

  const parts = opened.move()
  let stopping: Promise<boolean> | undefined
  const stop = async (graceMs: number) => {
    draining = true
    listener.drain()
    const clean = await finish(service.exchanges, world.clock, graceMs)
    await parts.disposeAsync()
    return clean
  }
  return {
    origin: listener.origin,
    adminOrigin: admin.origin,
    open: () => service.exchanges.size,
    stop: (graceMs) => (stopping ??= stop(graceMs)),
  }
}

/** Waits until nothing is being answered, but no longer than `graceMs`. Returns whether it came to that. */
async function finish(exchanges: Exchanges, clock: Clock, graceMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(graceMs, () => resolve(false))
  const clean = await Promise.race([exchanges.empty().then(() => true), late])
  cancel()
  return clean
}
