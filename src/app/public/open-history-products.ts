import type { Collector } from '../../history/collector/collector.ts'
import type { CoalescingGateway } from '../../game/gateway.ts'
import { migrateEmbeddedStores } from '../stores/migrate-embedded-stores.ts'
import { createFeedHandlers } from '../../history/feeds/feed-handlers.ts'
import { createPublicHandlers } from '../../history/api/handlers/public-handlers.ts'
import { speedOf } from '../../game/game-clock.ts'
import { openCharts, type OpenCharts } from './open-charts.ts'
import { openCollector } from '../open-collector.ts'
import { openExports, type OpenExports } from './open-exports.ts'
import { openLive, type OpenLive } from './open-live.ts'
import { openServedHistory, type ServedHistory } from './open-served-history.ts'
import { openUsage, type OpenUsage } from '../open-usage.ts'
import type { OpeningContext } from '../app-platform.ts'

/** Usage, the history, and what fills and publishes it. */
export interface HistoryProducts {
  readonly usage: OpenUsage
  readonly history: ServedHistory
  readonly collector: Collector
  readonly live: OpenLive
  /** The handlers of the public operations that need more than the history. */
  readonly readers: OpenLive['readers'] &
    OpenExports['readers'] &
    OpenCharts['readers'] &
    ReturnType<typeof createFeedHandlers>
}

/**
 * Opens usage and the history, then the collector, live streams, exports and charts. Connects to
 * unavailable stores in the background.
 */
export async function openHistoryProducts(
  { config, platform, opened }: OpeningContext,
  gateway: CoalescingGateway,
): Promise<HistoryProducts> {
  if (platform.history === undefined) await migrateEmbeddedStores(config, platform.observe)
  const usage = await openUsage(config, platform)
  opened.defer(() => usage.close())
  const history = await openServedHistory(config, platform)
  const { store } = history
  // Together: each waits for a store that may not reply.
  opened.defer(async () => void (await Promise.all([store.close(), usage.close()])))
  const collector = await openCollector(config, platform, { history: store, gateway })
  opened.defer(() => collector.close())
  const live = openLive(config, platform, store)
  opened.defer(() => live.close())
  const exports = openExports(config, platform, () => collector.state().collects)
  opened.defer(() => exports.close())
  const { clock, gameTime } = platform
  const read = createPublicHandlers({
    store,
    clock,
    speed: speedOf(gameTime),
    hasPlayerPages: config.retention.playersMs > 0,
  })
  const charts = openCharts(platform, read)
  opened.defer(() => charts.close())
  const feeds = createFeedHandlers({ read, store, clock, publicUrl: config.publicUrl })
  const readers = { ...live.readers, ...exports.readers, ...charts.readers, ...feeds }
  return { usage, history, collector, live, readers }
}
