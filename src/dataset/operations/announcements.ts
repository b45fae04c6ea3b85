import { ANNOUNCEMENT_CATEGORIES } from '../../game/messages/announcement-messages.ts'
import type { Region } from '../../game/region.ts'
import type { Announcement, ExternalContent } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import { compareAnnouncements, isOpen, shiftAnnouncement } from '../changes/shift-announcement.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'

const EVENT = ANNOUNCEMENT_CATEGORIES.indexOf('EVENT')
const BUG = ANNOUNCEMENT_CATEGORIES.indexOf('BUG')

// Repeating announcements are few and their order changes with time, so they are read completely
// and merged here.
const SELECT = 'SELECT announcement, CAST(repeats_ms AS TEXT) AS repeats FROM announcements'
const ONCE = 'repeats_ms IS NULL'
const REPEATING = 'repeats_ms IS NOT NULL'
const ORDER = 'ORDER BY sort_order, starts_at_ms DESC, announcement_id LIMIT :limit'

/**
 * Creates the handlers of announcements. Tabs: `ALL`; `OPENING_EVENTS` has the current events
 * (start included, end excluded); `BUG` is the category. The order is sortOrder, then the newest
 * first. A repeating announcement has the times of the current repetition, or of the latest started
 * one. Named tabs include the external contents; an unnamed tab is empty.
 */
export function createAnnouncementHandlers({
  database,
  gameNowMs,
  sizes,
}: HandlerOptions): Pick<Handlers, 'announcement.get' | 'announcement.list'> {
  const one = database.prepare(`${SELECT} WHERE region = ? AND announcement_id = ?`)
  const contents = database.prepare(
    'SELECT content FROM external_contents WHERE region = ? ORDER BY content_id',
  )
  const readTab = createReadTab(database, sizes.announcements)
  return {
    'announcement.get': (region, { id }) => {
      const announcementId = parseId(id)
      if (announcementId === undefined) return undefined
      const row = one.get(region, announcementId)
      return row === undefined ? undefined : { announcement: parseAnnouncement(row, gameNowMs()) }
    },
    'announcement.list': (region, { selectedTab }) => {
      const announcements = readTab(region, selectedTab, gameNowMs())
      if (announcements === undefined) return {}
      return { announcements, externalContents: contents.all(region).map(parseContent) }
    },
  }
}

/**
 * Creates the function that returns at most `limit` announcements of a tab at a time of the game
 * clock (Unix ms), or `undefined` for an unnamed tab.
 */
function createReadTab(database: HandlerOptions['database'], limit: number) {
  const once = database.prepare(`${SELECT} WHERE region = :region AND ${ONCE} ${ORDER}`)
  const repeating = database.prepare(`${SELECT} WHERE region = ? AND ${REPEATING}`)
  const opening = database.prepare(
    `${SELECT} WHERE region = :region AND category = ${EVENT}
       AND starts_at_ms <= :now AND :now < ends_at_ms AND ${ONCE} ${ORDER}`,
  )
  const ofCategory = database.prepare(
    `${SELECT} WHERE region = :region AND category = :category AND ${ONCE} ${ORDER}`,
  )
  const repeatingOfCategory = database.prepare(
    `${SELECT} WHERE region = ? AND category = ? AND ${REPEATING}`,
  )
  const merge = (ordered: readonly Announcement[], others: readonly Announcement[]) => {
    if (others.length === 0) return [...ordered]
    return [...ordered, ...others].toSorted(compareAnnouncements).slice(0, limit)
  }
  return (region: Region, tab: string | number, now: number) => {
    const limited = { region, limit }
    const parse = (row: unknown) => parseAnnouncement(row, now)
    switch (tab) {
      case 'ALL':
        return merge(once.all(limited).map(parse), repeating.all(region).map(parse))
      case 'OPENING_EVENTS': {
        const events = repeatingOfCategory.all(region, EVENT).map(parse)
        return merge(
          opening.all({ ...limited, now }).map(parse),
          events.filter((event) => isOpen(event, now)),
        )
      }
      case 'BUG':
        return merge(
          ofCategory.all({ ...limited, category: BUG }).map(parse),
          repeatingOfCategory.all(region, BUG).map(parse),
        )
      default:
        return undefined
    }
  }
}

function parseAnnouncement(row: unknown, gameNowMs: number): Announcement {
  const { announcement, repeats } = row as { announcement: string; repeats: string | null }
  const parsed = JSON.parse(announcement) as Announcement
  return repeats === null ? parsed : shiftAnnouncement(parsed, BigInt(repeats), gameNowMs)
}

function parseContent(row: unknown): ExternalContent {
  return JSON.parse((row as { content: string }).content) as ExternalContent
}
