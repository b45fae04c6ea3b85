import type { MessageOf } from '../../game/operations.ts'
import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { HistoryStore } from '../history-store.ts'
import type { Region } from '../../game/region.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { atSpeed, type CollectorOptions } from './collector-options.ts'
import type { Recorder } from './poll-recorder.ts'
import { findNewAnnouncements, type NewAnnouncements } from './new-announcements.ts'
import type { Announcement } from '../calendar/match-announcements.ts'
import { collectorSubscriber } from './poll-watch.ts'

/** Milliseconds of game time between two polls of a region's announcements. */
const POLL_MS = 300_000

/** How many of the newest live entries are searched for already reported announcements. */
const LOOK_BACK = 5_000

/** Options for polling announcements. */
export interface AnnouncementsOptions {
  readonly settings: Pick<CollectorOptions, 'gateway' | 'store' | 'clock' | 'speed'>
  readonly recorder: Recorder
  readonly placesOf: (region: Region) => Semaphore
  /** Receives each list, as the gateway sent it. */
  readonly onListed: (region: Region, announcements: readonly Announcement[]) => Promise<void>
  /**
   * Time up to which announcements are reported, in Unix milliseconds; `undefined`: never polled
   * before, so current ones are not new.
   */
  readonly announcedUntilMs: number | undefined
  readonly signal: AbortSignal
}

/**
 * Creates a function that polls the announcements of the given regions that are due, and records
 * new ones.
 */
export function createAnnouncementsPoll({
  settings,
  recorder,
  placesOf,
  onListed,
  announcedUntilMs,
  signal,
}: AnnouncementsOptions): (regions: Iterable<Region>) => Promise<void> {
  const { gateway, store, clock, speed } = settings
  const pollMs = atSpeed(POLL_MS, speed)
  const known = new Map<Region, NewAnnouncements>()
  const askedMs = new Map<Region, number>()

  const read = async (region: Region) => {
    const leave = await placesOf(region).acquire(signal)
    if (leave === undefined) return undefined
    try {
      const call = { operation: 'announcement.list', region, arguments: { selectedTab: 'ALL' } }
      const { reply } = await gateway.read(call, collectorSubscriber(signal))
      return reply.message as MessageOf<'announcement.list'> | undefined
    } catch (error) {
      // The gateway has observed the failed call; the next poll follows.
      if (error instanceof ServiceError) return undefined
      throw error
    } finally {
      leave()
    }
  }
  const findIn = async (region: Region) => {
    const found = known.get(region)
    if (found !== undefined) return found
    const told = await readTold(store, region)
    // Announcements after the previous collector's last poll are not reported yet.
    const sinceMs = announcedUntilMs === undefined ? undefined : announcedUntilMs - pollMs
    const find = findNewAnnouncements(region, sinceMs, (id) => told.has(id))
    known.set(region, find)
    return find
  }
  const look = async (region: Region) => {
    const message = await read(region)
    if (message === undefined || signal.aborted) return
    const fresh = (await findIn(region)).in(message)
    if (fresh.length > 0) {
      recorder.add(
        [],
        fresh.map((happening) => ({ region, happening })),
      )
    }
    await onListed(region, message.announcements ?? [])
  }
  return async (regions) => {
    const nowMs = clock.monotonicMs()
    const due = [...regions].filter(
      (region) => nowMs - (askedMs.get(region) ?? -Infinity) >= pollMs,
    )
    for (const region of due) askedMs.set(region, nowMs)
    await Promise.all(due.map(look))
  }
}

async function readTold(
  store: Pick<HistoryStore, 'liveAfter' | 'newestLive'>,
  region: Region,
): Promise<ReadonlySet<string>> {
  const fromSeq = Math.max(0, (await store.newestLive()) - LOOK_BACK)
  const { entries } = await store.liveAfter(region, fromSeq, LOOK_BACK)
  return new Set(
    entries.flatMap(({ happening }) => (happening.type === 'announcement' ? [happening.id] : [])),
  )
}
