import type { Config } from '../config.ts'
import type { Awaitable } from '../domain/awaitable.ts'
import { pause } from '../domain/pause.ts'
import type { ServiceState } from '../domain/service-state.ts'
import { settlesWithin } from '../domain/settles-within.ts'
import { openAdminListener } from '../http/admin-listener.ts'
import { listen, type Listener } from '../http/listen.ts'
import { describeStatus } from '../observe/describe-status.ts'
import type { NodeLook } from '../observe/node-look.ts'
import { createAdminPages } from './create-admin-pages.ts'
import type { Prepare } from './open-served-accounts.ts'
import { openService } from './open-service.ts'
import type { World } from './world.ts'

/** The service while it runs. */
export interface RunningService {
  /** The origin of the public listener, with the port it really has. */
  readonly origin: string
  /** The origin of the admin listener; empty in a worker, for which its supervisor answers. */
  readonly adminOrigin: string
  /** The origin at which the portal listens; empty where it is off. */
  readonly portalOrigin: string
  /** How many requests are being answered. */
  readonly open: () => number
  /** What the operator may see of it now. */
  look(): Awaitable<NodeLook>
  /** Resolves, if ever, with what keeps it from becoming ready and no waiting mends: then the process had better end. */
  readonly hopeless: Promise<unknown>
  /**
   * Stops with grace: not ready; after the drain delay of the settings, in which it still serves, no new connections, and
   * open requests finish; after `graceMs` more those that are left lose their connections. Returns whether all of them
   * had finished. Idempotent.
   */
  stop(graceMs: number): Promise<boolean>
}

/** One process that serves alone, or one of several on one address, which have one admin listener elsewhere. */
export type Role = 'alone' | 'worker'

/** Opens the service and its listeners. Throws, with everything closed again, when it cannot. */
export async function startService(
  config: Config,
  world: World,
  prepare?: Prepare,
  role: Role = 'alone',
): Promise<RunningService> {
  await using opened = new AsyncDisposableStack()
  const service = await openService(config, world, prepare)
  opened.defer(() => service.close())
  const bound: { listener?: Listener } = {}
  let draining = false
  const readState = (): ServiceState => {
    const state = service.state()
    const listening = bound.listener !== undefined
    return {
      ready: listening && !draining && service.canAnswer(),
      listening,
      draining,
      ...state,
      requestsOpen: service.exchanges.size,
      connectionsOpen: bound.listener?.connections ?? 0,
    }
  }
  const isShared = role === 'worker'
  const look = (): NodeLook => {
    const moment = service.metrics.moment(readState())
    const metrics = service.metrics.read(moment)
    const status = describeStatus(world.clock.nowMs(), moment, metrics)
    return { state: moment.service, metrics, status }
  }
  const admin = isShared
    ? undefined
    : await openAdminListener(config.adminListen, createAdminPages(look))
  opened.defer(() => admin?.close())
  // The portal is on the public listener, or has one of its own.
  const { listen: portalListen } = config.portal
  const isPortalApart = typeof portalListen === 'object'
  const portalListener = isPortalApart
    ? await listen({ ...service, ...portalListen, isShared })
    : undefined
  opened.defer(() => portalListener?.close())
  const listener = await listen({
    ...service,
    ...config.listen,
    isShared,
    ...(isPortalApart && { portal: undefined }),
  })
  opened.defer(() => listener.close())
  bound.listener = listener

  const parts = opened.move()
  let stopping: Promise<boolean> | undefined
  const stop = async (graceMs: number) => {
    draining = true
    for (const each of [listener, portalListener]) each?.leave()
    if (config.drainDelayMs > 0) await pause(world.clock, config.drainDelayMs)
    for (const each of [listener, portalListener]) each?.drain()
    service.endStreams()
    const clean = await settlesWithin(world.clock, graceMs, service.exchanges.empty())
    await parts.disposeAsync()
    return clean
  }
  return {
    origin: listener.origin,
    adminOrigin: admin?.origin ?? '',
    portalOrigin: portalListen === 'off' ? '' : (portalListener ?? listener).origin,
    open: () => service.exchanges.size,
    look,
    hopeless: service.hopeless,
    stop: (graceMs) => (stopping ??= stop(graceMs)),
  }
}
