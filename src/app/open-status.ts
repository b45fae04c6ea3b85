import { speedOf } from '../game/game-clock.ts'
import type { HistoryStore } from '../history/history-store.ts'
import { REGIONS } from '../game/region.ts'
import type { NetworkLimits } from '../history/api/admit-public-request.ts'
import { renderStatus } from '../site/status/render-status.ts'
import { languageOrEnglish } from '../platform/language.ts'
import { createStatusPage, type StatusPage } from '../site/status/status-page.ts'
import type { Render } from '../keyed/render.ts'
import {
  createStatusHandler,
  type StatusHandler,
  type StatusOptions,
} from '../history/api/handlers/status-handler.ts'
import { withWallTimeCadence } from '../history/api/handlers/public-handlers.ts'
import type { AppPlatform } from './app-platform.ts'

/**
 * Milliseconds for which a page is cached that lacks a region, because its status could not be
 * read.
 */
const RETRY_MS = 1_000

/** The status of the collector, as data and as a page. */
export interface Status {
  readonly readers: { readonly 'public.status': StatusHandler }
  readonly page: StatusPage
}

/** Creates both from the store and the counters of this process. No gateway is called. */
export function openStatus(
  { clock, gameTime }: Pick<AppPlatform, 'clock' | 'gameTime'>,
  {
    history,
    gatewayCalls,
    limits,
    render,
    portal,
  }: {
    readonly history: HistoryStore
    readonly gatewayCalls: StatusOptions['gatewayCalls']
    /** Counts requests for the page. */
    readonly limits: NetworkLimits
    readonly render: Render
    /** The origin of the portal; `undefined` if readers are not directed to one. */
    readonly portal: string | undefined
  },
): Status {
  const store = withWallTimeCadence(history, speedOf(gameTime))
  const read = createStatusHandler({ store, clock, gatewayCalls })
  const write = async (language: string) => {
    const readings = REGIONS.map(async (region) => {
      // A region that cannot be read is shown as unavailable; the others are unaffected.
      const content = await read({ region }).catch(() => undefined)
      return { region, message: content?.message, freshForMs: content?.freshForMs ?? RETRY_MS }
    })
    const seen = await Promise.all(readings)
    const regions = new Map(seen.map(({ region, message }) => [region, message] as const))
    const text = renderStatus({ language, nowMs: clock.nowMs(), regions, portal })
    return { text, freshForMs: Math.min(...seen.map(({ freshForMs }) => freshForMs)) }
  }
  const languageOf = (requested: string | undefined) => languageOrEnglish(requested)
  return {
    readers: { 'public.status': read },
    page: createStatusPage({ languageOf, write, limits, clock, render }),
  }
}
