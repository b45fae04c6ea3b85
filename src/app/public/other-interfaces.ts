import { createNetworkLimits } from '../../history/api/admit-public-request.ts'
import { createDeveloperInterface } from '../../keyed/developer/developer-interface.ts'
import { createStaticFiles } from '../../platform/http/content/static-files.ts'
import { originOf } from '../../platform/net/origin-of.ts'
import type { QuotaStore } from '../../quotas/quota.ts'
import { describeEmbed } from '../../site/previews/describe-embed.ts'
import { createFirstScreens } from '../../site/tracker/first-screens.ts'
import { createKnownRuns } from '../../site/tracker/known-runs.ts'
import { createRenderFirstScreen } from '../../site/tracker/load-first-screen.ts'
import { createOembed } from '../../site/previews/oembed.ts'
import { portalLink } from '../../site/layout/portal-link.ts'
import { trackerFacts } from '../../site/tracker/tracker-facts.ts'
import { readStaticFiles } from '../../site/files/read-static-files.ts'
import type { OpeningContext } from '../app-platform.ts'
import type { IncidentFeed } from './incident-feed.ts'
import type { KeyedStages } from '../keyed-stages.ts'
import type { HistoryProducts } from './open-history-products.ts'
import { openPublic } from './open-public.ts'
import { openStatus, type StatusOptions } from './open-status.ts'
import { createReadPublicPath } from './read-public-path.ts'
import type { OtherInterfaces } from '../route-request.ts'
import type { Telemetry } from '../telemetry/open-telemetry.ts'

/** Options of {@link createOtherInterfaces}. */
export interface OtherInterfacesOptions {
  readonly stages: Pick<KeyedStages, 'identify' | 'render'>
  readonly quotas: QuotaStore
  readonly products: Pick<HistoryProducts, 'history' | 'readers'>
  readonly gatewayCalls: Telemetry['gatewayCalls']
  readonly incidents: Pick<IncidentFeed, 'read' | 'maintenanceLeftS'>
  readonly state: StatusOptions['state']
}

/** Creates the interfaces beside the keyed API on the public listener. */
export function createOtherInterfaces(
  { config, platform }: Omit<OpeningContext, 'opened'>,
  { stages, quotas, products, gatewayCalls, incidents, state }: OtherInterfacesOptions,
): OtherInterfaces {
  const { clock, observe } = platform
  const { identify, render } = stages
  const { store: history, answer } = products.history
  const limits = createNetworkLimits({ clock, limits: config.publicData.limits })
  const portal = portalLink(config)
  const status = openStatus(platform, {
    history,
    limits,
    gatewayCalls,
    render,
    portal,
    origin: originOf(config),
    hasPortal: config.portal.listen !== 'off',
    incidents,
    state,
  })
  const isKnownRun = createKnownRuns(history, clock)
  const readPublicPath = createReadPublicPath(answer, clock)
  const firstScreen = createFirstScreens(
    createRenderFirstScreen(readPublicPath, trackerFacts(config)),
    clock,
    (error) => observe({ type: 'page.unrendered', error }),
  )
  return {
    developer: createDeveloperInterface({ identify, quotas, clock, render }),
    publicData: openPublic(config, platform, {
      limits,
      incidents,
      answer,
      others: { ...products.readers, ...status.readers },
    }),
    statusPage: status.page,
    files: createStaticFiles(readStaticFiles(config, clock, isKnownRun, firstScreen), render),
    oembed: createOembed(
      (query) =>
        describeEmbed(query, { origin: originOf(config), nowMs: clock.nowMs(), isKnownRun }),
      render,
    ),
  }
}
