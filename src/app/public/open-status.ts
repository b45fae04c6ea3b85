import { speedOf } from '../../game/game-clock.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { REGIONS } from '../../game/region.ts'
import type { NetworkLimits } from '../../history/api/admit-public-request.ts'
import { CachedValue } from '../../platform/concurrency/cached-value.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/time/time-units.ts'
import { describeComponents, type StatusFacts } from '../../site/status/component-state.ts'
import { renderStatus } from '../../site/status/render-status.ts'
import { describeGapNotes } from '../../site/status/gap-notes.ts'
import { describeDays, firstStatusDay } from '../../site/status/status-days.ts'
import { describeSummary } from '../../site/status/status-summary.ts'
import { languageOrEnglish } from '../../platform/language.ts'
import {
  createIncidentFeed,
  INCIDENT_FEEDS,
  type IncidentFeedQuery,
} from '../../site/status/status-feed.ts'
import { createStatusPage, type StatusPage } from '../../site/status/status-page.ts'
import type { Render } from '../../keyed/render.ts'
import {
  createStatusHandler,
  type StatusHandler,
  type StatusOptions as StatusHandlerOptions,
} from '../../history/api/handlers/status-handler.ts'
import { withWallTimeCadence } from '../../history/api/handlers/public-handlers.ts'
import type { AppPlatform } from '../app-platform.ts'
import type { IncidentFeed } from './incident-feed.ts'

/**
 * Milliseconds for which a page is cached that lacks a region, because its status could not be
 * read.
 */
const RETRY_MS = 1_000

/** Milliseconds for which a feed of incidents is cached. */
const FEED_MS = 10 * SECOND_MS

/** Milliseconds for which the last 90 days are cached. */
const DAYS_MS = 5 * MINUTE_MS

/** Gaps that the bars take into account. */
const GAPS_MAX = 10_000

/** The status of the collector, as data and as a page. */
export interface Status {
  readonly readers: { readonly 'public.status': StatusHandler }
  readonly page: StatusPage
}

/** Options of {@link openStatus}. */
export interface StatusOptions {
  readonly history: HistoryStore
  readonly gatewayCalls: StatusHandlerOptions['gatewayCalls']
  /** Counts requests for the page. */
  readonly limits: NetworkLimits
  readonly render: Render
  /** The origin of the portal; `undefined` if readers are not directed to one. */
  readonly portal: string | undefined
  /** The public origin; empty if unknown. */
  readonly origin: string
  readonly hasPortal: boolean
  readonly incidents: Pick<IncidentFeed, 'read'>
  /** Reads the state of this node. */
  readonly state: () => Pick<StatusFacts, 'stores' | 'gateways'> & { readonly overloaded: boolean }
}

/** Creates both from the stores and the counters of this process. No gateway is called. */
export function openStatus(
  { clock, gameTime }: Pick<AppPlatform, 'clock' | 'gameTime'>,
  options: StatusOptions,
): Status {
  const { history, gatewayCalls, limits, render, portal, origin, hasPortal } = options
  const page = { limits, clock, render, writeFeed: createFeedWriter(options, clock) }
  const store = withWallTimeCadence(history, speedOf(gameTime))
  const read = createStatusHandler({ store, clock, gatewayCalls })
  const past = new CachedValue(clock, DAYS_MS, async () => {
    const nowMs = clock.nowMs()
    const sinceMs = firstStatusDay(nowMs)
    const [gaps, watches] = await Promise.all([
      history.gaps({ sinceMs, max: GAPS_MAX }),
      history.watches(),
    ])
    return { days: describeDays(gaps, watches, nowMs), notes: describeGapNotes(gaps, nowMs) }
  })
  const readFacts = async () => {
    const readings = REGIONS.map(async (region) => {
      // A region that cannot be read is shown as unavailable; the others are unaffected.
      const content = await read({ region }).catch(() => undefined)
      return { region, message: content?.message, freshForMs: content?.freshForMs ?? RETRY_MS }
    })
    const seen = await Promise.all(readings)
    const { stores, gateways, overloaded: isOverloaded } = options.state()
    const facts: StatusFacts = {
      nowMs: clock.nowMs(),
      regions: new Map(seen.map(({ region, message }) => [region, message] as const)),
      stores,
      gateways,
      isOverloaded,
      hasPortal,
      incidents: await options.incidents.read(),
    }
    return { facts, freshForMs: Math.min(...seen.map(({ freshForMs }) => freshForMs)) }
  }
  const write = async (language: string) => {
    const { facts, freshForMs } = await readFacts()
    const { nowMs, regions } = facts
    const { days, notes } = await past.read().catch(() => ({ days: new Map(), notes: [] }))
    const overview = {
      components: describeComponents(facts),
      incidents: facts.incidents,
      days,
      notes,
    }
    return { text: renderStatus({ language, nowMs, regions, overview, portal }), freshForMs }
  }
  const describe = async () => {
    const { facts, freshForMs } = await readFacts()
    const components = describeComponents(facts)
    const url = origin === '' ? '' : `${origin}/status`
    return { documents: describeSummary({ ...facts, url, components }), freshForMs }
  }
  return {
    readers: { 'public.status': read },
    page: createStatusPage({ ...page, languageOf: languageOrEnglish, write, describe }),
  }
}

/** Creates the function that renders a feed of incidents. */
function createFeedWriter(
  { incidents, origin }: Pick<StatusOptions, 'incidents' | 'origin'>,
  clock: Pick<AppPlatform['clock'], 'nowMs'>,
) {
  return async (query: IncidentFeedQuery) => {
    const known = await incidents.read()
    const feed = createIncidentFeed(query, { incidents: known, origin, nowMs: clock.nowMs() })
    return { text: INCIDENT_FEEDS[query.format].render(feed), freshForMs: FEED_MS }
  }
}
