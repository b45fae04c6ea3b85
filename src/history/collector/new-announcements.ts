import type { MessageOf } from '../../game/operations.ts'
import type { LiveHappening } from '../live-entry.ts'
import type { Region } from '../../game/region.ts'

type Listed = NonNullable<MessageOf<'announcement.list'>['announcements']>[number]
type Announcement = Extract<LiveHappening, { type: 'announcement' }>

/** Finds new announcements. */
export interface NewAnnouncements {
  /** Returns the new entries of a region's announcement list, as the gateway sent it. */
  in(message: MessageOf<'announcement.list'>): readonly Announcement[]
}

/**
 * Creates a finder of new announcements of one region. Returns each announcement once; one
 * republished with another start is new. Of the first list, only entries that started after
 * `sinceMs` (Unix ms; `undefined`: none) are new, unless `isTold` says that they were reported.
 */
export function findNewAnnouncements(
  region: Region,
  sinceMs: number | undefined,
  isTold: (id: string) => boolean,
): NewAnnouncements {
  const seen = new Set<string>()
  let isFirst = true
  const isNew = (listed: Listed) => {
    if (!isFirst) return !seen.has(keyOf(listed))
    const startedMs = Number(listed.startAt ?? 0)
    return sinceMs !== undefined && startedMs > sinceMs && !isTold(listed.id ?? '')
  }
  return {
    in: ({ announcements = [] }) => {
      const fresh = announcements.filter((listed) => listed.id !== undefined && isNew(listed))
      isFirst = false
      // An entry that is missing from one list and present in the next is not new.
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
