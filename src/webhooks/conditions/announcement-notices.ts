import { ANNOUNCEMENT_CATEGORIES } from '../../game/messages/announcement-messages.ts'
import type { Region } from '../../game/region.ts'
import type { Fact } from '../../history/calendar/fact.ts'
import {
  announcementOf,
  isInTab,
  type AnnouncementTab,
} from '../../history/calendar/known-announcement.ts'
import type { LiveEvent } from '../../history/live-entry.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'
import type { Notice } from '../outbox.ts'
import { isWithin, type Period } from './clock-notices.ts'
import { createNotice } from './create-notice.ts'
import type { MatchScope, SubscriptionIndex } from './subscription-index.ts'

/** Maximum delay in milliseconds with which the collector stores an announcement. */
const LATE_MS = 10 * MINUTE_MS

/** A new announcement of a region. */
type NewAnnouncement = Pick<
  Extract<LiveEvent, { readonly type: 'announcement' }>,
  'region' | 'id' | 'title' | 'category'
>

/**
 * Creates the notices of an announcement that is new in the list of its region. `atMs` is the time
 * of the live entry (Unix ms).
 */
export function publishedNotices(
  { region, id, title, category = 'UNSPECIFIED' }: NewAnnouncement,
  atMs: number,
  index: SubscriptionIndex,
): readonly Notice[] {
  const named = typeof category === 'string' ? category : ANNOUNCEMENT_CATEGORIES[category]
  const tabs = named === 'BUG' ? (['ALL', 'BUG'] as const) : (['ALL'] as const)
  const announcement = { id, title, category: named ?? category }
  return tabs.flatMap((tab) => {
    const webhookIds = webhooksOfTab(index, tab, announcement.category, { region, atMs })
    return webhookIds.length === 0
      ? []
      : createNotice({
          type: 'announcement.published',
          key: [region, id, atMs, ...(tab === 'ALL' ? [] : [tab])],
          atMs,
          data: { region, tab, announcement },
          webhookIds,
        })
  })
}

/**
 * Creates the notices of announcements that the tab of running events shows since a period. They
 * may have been published earlier.
 */
export function openedNotices(
  region: Region,
  facts: readonly Fact[],
  period: Period,
  index: SubscriptionIndex,
): readonly Notice[] {
  const tab = 'OPENING_EVENTS'
  const extended = { ...period, fromMs: period.fromMs - LATE_MS }
  return facts.map(announcementOf).flatMap((announcement) => {
    const { id, startsAtMs, title, category, shownFromMs, seenAtMs } = announcement
    const atMs = Math.max(shownFromMs, seenAtMs)
    if (!isWithin(extended, atMs) || !isInTab(announcement, tab, period.untilMs)) return []
    const webhookIds = webhooksOfTab(index, tab, category, { region, atMs })
    return createNotice({
      type: 'announcement.published',
      key: [region, id, startsAtMs, tab],
      atMs,
      data: { region, tab, announcement: { id, title, category } },
      webhookIds,
    })
  })
}

/** Returns whether any webhook subscribes to the tab of running events. */
export function hasOpeningEventsTab(index: SubscriptionIndex): boolean {
  return index.matches('announcement.published').some((one) => {
    return one.condition.tab === 'OPENING_EVENTS'
  })
}

function webhooksOfTab(
  index: SubscriptionIndex,
  tab: AnnouncementTab,
  category: string | number,
  scope: MatchScope,
): readonly string[] {
  return index
    .matches('announcement.published', scope)
    .filter(({ condition: { categories, tab: wanted = 'ALL' } }) => {
      const isWanted = categories.length === 0 || categories.some((one) => one === category)
      return wanted === tab && isWanted
    })
    .map(({ webhookId }) => webhookId)
}
