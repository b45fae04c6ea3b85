import type { FeedOperationId } from '../api/public-operations.ts'
import type { PublicOperationDescription } from './public-operation-descriptions.ts'
import { NEVER } from './unknown-texts.ts'

const FEED =
  'Has the newest 50 entries of the latest 100 runs: announced, started, ended, final results. An entry never changes its id.'

const ANNOUNCEMENT_FEED =
  'Has the newest 50 announcements of the game, in the language of the region, as text. `updated` is when the game last ' +
  'changed one. One that is shown again from another time is another entry.'

/** The descriptions of the operations that answer with a feed or a calendar. */
export const FEED_DESCRIPTIONS: Readonly<Record<FeedOperationId, PublicOperationDescription>> = {
  'public.feed.events.atom': {
    name: 'getEventFeedAsAtom',
    tag: 'Feeds',
    description: FEED,
    unknown: NEVER,
  },
  'public.feed.events.json': {
    name: 'getEventFeedAsJson',
    tag: 'Feeds',
    description: FEED,
    unknown: NEVER,
  },
  'public.feed.events.calendar': {
    name: 'getEventCalendar',
    tag: 'Feeds',
    description:
      'iCalendar with the latest 100 runs, past and announced, and times in UTC. An event keeps its UID when its name, its ' +
      'start or its end changes; `SEQUENCE` counts the changes.',
    unknown: NEVER,
  },
  'public.feed.announcements.atom': {
    name: 'getAnnouncementFeedAsAtom',
    tag: 'Feeds',
    description: ANNOUNCEMENT_FEED,
    unknown: NEVER,
  },
  'public.feed.announcements.json': {
    name: 'getAnnouncementFeedAsJson',
    tag: 'Feeds',
    description: ANNOUNCEMENT_FEED,
    unknown: NEVER,
  },
}
