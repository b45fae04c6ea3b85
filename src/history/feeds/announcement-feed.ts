import { REGION_LANGUAGES } from '../../game/localized-text.ts'
import type { Region } from '../../game/region.ts'
import type { Fact } from '../calendar/fact.ts'
import { announcementOf, isInTab, type AnnouncementTab } from '../calendar/known-announcement.ts'
import { newestEntries, pagePathOf, type Feed, type FeedOptions } from './feed-entries.ts'
import { FEED_TEXTS, fillText } from './feed-texts.ts'

/** Options of {@link createAnnouncementFeed}. */
export interface AnnouncementFeedOptions extends FeedOptions {
  readonly region: Region
  readonly tab: AnnouncementTab
}

/**
 * Creates the feed of the announcements in a tab of a region, newest first, in the language of the
 * region. An announcement that is shown again with another start has another id.
 */
export function createAnnouncementFeed(
  facts: readonly Fact[],
  { region, language, publicUrl, path, nowMs, tab }: AnnouncementFeedOptions,
): Feed {
  const entries = facts
    .map(announcementOf)
    .filter((announcement) => isInTab(announcement, tab, nowMs))
    .map(({ id, startsAtMs, title, text, shownFromMs, seenAtMs, updatedAtMs }) => {
      const atMs = shownFromMs > 0 ? Math.min(shownFromMs, seenAtMs) : seenAtMs
      return {
        id: `urn:backline:${region}-announcement-${id}:${startsAtMs}`,
        atMs,
        updatedMs: Math.max(atMs, updatedAtMs),
        language: REGION_LANGUAGES[region],
        title,
        text,
        url: undefined,
      }
    })
  const title = FEED_TEXTS[language].announcements[tab]
  return {
    id: `urn:backline:${region}-announcements-${tab}`,
    title: fillText(title, { region: region.toUpperCase() }),
    language,
    publicUrl,
    path,
    pagePath: pagePathOf(region),
    entries: newestEntries(entries),
  }
}
