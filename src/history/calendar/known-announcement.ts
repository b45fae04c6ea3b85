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
  /** Time from which the game shows it; 0 if unknown. */
  readonly shownFromMs: number
  /** Time until which the game shows it; 0 if unknown. */
  readonly shownUntilMs: number
  /** When the collector first saw it. */
  readonly seenAtMs: number
  /** Time of the last update according to the game, or at which the collector saw the change. */
  readonly updatedAtMs: number
}

/** A tab of the announcement list. */
export type AnnouncementTab = (typeof ANNOUNCEMENT_TABS)[number]

/** The part of an announcement that the game provides. */
export type AnnouncementContent = Omit<KnownAnnouncement, 'seenAtMs' | 'updatedAtMs'>

/** Converts a listed announcement. `toWallMs` converts times of the game to wall time (Unix ms). */
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

/** Joins the key and the content of a fact to one announcement. */
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
