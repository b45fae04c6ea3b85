import type { MessageOf } from '../../contract/operations.ts'
import type { LiveHappening } from '../../domain/live-entry.ts'
import type { Region } from '../../domain/region.ts'

type Listed = NonNullable<MessageOf<'announcement.list'>['announcements']>[number]
type Announcement = Extract<LiveHappening, { type: 'announcement' }>

/** Tells announcements that were not there before. */
export interface NewAnnouncements {
  /** What is new in the list of a region, as the gateway gave it. */
  in(message: MessageOf<'announcement.list'>): readonly Announcement[]
}

/**
 * Tells each announcement of one region once; one that is put up again, with another start, is new. Of the first list only what has
 * started since `sinceMs` (Unix ms; `undefined`: nothing) is told, unless `isTold` knows that it was.
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
      // What is missing from one list and there again in the next is not new.
      for (const listed of announcements) seen.add(keyOf(listed))
      return fresh.map(({ id = '', title = '' }) => ({ type: 'announcement', region, id, title }))
    },
  }
}

function keyOf({ id, startAt }: Listed): string {
  return `${id} ${startAt}`
}
