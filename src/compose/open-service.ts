import { createAdmit } from '../access/admit.ts'
import { authorize } from '../access/authorize.ts'
import { createIdentify } from '../access/identify.ts'
import { createUnknownKeyGuard } from '../access/unknown-key-guard.ts'
import { createVerdicts } from '../access/verdicts.ts'
import { createRespond } from '../answers/create-respond.ts'
import type { Config } from '../config.ts'
import type { Lifetimes } from '../config/lifetimes.ts'
import { createClientAddress } from '../http/client-address.ts'
import type { ExchangeSettings } from '../http/create-exchange.ts'
import { createLoad } from '../http/create-load.ts'
import { createMatch } from '../http/create-match.ts'
import { createService } from '../http/create-service.ts'
import { createDeveloperQuota } from '../http/developer-quota.ts'
import { createExchanges } from '../http/exchanges.ts'
import type { Stages } from '../http/flow.ts'
import { createPublicFiles } from '../http/public-files.ts'
import { createRender } from '../http/render.ts'
import { createRequestIds } from '../http/request-ids.ts'
import { createReadParameters } from '../parameters/read-parameters.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openAccountDesk, type AccountDesk } from './open-account-desk.ts'
import { openGateway } from './open-gateway.ts'
import { openKeyStore } from './open-key-store.ts'
import { openProcessSensors } from './open-process-sensors.ts'
import { openQuotaStore } from './open-quota-store.ts'
import { readPublicFiles } from './read-public-files.ts'
import type { World } from './world.ts'

/** Milliseconds after which a reply that is still not sent loses its connection. */
const HARD_END_MS = 12_000

/** The whole service, bound to nothing yet. */
export interface OpenService extends ExchangeSettings {
  readonly publicUrl: string
  readonly connectionsMax: number
  /** Closes everything in the opposite order of opening. Idempotent. */
  close(): Promise<void>
}

/** What is done when the data folder is this process's own and nothing is served from it yet. */
export type Prepare = (accounts: AccountDesk) => Promise<void>

/**
 * Makes every object of a serving process, in the order in which they stand on each other. Throws, with everything
 * closed again, when it cannot.
 */
export async function openService(
  config: Config,
  world: World,
  prepare: Prepare = async () => {},
): Promise<OpenService> {
  const { clock, fillRandom, observe } = world
  const { publicUrl } = config
  makeDataFolder(config)
  await using opened = new AsyncDisposableStack()
  // First: a second process on one data folder is refused before it changes anything there.
  const quotas = await openQuotaStore(config, world)
  opened.defer(() => quotas.close())
  const accounts = await openAccountDesk(config, world)
  opened.defer(() => accounts.close())
  await prepare(accounts)
  const keys = openKeyStore(config, world, accounts)
  opened.defer(() => keys.close())
  const guard = createUnknownKeyGuard({
    clock,
    limit: config.edge.unknownKeysMinute,
    onRefused: () => observe({ type: 'keys.look_up_refused' }),
  })
  const verdicts = createVerdicts({ keys, clock, graceMs: config.keyGraceMs, guard })
  opened.defer(() => verdicts.close())
  const gateway = await openGateway(config, world)
  opened.defer(() => gateway.close())

  const identify = createIdentify({ verdicts, pepper: accounts.pepper, clock })
  const render = createRender({ clock, observe, publicUrl })
  const stages: Stages = {
    match: createMatch(),
    identify,
    authorize,
    readParameters: createReadParameters({ arenaRanksMax: config.arenaRanksMax }),
    admit: createAdmit(quotas),
    respond: createRespond({
      gateway,
      clock,
      cacheBytes: config.cacheBytes,
      lifetimesMs: lifetimesAt(config.cacheLifetimesMs, world.gameTime?.speed ?? 1),
    }),
    render,
  }
  const openSensors = world.openSensors ?? openProcessSensors
  const load = createLoad(clock, openSensors(), config.edge.load)
  opened.defer(() => load.close())
  const others = {
    developerQuota: createDeveloperQuota({ identify, quotas, clock, render }),
    files: createPublicFiles(readPublicFiles(config), render),
  }
  const service = createService(stages, others, { load, observe })
  const exchanges = createExchanges(clock, HARD_END_MS)
  opened.defer(() => exchanges.close())
  const nextRequestId = createRequestIds(fillRandom)

  const parts = opened.move()
  const close = () => parts.disposeAsync()
  return {
    service,
    exchanges,
    load,
    clientAddress: createClientAddress(config.edge.trustedProxies),
    nextRequestId,
    clock,
    observe,
    publicUrl,
    connectionsMax: config.edge.connectionsMax,
    close,
  }
}

/** Where game time runs faster, answers grow old as much faster: nobody who speeds it up wants to wait for the cache. */
function lifetimesAt(lifetimesMs: Lifetimes, speed: number): Lifetimes {
  if (speed <= 1) return lifetimesMs
  return Object.fromEntries(
    Object.entries(lifetimesMs).map(([operation, ms]) => [operation, ms / speed]),
  ) as Lifetimes
}
