import { createAdmit } from '../keyed/access/admit.ts'
import { authorize } from '../keyed/access/authorize.ts'
import { createNetworkLimits } from '../history/api/admit-public-request.ts'
import { createIdentify } from '../keyed/access/identify.ts'
import { createUnknownKeyGuard } from '../keyed/access/unknown-key-guard.ts'
import { createKeyCache } from '../keyed/access/key-cache.ts'
import { createAnswerCache } from '../keyed/answer-cache.ts'
import { createRespond } from '../keyed/respond.ts'
import type { Config } from './config/read-config.ts'
import type { Lifetimes } from '../keyed/cache-lifetimes.ts'
import type { EndedRequest } from '../platform/http/server/active-request.ts'
import { requestAnswered, type RequestSubject } from '../usage/observations.ts'
import { REGIONS } from '../game/region.ts'
import type { ServiceState } from './telemetry/service-state.ts'
import { createClientAddress } from '../platform/http/client-address.ts'
import type { RequestListenerOptions } from '../platform/http/server/exchange-handler.ts'
import { createOembed } from '../site/oembed.ts'
import { createLoadShedder } from '../platform/http/server/load-shedding.ts'
import { portalListener } from '../portal/portal-exchange.ts'
import type { TargetListener } from '../platform/http/server/listen.ts'
import { createMatch } from '../keyed/match-request.ts'
import { createService, queueOf } from './route-request.ts'
import { createDeveloperQuota } from '../keyed/quota-endpoint.ts'
import { createActiveRequests } from '../platform/http/server/active-requests.ts'
import type { Stages } from '../keyed/flow.ts'
import { createStaticFiles } from '../platform/http/static-files.ts'
import { createRouteCache } from '../keyed/route-cache.ts'
import { createRender } from '../keyed/render.ts'
import { createRequestIds } from '../platform/http/server/request-ids.ts'
import { StageTimer } from '../platform/telemetry/stage-timer.ts'
import { createParameterParser } from '../keyed/parse-parameters.ts'
import { describeEmbed } from '../site/describe-embed.ts'
import { createKnownRuns } from '../site/known-runs.ts'
import { maintainReserve } from '../platform/files/disk-reserve.ts'
import { rejectLostAccounts } from '../accounts/store/sqlite/reject-lost-accounts.ts'
import { renderErrorPage } from '../site/render-error-page.ts'
import { lockDataDirectory } from '../platform/files/lock-data-directory.ts'
import { prepareDataDirectory } from '../platform/files/prepare-data-directory.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { openTelemetry, type Telemetry } from './telemetry/open-telemetry.ts'
import { originOf } from '../platform/net/origin-of.ts'
import { openCharts } from './open-charts.ts'
import { openCollector } from './open-collector.ts'
import { openGateway } from './open-gateway.ts'
import { openKeyStore } from '../accounts/keys/open-key-store.ts'
import { openExports } from './open-exports.ts'
import { openLive } from './open-live.ts'
import { openPortal } from './open-portal.ts'
import { openLocalQuotas } from '../quotas/open-local-quotas.ts'
import { openPublic } from './open-public.ts'
import { openProcessSensors } from './telemetry/open-process-sensors.ts'
import { openServedAccounts, type Prepare } from '../accounts/store/open-served-accounts.ts'
import { migrateEmbeddedStores } from './migrate-embedded-stores.ts'
import { openServedHistory } from './open-served-history.ts'
import { openQuotas } from '../quotas/open-quotas.ts'
import { openUsage } from './open-usage.ts'
import { openStatus } from './open-status.ts'
import { portalLink } from '../site/portal-link.ts'
import { readStaticFiles } from '../site/read-static-files.ts'
import { tuneServer } from '../platform/engine-tuning/engine-tuning.ts'
import type { AppPlatform } from './app-platform.ts'

/** Milliseconds after which an unsent reply loses its connection. */
const HARD_END_MS = 12_000

/** The whole service, without listeners. */
export interface OpenService extends RequestListenerOptions {
  readonly publicUrl: string
  readonly connectionsMax: number
  readonly telemetry: Telemetry
  /** `undefined` if the portal is off. */
  readonly portal: TargetListener | undefined
  /** The known state of its stores, gateways, cache and collector. */
  state(): Pick<ServiceState, 'overloaded' | 'stores' | 'gateways' | 'cache' | 'collector'>
  /**
   * Returns whether the stores allow any request to be answered, and load shedding has not rejected
   * everything for seconds.
   */
  canAnswer(): boolean
  /**
   * Resolves, if ever, with an error that prevents readiness and that no retry resolves; the
   * process should exit.
   */
  readonly fatalError: Promise<unknown>
  /** Ends open live streams, which otherwise last as long as their client. Idempotent. */
  endStreams(): void
  /** Closes everything in reverse order of opening. Idempotent. */
  close(): Promise<void>
}

/**
 * Creates every object of a serving process in dependency order. Connects to unavailable stores in
 * the background. Throws, with everything closed again, if it cannot open.
 */
export async function openService(
  config: Config,
  hostPlatform: AppPlatform,
  prepare: Prepare = async () => {},
): Promise<OpenService> {
  tuneServer(config.isEngineTuned)
  const { publicUrl } = config
  prepareDataDirectory(config)
  await using opened = new AsyncDisposableStack()
  const instruments = await openTelemetry(config, hostPlatform)
  opened.defer(() => instruments.close())
  const { observe, health, startTrace } = instruments
  const platform = { ...hostPlatform, observe }
  const { clock, fillRandom } = platform
  const { valkeyUrl } = config
  // Quotas are counted in this process: a second one must not change the data directory.
  if (valkeyUrl === undefined) opened.defer(lockDataDirectory(config.dataDir))
  const { promise: fatalError, resolve: onFatalError } = Promise.withResolvers<unknown>()
  if (valkeyUrl === undefined && config.databaseUrl === undefined) {
    const { accounts: path, quota, reserve } = dataPaths(config.dataDir)
    await rejectLostAccounts(path, quota)
    const onFault = (error: unknown) => observe({ type: 'fault', where: 'accounts.reserve', error })
    opened.defer(maintainReserve(reserve, fillRandom, { clock, onFault }))
  }
  const accounts = await openServedAccounts(config, platform, { prepare, onFatalError })
  opened.defer(() => accounts.close())
  const quotas =
    valkeyUrl === undefined
      ? await openLocalQuotas(config, platform, onFatalError)
      : await openQuotas(valkeyUrl, platform, { usage: accounts.usage, onFatalError })
  opened.defer(() => quotas.close())
  const keys = await openKeyStore(config, platform, accounts)
  opened.defer(() => keys.close())
  const guard = createUnknownKeyGuard({
    clock,
    limit: config.edge.unknownKeysMinute,
    onRejected: () => observe({ type: 'keys.look_up_refused' }),
  })
  const keyCache = createKeyCache({ keys, clock, graceMs: config.keyGraceMs, guard })
  opened.defer(() => keyCache.close())
  const gateway = await openGateway(config, platform)
  opened.defer(() => gateway.close())

  if (platform.history === undefined) await migrateEmbeddedStores(config, observe)
  const usage = await openUsage(config, platform)
  opened.defer(() => usage.close())
  const { store: history, answer } = await openServedHistory(config, platform)
  // Together: each waits for a store that may not reply.
  opened.defer(async () => void (await Promise.all([history.close(), usage.close()])))
  const collector = await openCollector(config, platform, { history, gateway })
  opened.defer(() => collector.close())
  const live = openLive(config, platform, history)
  opened.defer(() => live.close())
  const exports = openExports(config, platform, () => collector.state().collects)
  opened.defer(() => exports.close())
  const charts = openCharts(platform, history)
  opened.defer(() => charts.close())
  const cache = createAnswerCache(clock, config.cacheBytes, () =>
    observe({ type: 'cache.evicted' }),
  )
  const identify = createIdentify({ keyCache: keyCache, pepper: accounts.pepper, clock })
  const render = createRender({
    clock,
    observe,
    publicUrl,
    renderErrorPage: (page) => renderErrorPage({ ...page, portal: portalLink(config) }),
  })
  const targets = createRouteCache()
  const stages: Stages = {
    match: createMatch(targets),
    identify,
    authorize,
    readParameters: createParameterParser({ arenaRanksMax: config.arenaRanksMax }, targets.add),
    admit: createAdmit(quotas),
    respond: createRespond({
      gateway,
      clock,
      cache,
      lifetimesMs: lifetimesAt(config.cacheLifetimesMs, platform.gameTime?.speed ?? 1),
    }),
    render,
    timer: () => new StageTimer(clock),
  }
  const openSensors = platform.openSensors ?? openProcessSensors
  const load = createLoadShedder(clock, openSensors(), config.edge.load)
  opened.defer(() => load.close())
  const networkLimits = createNetworkLimits({ clock, limits: config.publicData.limits })
  const status = openStatus(platform, {
    history,
    limits: networkLimits,
    gatewayCalls: instruments.gatewayCalls,
    render,
    portal: portalLink(config),
  })
  const isKnownRun = createKnownRuns(history, clock)
  const others = {
    developerQuota: createDeveloperQuota({ identify, quotas, clock, render }),
    publicData: openPublic(config, platform, networkLimits, answer, {
      ...live.readers,
      ...exports.readers,
      ...charts.readers,
      ...status.readers,
    }),
    statusPage: status.page,
    files: createStaticFiles(readStaticFiles(config, clock, isKnownRun), render),
    oembed: createOembed(
      (query) =>
        describeEmbed(query, { origin: originOf(config), nowMs: clock.nowMs(), isKnownRun }),
      render,
    ),
  }
  const service = createService(stages, others, { load, observe })
  const opening = openPortal(
    config,
    { ...platform, load },
    {
      accounts,
      usage,
      history,
      quotas,
      state: () => state(),
    },
  )
  opened.defer(() => opening?.close())
  const activeRequests = createActiveRequests(clock, HARD_END_MS)
  opened.defer(() => activeRequests.close())
  const nextRequestId = createRequestIds(fillRandom, clock)

  const parts = opened.move()
  const close = () => parts.disposeAsync()
  const state: OpenService['state'] = () => ({
    overloaded: load.isUnready,
    stores: { ...health.stores },
    gateways: Object.fromEntries(
      REGIONS.map((region) => [region, { state: health.gateway(region), ...gateway.load(region) }]),
    ) as ServiceState['gateways'],
    collector: collector.state(),
    cache: { bytes: cache.bytes, bytesMax: cache.bytesMax, entries: cache.size },
  })
  const clientAddress = createClientAddress(config.edge.trustedProxies)
  const { connectionsMax } = config.edge
  const onEnded = (ended: EndedRequest, subject: RequestSubject) => {
    const answered = requestAnswered(ended, subject)
    usage.count(answered)
    observe(answered)
    ended.trace?.end(answered)
  }
  const bound = { exchanges: activeRequests, load, clientAddress, nextRequestId, clock, startTrace }
  // Until the accounts are loaded no key is known, so no grace period applies.
  const canAnswer = () => accounts.isOpen && health.canAnswer(config.keyGraceMs) && !load.isUnready
  return {
    service,
    queueOf,
    ...bound,
    observe,
    onEnded,
    publicUrl,
    connectionsMax,
    telemetry: instruments,
    portal: opening && portalListener(opening.portal, { ...bound, onEnded, publicUrl }),
    state,
    canAnswer,
    fatalError,
    endStreams: () => live.close(),
    close,
  }
}

/** Returns cache lifetimes divided by the speed of the game clock. */
function lifetimesAt(lifetimesMs: Lifetimes, speed: number): Lifetimes {
  if (speed <= 1) return lifetimesMs
  return Object.fromEntries(
    Object.entries(lifetimesMs).map(([operation, ms]) => [operation, ms / speed]),
  ) as Lifetimes
}
