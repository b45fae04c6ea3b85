import type { CoalescingGateway } from '../game/gateway.ts'
import { createAdmit } from '../keyed/access/admit.ts'
import { authorize } from '../keyed/access/authorize.ts'
import { createIdentify, type Identify } from '../keyed/access/identify.ts'
import type { AnswerCache } from '../keyed/answer-cache.ts'
import type { Lifetimes } from '../keyed/cache-lifetimes.ts'
import type { Stages } from '../keyed/flow.ts'
import { createMatch } from '../keyed/match-request.ts'
import { createParameterParser } from '../keyed/parse-parameters.ts'
import { createRender } from '../keyed/render.ts'
import { createRespond } from '../keyed/respond.ts'
import { createRouteCache } from '../keyed/route-cache.ts'
import { StageTimer } from '../platform/telemetry/stage-timer.ts'
import { portalLink } from '../site/layout/portal-link.ts'
import { PUBLIC_LISTENER, renderErrorPage } from '../site/render-error-page.ts'
import type { IncidentFeed } from './public/incident-feed.ts'
import type { OpeningContext } from './app-platform.ts'
import type { AccountStores } from './stores/open-account-stores.ts'

/** Options of {@link createKeyedStages}. */
export interface KeyedStagesOptions {
  readonly stores: AccountStores
  readonly gateway: CoalescingGateway
  /** The cache of encoded answers. */
  readonly cache: AnswerCache
  readonly incidents: Pick<IncidentFeed, 'maintenanceLeftS' | 'announced'>
}

/** The stages of the keyed API. */
export interface KeyedStages extends Stages {
  /** Also identifies the developer of a quota request. */
  readonly identify: Identify
}

/** Creates the stages of the keyed API. */
export function createKeyedStages(
  { config, platform }: Omit<OpeningContext, 'opened'>,
  { stores, gateway, cache, incidents }: KeyedStagesOptions,
): KeyedStages {
  const { clock, observe } = platform
  const { accounts, quotas, keyCache } = stores
  const targets = createRouteCache()
  return {
    match: createMatch(targets),
    identify: createIdentify({ keyCache, pepper: accounts.pepper, clock }),
    authorize,
    readParameters: createParameterParser({ arenaRanksMax: config.arenaRanksMax }, targets.add),
    admit: createAdmit(quotas),
    respond: createRespond({
      gateway,
      clock,
      cache,
      lifetimesMs: lifetimesAt(config.cacheLifetimesMs, platform.gameTime?.speed ?? 1),
    }),
    render: createRender({
      clock,
      observe,
      fetchedAtAliases: config.fetchedAtAliases,
      publicUrl: config.publicUrl,
      maintenanceLeftS: (affected) => incidents.maintenanceLeftS(affected),
      renderErrorPage: (page) =>
        renderErrorPage({
          ...page,
          ...PUBLIC_LISTENER,
          portal: portalLink(config),
          maintenance: incidents.announced(),
          nowMs: clock.nowMs(),
        }),
    }),
    timer: () => new StageTimer(clock),
  }
}

/** Returns cache lifetimes divided by the speed of the game clock. */
function lifetimesAt(lifetimesMs: Lifetimes, speed: number): Lifetimes {
  if (speed <= 1) return lifetimesMs
  return Object.fromEntries(
    Object.entries(lifetimesMs).map(([operation, ms]) => [operation, ms / speed]),
  ) as Lifetimes
}
