import { ANNOUNCEMENT_CATEGORIES } from '../../game/messages/announcement-messages.ts'
import type { ANNOUNCEMENT_TABS } from '../../game/operations.ts'
import type { Region } from '../../game/region.ts'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import type { Fact } from './fact.ts'
import type { Announcement } from './match-announcements.ts'

/** Maximum characters of the text of an announcement. */
const TEXT_MAX = 1_000

/** Maximum UTF-16 units of a title. */
const TITLE_MAX = 500

/**
 * An announcement of the game, as the collector has recorded it: the content of a fact of the kind
 * `announcement`. Times are Unix milliseconds of wall time.
 */
export interface KnownAnnouncement {
  /** In the language of the region. */
  readonly title: string
  /** The body without HTML, at most 1,000 characters. */
  readonly text: string
  readonly category: string
  /** From when on the game shows it; 0 if unknown. */
  readonly shownFromMs: number
  /** Until when; 0 if unknown. */
  readonly shownUntilMs: number
  /** When the collector first saw it. */
  readonly seenAtMs: number
  /** When the game last changed it, or the collector saw that it had changed. */
  readonly updatedAtMs: number
}

/** A tab of the announcement list. */
export type AnnouncementTab = (typeof ANNOUNCEMENT_TABS)[number]

/** What an announcement says, apart from what the collector knows of it. */
export type AnnouncementContent = Omit<KnownAnnouncement, 'seenAtMs' | 'updatedAtMs'>

/** Returns what a listed announcement says. `toWallMs` converts times of the game to wall time. */
export function announcementContent(
  { title = '', body = '', category = 'UNSPECIFIED', startAt = '0', endAt = '0' }: Announcement,
  toWallMs: (gameMs: number) => number,
): AnnouncementContent {
  const wallMs = (text: string) => (Number(text) > 0 ? toWallMs(Number(text)) : 0)
  return {
    title: title.slice(0, TITLE_MAX),
    text: htmlToText(body, TEXT_MAX),
    category: typeof category === 'string' ? category : (ANNOUNCEMENT_CATEGORIES[category] ?? ''),
    shownFromMs: wallMs(startAt),
    shownUntilMs: wallMs(endAt),
  }
}

/** Returns the key and the content of a fact as one announcement. */
export function announcementOf({ region, id, startsAtMs, content }: Fact): KnownAnnouncement & {
  readonly region: Region
  readonly id: string
  readonly startsAtMs: number
} {
  return { region, id, startsAtMs, ...(content as unknown as KnownAnnouncement) }
}

/** Returns whether a tab of the game lists an announcement at a time (Unix ms). */
export function isInTab(
  { category, shownFromMs, shownUntilMs }: AnnouncementContent,
  tab: AnnouncementTab,
  nowMs: number,
): boolean {
  if (tab === 'ALL') return true
  if (tab === 'BUG') return category === 'BUG'
  const isOpen = shownFromMs <= nowMs && (shownUntilMs === 0 || nowMs < shownUntilMs)
  return category === 'EVENT' && isOpen
}
