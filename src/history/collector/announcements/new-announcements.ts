import type { MessageOf } from '../../../game/operations.ts'
import type { LiveEvent } from '../../live-entry.ts'
import type { Region } from '../../../game/region.ts'

type Listed = NonNullable<MessageOf<'announcement.list'>['announcements']>[number]
type Announcement = Extract<LiveEvent, { type: 'announcement' }>

/** Finds new announcements. */
export interface NewAnnouncements {
  /** Returns the new entries of an announcement list, as the gateway sent it. */
  in(message: MessageOf<'announcement.list'>): readonly Announcement[]
}

/**
 * Creates a finder of new announcements of one region. Returns each announcement once; one
 * republished with another start is new. Of the first list, only entries that started after
 * `sinceMs` (Unix ms; `undefined`: none) are new, unless `isReported` returns true for their id.
 */
export function findNewAnnouncements(
  region: Region,
  sinceMs: number | undefined,
  isReported: (id: string) => boolean,
): NewAnnouncements {
  const seen = new Set<string>()
  let isFirst = true
  const isNew = (listed: Listed) => {
    if (!isFirst) return !seen.has(keyOf(listed))
    const startedMs = Number(listed.startAt ?? 0)
    return sinceMs !== undefined && startedMs > sinceMs && !isReported(listed.id ?? '')
  }
  return {
    in: ({ announcements = [] }) => {
      const fresh = announcements.filter((listed) => listed.id !== undefined && isNew(listed))
      isFirst = false
      // Never removed: an entry that is missing from one list and present in the next is not new.
      for (const listed of announcements) seen.add(keyOf(listed))
      return fresh.map(({ id = '', title = '', category }) => ({
        type: 'announcement',
        region,
        id,
        title,
        ...(category !== undefined && { category }),
      }))
    },
  }
}

function keyOf({ id, startAt }: Listed): string {
  return `${id} ${startAt}`
}
