import type { PublicAnswer, PublicClient, PublicHandlers } from '../api/public-content.ts'
import { encodePublicText } from '../api/encode-public-answer.ts'
import { PUBLIC_PREFIX } from '../api/public-prefix.ts'
import {
  PUBLIC_OPERATIONS,
  type FeedOperationId,
  type PublicArguments,
} from '../api/public-operations.ts'
import type { Region } from '../../game/region.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { createEventFeed } from './feed-entries.ts'
import { toFeedEvent } from './feed-event.ts'
import { renderAtom } from './render-atom.ts'
import { renderCalendar } from './render-calendar.ts'
import { renderJsonFeed } from './render-json-feed.ts'

/** Options of {@link createFeedHandlers}. */
export interface FeedHandlerOptions {
  /** The public handler that supplies the events. */
  readonly read: Pick<PublicHandlers, 'public.events.list'>
  readonly clock: Pick<Clock, 'nowMs'>
  /** Origin of the server's pages; empty if unknown: then feeds have no links. */
  readonly publicUrl: string
}

type FeedQuery = { readonly region: Region } & PublicArguments<'public.feed.events.atom'>

/** Creates the handlers of feeds and calendars, over the latest 100 runs of a region. */
export function createFeedHandlers({
  read,
  clock,
  publicUrl,
}: FeedHandlerOptions): Pick<PublicHandlers, FeedOperationId> {
  const readEvents = async ({ region, language }: FeedQuery, client: PublicClient) => {
    const { message, freshForMs } = await read['public.events.list'](
      { region, before: undefined },
      client,
    )
    return { events: (message.events ?? []).map((one) => toFeedEvent(one, language)), freshForMs }
  }
  const createHandler =
    (operation: FeedOperationId, render: typeof renderAtom) =>
    async (query: FeedQuery, client: PublicClient): Promise<PublicAnswer> => {
      const { region, language } = query
      const { events, freshForMs } = await readEvents(query, client)
      const path = `${PUBLIC_PREFIX}${region}${PUBLIC_OPERATIONS[operation].forms[0]}`
      const feed = createEventFeed(events, {
        region,
        language,
        publicUrl,
        path: `${path}?language=${language}`,
        nowMs: clock.nowMs(),
      })
      return encodePublicText(render(feed), client, { freshForMs })
    }
  return {
    'public.feed.events.atom': createHandler('public.feed.events.atom', renderAtom),
    'public.feed.events.json': createHandler('public.feed.events.json', renderJsonFeed),
    'public.feed.events.calendar': async (query, client) => {
      const { events, freshForMs } = await readEvents(query, client)
      return encodePublicText(renderCalendar(events, { ...query, publicUrl }), client, {
        freshForMs,
      })
    },
  }
}
