import { createAdmit } from '../access/admit.ts'
import { authorize } from '../access/authorize.ts'
import { createIdentify } from '../access/identify.ts'
import { createUnknownKeyGuard } from '../access/unknown-key-guard.ts'
import { createVerdicts } from '../access/verdicts.ts'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { createRespond } from '../answers/create-respond.ts'
import type { Config } from '../config.ts'
import type { Lifetimes } from '../config/lifetimes.ts'
import type { Observe } from '../domain/observation.ts'
import { REGIONS } from '../domain/region.ts'
import type { ServiceState } from '../domain/service-state.ts'
import { createClientAddress } from '../http/client-address.ts'
import type { ExchangeSettings } from '../http/create-exchange.ts'
import { createOembed } from '../http/create-oembed.ts'
import { createLoad } from '../http/create-load.ts'
import type { Portal } from '../http/portal-exchange.ts'
import { createMatch } from '../http/create-match.ts'
import { createService } from '../http/create-service.ts'
import { createDeveloperQuota } from '../http/developer-quota.ts'
import { createExchanges } from '../http/exchanges.ts'
import type { Stages } from '../http/flow.ts'
import { createPublicFiles } from '../http/public-files.ts'
import { createKnownTargets } from '../http/known-targets.ts'
import { createRender } from '../http/render.ts'
import { createRequestIds } from '../http/request-ids.ts'
import { StageWatch } from '../http/stage-watch.ts'
import { createReadParameters } from '../parameters/read-parameters.ts'
import { describeEmbed } from '../docs/describe-embed.ts'
import { ownDataFolder } from '../stores/embedded/own-data-folder.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { letHelpersStandBack } from './let-helpers-stand-back.ts'
import { openInstruments, type Instruments } from './open-instruments.ts'
import { originOf } from './origin-of.ts'
import { openCharts } from './open-charts.ts'
import { openCollector } from './open-collector.ts'
import { openGateway } from './open-gateway.ts'
import { openKeyStore } from './open-key-store.ts'
import { openExports } from './open-exports.ts'
import { openLive } from './open-live.ts'
import { openPortal } from './open-portal.ts'
import { openOwnQuotas } from './open-own-quotas.ts'
import { openPublic } from './open-public.ts'
import { openProcessSensors } from './open-process-sensors.ts'
import { openServedAccounts, type Prepare } from './open-served-accounts.ts'
import { openServedHistory } from './open-served-history.ts'
import { openSharedQuotas } from './open-shared-quotas.ts'
import { openUsage } from './open-usage.ts'
import { openStatus } from './open-status.ts'
import { portalLink } from './portal-link.ts'
import { readPublicFiles } from './read-public-files.ts'
import { setEngineFlags } from './set-engine-flags.ts'
import type { World } from './world.ts'

/** Milliseconds after which a reply that is still not sent loses its connection. */
const HARD_END_MS = 12_000

/** The whole service, bound to nothing yet. */
export interface OpenService extends ExchangeSettings {
  readonly publicUrl: string
  readonly connectionsMax: number
  readonly metrics: Instruments['metrics']
  /** `undefined` where it is off. */
  readonly portal: Portal | undefined
  /** What it stands on, as far as that is known now. */
  state(): Pick<ServiceState, 'stores' | 'gateways' | 'cache' | 'collector'>
  /** Whether the stores let it answer anybody. */
  canAnswer(): boolean
  /** Resolves, if ever, with what keeps it from becoming ready and no waiting mends: then the process had better end. */
  readonly hopeless: Promise<unknown>
  /** Ends what would last for as long as somebody listens. Idempotent. */
  endStreams(): void
  /** Closes everything in the opposite order of opening. Idempotent. */
  close(): Promise<void>
}

/**
 * Makes every object of a serving process, in the order in which they stand on each other. Stores that are away are
 * waited for later. Throws, with everything closed again, when it cannot.
 */
export async function openService(
  config: Config,
  outside: World,
  prepare: Prepare = async () => {},
): Promise<OpenService> {
  setEngineFlags()
  letHelpersStandBack()
  const { publicUrl } = config
  makeDataFolder(config)
  await using opened = new AsyncDisposableStack()
  const instruments = await openInstruments(config, outside)
  opened.defer(() => instruments.close())
  const { observe, health, metrics, beginTrace } = instruments
  const world = { ...outside, observe }
  const { clock, fillRandom } = world
  const { valkeyUrl } = config
  // Where quotas are counted in this process: a second one is refused before it changes anything in the folder.
  if (valkeyUrl === undefined) opened.defer(ownDataFolder(config.dataDir))
  const { promise: hopeless, resolve: giveUp } = Promise.withResolvers<unknown>()
  const accounts = await openServedAccounts(config, world, { prepare, giveUp })
  opened.defer(() => accounts.close())
  const quotas =
    valkeyUrl === undefined
      ? await openOwnQuotas(config, world, giveUp)
      : await openSharedQuotas(valkeyUrl, world, { usage: accounts.usage, giveUp })
  opened.defer(() => quotas.close())
  const keys = await openKeyStore(config, world, accounts)
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

  const usage = await openUsage(config, world)
  opened.defer(() => usage.close())
  const { store: history, answer } = await openServedHistory(config, world)
  opened.defer(() => history.close())
  const collector = await openCollector(config, world, { history, gateway })
  opened.defer(() => collector.close())
  const live = openLive(config, world, history)
  opened.defer(() => live.close())
  const takeAway = openExports(config, world, () => collector.state().collects)
  opened.defer(() => takeAway.close())
  const charts = openCharts(world, history)
  opened.defer(() => charts.close())
  const cache = createAnswerCache(clock, config.cacheBytes, () =>
    observe({ type: 'cache.evicted' }),
  )
  const identify = createIdentify({ verdicts, pepper: accounts.pepper, clock })
  const render = createRender({ clock, observe, publicUrl })
  const targets = createKnownTargets()
  const stages: Stages = {
    match: createMatch(targets),
    identify,
    authorize,
    readParameters: createReadParameters({ arenaRanksMax: config.arenaRanksMax }, targets.keep),
    admit: createAdmit(quotas),
    respond: createRespond({
      gateway,
      clock,
      cache,
      lifetimesMs: lifetimesAt(config.cacheLifetimesMs, world.gameTime?.speed ?? 1),
    }),
    render,
    watch: () => new StageWatch(clock),
  }
  const openSensors = world.openSensors ?? openProcessSensors
  const load = createLoad(clock, openSensors(), config.edge.load)
  opened.defer(() => load.close())
  const status = openStatus(world, {
    history,
    gatewayCalls: metrics.gatewayCalls,
    render,
    portal: portalLink(config),
  })
  const others = {
    developerQuota: createDeveloperQuota({ identify, quotas, clock, render }),
    publicData: openPublic(config, world, answer, {
      ...live.readers,
      ...takeAway.readers,
      ...charts.readers,
      ...status.readers,
    }),
    statusPage: status.page,
    files: createPublicFiles(readPublicFiles(config, clock), render),
    oembed: createOembed(
      (query) => describeEmbed(query, { origin: originOf(config), nowMs: clock.nowMs() }),
      render,
    ),
  }
  const service = createService(stages, others, { load, observe })
  const opening = openPortal(config, world, {
    accounts,
    usage,
    history,
    quotas,
    state: () => state(),
  })
  opened.defer(() => opening?.close())
  const exchanges = createExchanges(clock, HARD_END_MS)
  opened.defer(() => exchanges.close())
  const nextRequestId = createRequestIds(fillRandom, clock)

  const parts = opened.move()
  const close = () => parts.disposeAsync()
  const state: OpenService['state'] = () => ({
    stores: { ...health.stores },
    gateways: Object.fromEntries(
      REGIONS.map((region) => [region, { state: health.gateway(region), ...gateway.load(region) }]),
    ) as ServiceState['gateways'],
    collector: collector.state(),
    cache: { bytes: cache.bytes, bytesMax: cache.bytesMax, entries: cache.size },
  })
  const clientAddress = createClientAddress(config.edge.trustedProxies)
  const { connectionsMax } = config.edge
  const observeAll: Observe = (seen) => {
    if (seen.type === 'request.answered') usage.count(seen)
    observe(seen)
  }
  const bound = { exchanges, load, clientAddress, nextRequestId, clock, beginTrace }
  // Before accounts have come, no key is known, and there is no grace for any.
  const canAnswer = () => accounts.isOpen && health.canAnswer(config.keyGraceMs)
  return {
    service,
    ...bound,
    observe: observeAll,
    publicUrl,
    connectionsMax,
    metrics,
    portal: opening?.portal,
    state,
    canAnswer,
    hopeless,
    endStreams: () => live.close(),
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
