import type { PublicAnswer, PublicClient, PublicHandlers } from '../api/public-content.ts'
import { encodePublicText } from '../api/encode-public-answer.ts'
import { PUBLIC_PREFIX } from '../api/public-prefix.ts'
import {
  PUBLIC_OPERATIONS,
  type FeedOperationId,
  type PublicArguments,
} from '../api/public-operations.ts'
import { eventFactsOf } from '../calendar/event-facts.ts'
import type { HistoryStore } from '../history-store.ts'
import type { Region } from '../../game/region.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'
import { createAnnouncementFeed } from './announcement-feed.ts'
import { createEventFeed, type Feed } from './feed-entries.ts'
import { toFeedEvent, type FeedEvent } from './feed-event.ts'
import { renderAtom } from './render-atom.ts'
import { renderCalendar } from './render-calendar.ts'
import { renderJsonFeed } from './render-json-feed.ts'

/** Options of {@link createFeedHandlers}. */
export interface FeedHandlerOptions {
  /** The public handler that supplies the events. */
  readonly read: Pick<PublicHandlers, 'public.events.list'>
  readonly store: Pick<HistoryStore, 'facts'>
  readonly clock: Pick<Clock, 'nowMs'>
  /** Origin of the server's pages; empty if unknown: then feeds have no links. */
  readonly publicUrl: string
}

type EventQuery = { readonly region: Region } & PublicArguments<'public.feed.events.atom'>
type AnnouncementQuery = {
  readonly region: Region
} & PublicArguments<'public.feed.announcements.atom'>

/**
 * Freshness lifetime of announcement feeds. The collector polls announcements every five minutes.
 */
const ANNOUNCEMENTS_FRESH_MS = MINUTE_MS

type Handlers = Pick<PublicHandlers, FeedOperationId>

/** Creates the handlers of feeds and calendars, over the latest 100 runs of a region. */
export function createFeedHandlers(options: FeedHandlerOptions): Handlers {
  const { clock, publicUrl } = options
  const events =
    (operation: 'public.feed.events.atom' | 'public.feed.events.json', render: Render) =>
    async (query: EventQuery, client: PublicClient): Promise<PublicAnswer> => {
      const { found, freshForMs } = await readEvents(options, query, client)
      const path = pathOf(operation, query)
      const feed = createEventFeed(found, { ...query, publicUrl, path, nowMs: clock.nowMs() })
      return encodePublicText(render(feed), client, { freshForMs })
    }
  const announcements =
    (
      operation: 'public.feed.announcements.atom' | 'public.feed.announcements.json',
      render: Render,
    ) =>
    async (query: AnnouncementQuery, client: PublicClient): Promise<PublicAnswer> => {
      const facts = await options.store.facts({ region: query.region, kind: 'announcement' })
      const path = pathOf(operation, query)
      const feed = createAnnouncementFeed(facts, {
        ...query,
        publicUrl,
        path,
        nowMs: clock.nowMs(),
      })
      return encodePublicText(render(feed), client, { freshForMs: ANNOUNCEMENTS_FRESH_MS })
    }
  return {
    'public.feed.events.atom': events('public.feed.events.atom', renderAtom),
    'public.feed.events.json': events('public.feed.events.json', renderJsonFeed),
    'public.feed.events.calendar': async (query, client) => {
      const { found, freshForMs } = await readEvents(options, query, client)
      return encodePublicText(renderCalendar(found, { ...query, publicUrl }), client, {
        freshForMs,
      })
    },
    'public.feed.announcements.atom': announcements('public.feed.announcements.atom', renderAtom),
    'public.feed.announcements.json': announcements(
      'public.feed.announcements.json',
      renderJsonFeed,
    ),
  }
}

type Render = (feed: Feed) => string

/** Reads the latest runs with the changes of their periods. */
async function readEvents(
  { read, store }: FeedHandlerOptions,
  { region, language }: EventQuery,
  client: PublicClient,
): Promise<{ readonly found: readonly FeedEvent[]; readonly freshForMs: number }> {
  const { message, freshForMs } = await read['public.events.list'](
    { region, before: undefined },
    client,
  )
  const { events = [] } = message
  const ids = [...new Set(events.map(({ id = '0' }) => id))]
  const facts = await store.facts({ region, kind: 'event', ids, source: 'observed' })
  const byId = Map.groupBy(facts, ({ id }) => id)
  const found = events.map((one) => {
    const { observed } = eventFactsOf(byId.get(one.id ?? '0') ?? [])
    return toFeedEvent(one, language, observed.get(Number(one.startsAt ?? 0)))
  })
  return { found, freshForMs }
}

/** Returns the path of a feed, from the origin. */
function pathOf(
  operation: FeedOperationId,
  { region, ...query }: EventQuery | AnnouncementQuery,
): string {
  const path = `${PUBLIC_PREFIX}${region}${PUBLIC_OPERATIONS[operation].forms[0]}`
  return `${path}?${new URLSearchParams(query)}`
}
