import { ANNOUNCEMENT_CATEGORIES } from '../../../contract/messages/announcement.ts'
import type { Region } from '../../../domain/region.ts'
import type { Announcement, ExternalContent } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import type { ReaderOptions, Readers } from './create-readers.ts'

const EVENT = ANNOUNCEMENT_CATEGORIES.indexOf('EVENT')
const BUG = ANNOUNCEMENT_CATEGORIES.indexOf('BUG')
const ORDER = 'ORDER BY sort_order, starts_at_ms DESC, announcement_id LIMIT :limit'

/**
 * Reads announcements. The tabs: `ALL`; `OPENING_EVENTS` are the events that run now (start included, end excluded);
 * `BUG` is the category. The order is sortOrder, then the newest. External contents come with every tab that has a
 * name; a tab without one is empty.
 */
export function createAnnouncementReaders({
  database,
  nowMs,
  sizes,
}: ReaderOptions): Pick<Readers, 'announcement.get' | 'announcement.list'> {
  const one = database.prepare(
    'SELECT announcement FROM announcements WHERE region = ? AND announcement_id = ?',
  )
  const all = database.prepare(
    `SELECT announcement FROM announcements WHERE region = :region ${ORDER}`,
  )
  const running = database.prepare(
    `SELECT announcement FROM announcements
     WHERE region = :region AND category = ${EVENT} AND starts_at_ms <= :now AND :now < ends_at_ms ${ORDER}`,
  )
  const bugs = database.prepare(
    `SELECT announcement FROM announcements WHERE region = :region AND category = ${BUG} ${ORDER}`,
  )
  const contents = database.prepare(
    'SELECT content FROM external_contents WHERE region = ? ORDER BY content_id',
  )

  function rowsOfTab(region: Region, tab: string | number): unknown[] | undefined {
    const limited = { region, limit: sizes.announcements }
    switch (tab) {
      case 'ALL':
        return all.all(limited)
      case 'OPENING_EVENTS':
        return running.all({ ...limited, now: Math.floor(nowMs()) })
      case 'BUG':
        return bugs.all(limited)
      default:
        return undefined
    }
  }

  return {
    'announcement.get': (region, { id }) => {
      const announcementId = parseId(id)
      if (announcementId === undefined) return undefined
      const row = one.get(region, announcementId)
      return row === undefined ? undefined : { announcement: parseAnnouncement(row) }
    },
    'announcement.list': (region, { selectedTab }) => {
      const rows = rowsOfTab(region, selectedTab)
      if (rows === undefined) return {}
      return {
        announcements: rows.map(parseAnnouncement),
        externalContents: contents.all(region).map(parseContent),
      }
    },
  }
}

function parseAnnouncement(row: unknown): Announcement {
  return JSON.parse((row as { announcement: string }).announcement) as Announcement
}

function parseContent(row: unknown): ExternalContent {
  return JSON.parse((row as { content: string }).content) as ExternalContent
}
