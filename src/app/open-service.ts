import type { ServedAccounts, Prepare } from '../accounts/store/open-served-accounts.ts'
import { REGIONS } from '../game/region.ts'
import type { Collector } from '../history/collector/collector.ts'
import { createAnswerCache, type AnswerCache } from '../keyed/answer-cache.ts'
import { tuneServer } from '../platform/engine-tuning/engine-tuning.ts'
import { prepareDataDirectory } from '../platform/files/prepare-data-directory.ts'
import { createClientAddress } from '../platform/http/request/client-address.ts'
import type { EndedRequest } from '../platform/http/server/active-request.ts'
import { createActiveRequests } from '../platform/http/server/active-requests.ts'
import type { RequestListenerOptions } from '../platform/http/server/exchange-handler.ts'
import type { TargetListener } from '../platform/http/server/listen.ts'
import {
  createLoadShedder,
  type LoadShedder,
} from '../platform/http/server/overload/load-shedding.ts'
import { createRequestIds } from '../platform/http/server/request-ids.ts'
import { portalListener } from '../portal/portal-exchange.ts'
import { requestAnswered, type RequestSubject } from '../usage/observations.ts'
import type { AppPlatform, OpeningContext } from './app-platform.ts'
import type { Config } from './config/read-config.ts'
import { createKeyedStages } from './keyed-stages.ts'
import { openAccountStores } from './stores/open-account-stores.ts'
import { openGateway, type OpenGateway } from './open-gateway.ts'
import { openHistoryProducts } from './public/open-history-products.ts'
import { openPortal } from './open-portal.ts'
import type { OpenUsage } from './open-usage.ts'
import { openWebhooks } from './open-webhooks.ts'
import { IncidentFeed } from './public/incident-feed.ts'
import { createOtherInterfaces } from './public/other-interfaces.ts'
import { createService, queueOf } from './route-request.ts'
import { openProcessSensors } from './telemetry/open-process-sensors.ts'
import { openTelemetry, type Telemetry } from './telemetry/open-telemetry.ts'
import type { ServiceState } from './telemetry/service-state.ts'

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
  prepareDataDirectory(config)
  await using opened = new AsyncDisposableStack()
  const telemetry = await openTelemetry(config, hostPlatform)
  opened.defer(() => telemetry.close())
  const { observe, health } = telemetry
  const platform = { ...hostPlatform, observe }
  const context: OpeningContext = { config, platform, opened }
  const { promise: fatalError, resolve: onFatalError } = Promise.withResolvers<unknown>()

  const stores = await openAccountStores(context, { prepare, onFatalError })
  const { accounts, quotas } = stores
  const gateway = await openGateway(config, platform)
  opened.defer(() => gateway.close())
  const products = await openHistoryProducts(context, gateway)
  const { usage, history, collector, live } = products
  const cache = createAnswerCache(platform.clock, config.cacheBytes, () =>
    observe({ type: 'cache.evicted' }),
  )
  const incidents = new IncidentFeed(platform.clock, accounts)
  const stages = createKeyedStages(context, { stores, gateway, cache, incidents })
  const load = openLoadShedder(context)
  const { gatewayCalls } = telemetry
  const state = createReadState({ health, load, gateway, collector, cache })
  const sources = { quotas, products, gatewayCalls, incidents, state }
  const others = createOtherInterfaces(context, { stages, ...sources })
  const opening = openPortal(
    config,
    { ...platform, load },
    { accounts, usage, history: history.store, quotas, incidents, state },
  )
  opened.defer(() => opening?.close())
  openWebhooks(context, { accounts, history: history.store, quotas })
  const tracking = openRequestTracking(context, { telemetry, load, usage })

  const { publicUrl } = config
  const closing = opened.move()
  return {
    service: createService(stages, others, { load, observe }),
    queueOf,
    ...tracking,
    publicUrl,
    connectionsMax: config.edge.connectionsMax,
    telemetry,
    portal: opening && portalListener(opening.portal, { ...tracking, publicUrl }),
    state,
    canAnswer: createCanAnswer(config, { accounts, health, load }),
    fatalError,
    endStreams: () => live.close(),
    close: () => closing.disposeAsync(),
  }
}

function openLoadShedder({ config, platform, opened }: OpeningContext): LoadShedder {
  const openSensors = platform.openSensors ?? openProcessSensors
  const load = createLoadShedder(platform.clock, openSensors(), config.edge.load)
  opened.defer(() => load.close())
  return load
}

/** Returns what the listeners need to track, observe and count each request. */
function openRequestTracking(
  { config, platform, opened }: OpeningContext,
  {
    telemetry,
    load,
    usage,
  }: { readonly telemetry: Telemetry; readonly load: LoadShedder; readonly usage: OpenUsage },
) {
  const { clock, observe, fillRandom } = platform
  const exchanges = createActiveRequests(clock, HARD_END_MS)
  opened.defer(() => exchanges.close())
  return {
    exchanges,
    load,
    clientAddress: createClientAddress(config.edge.trustedProxies),
    nextRequestId: createRequestIds(fillRandom, clock),
    clock,
    startTrace: telemetry.startTrace,
    observe,
    onEnded: (ended: EndedRequest, subject: RequestSubject) => {
      const answered = requestAnswered(ended, subject)
      usage.count(answered)
      observe(answered)
      ended.trace?.end(answered)
    },
  }
}

function createReadState({
  health,
  load,
  gateway,
  collector,
  cache,
}: {
  readonly health: Telemetry['health']
  readonly load: LoadShedder
  readonly gateway: OpenGateway
  readonly collector: Collector
  readonly cache: AnswerCache
}): OpenService['state'] {
  return () => ({
    overloaded: load.isUnready,
    stores: { ...health.stores },
    gateways: Object.fromEntries(
      REGIONS.map((region) => [region, { state: health.gateway(region), ...gateway.load(region) }]),
    ) as ServiceState['gateways'],
    collector: collector.state(),
    cache: { bytes: cache.bytes, bytesMax: cache.bytesMax, entries: cache.size },
  })
}

function createCanAnswer(
  { keyGraceMs }: Config,
  {
    accounts,
    health,
    load,
  }: {
    readonly accounts: ServedAccounts
    readonly health: Telemetry['health']
    readonly load: LoadShedder
  },
): OpenService['canAnswer'] {
  // Until the accounts are loaded no key is known, so no grace period applies.
  return () => accounts.isOpen && health.canAnswer(keyGraceMs) && !load.isUnready
}
