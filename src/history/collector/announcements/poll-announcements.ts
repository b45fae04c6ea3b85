import type { MessageOf } from '../../../game/operations.ts'
import type { Semaphore } from '../../../platform/concurrency/semaphore.ts'
import type { HistoryStore } from '../../history-store.ts'
import type { Region } from '../../../game/region.ts'
import { ServiceError } from '../../../platform/http/errors/service-error.ts'
import { atSpeed, type CollectorOptions } from '../collector-options.ts'
import type { Recorder } from '../recording/poll-recorder.ts'
import { findNewAnnouncements, type NewAnnouncements } from './new-announcements.ts'
import type { Announcement } from '../../calendar/match-announcements.ts'
import { collectorSubscriber } from '../polling/poll-watch.ts'

/** Milliseconds of game time between two polls of a region's announcements. */
const POLL_MS = 300_000

/** Number of newest live entries that are searched for reported announcements. */
const LIVE_ENTRIES_MAX = 5_000

/** Options of {@link createAnnouncementsPoll}. */
export interface AnnouncementsOptions {
  readonly collectorOptions: Pick<CollectorOptions, 'gateway' | 'store' | 'clock' | 'speed'>
  readonly recorder: Recorder
  readonly slotsOf: (region: Region) => Semaphore
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
 * Creates a function that polls the announcements of those regions that are due, and records new
 * ones.
 */
export function createAnnouncementsPoll({
  collectorOptions,
  recorder,
  slotsOf,
  onListed,
  announcedUntilMs,
  signal,
}: AnnouncementsOptions): (regions: Iterable<Region>) => Promise<void> {
  const { gateway, store, clock, speed } = collectorOptions
  const pollMs = atSpeed(POLL_MS, speed)
  const known = new Map<Region, NewAnnouncements>()
  const polledMs = new Map<Region, number>()

  const read = async (region: Region) => {
    const release = await slotsOf(region).acquire(signal)
    if (release === undefined) return undefined
    try {
      const call = { operation: 'announcement.list', region, arguments: { selectedTab: 'ALL' } }
      const { reply } = await gateway.read(call, collectorSubscriber(signal))
      return reply.message as MessageOf<'announcement.list'> | undefined
    } catch (error) {
      // The gateway has observed the failed call; the next poll follows.
      if (error instanceof ServiceError) return undefined
      throw error
    } finally {
      release()
    }
  }
  const findIn = async (region: Region) => {
    const found = known.get(region)
    if (found !== undefined) return found
    const reportedIds = await readReportedIds(store, region)
    // Announcements after the previous collector's last poll are not reported yet.
    const sinceMs = announcedUntilMs === undefined ? undefined : announcedUntilMs - pollMs
    const find = findNewAnnouncements(region, sinceMs, (id) => reportedIds.has(id))
    known.set(region, find)
    return find
  }
  const pollRegion = async (region: Region) => {
    const message = await read(region)
    if (message === undefined || signal.aborted) return
    const fresh = (await findIn(region)).in(message)
    if (fresh.length > 0) {
      recorder.add(
        [],
        fresh.map((liveEvent) => ({ region, liveEvent })),
      )
    }
    await onListed(region, message.announcements ?? [])
  }
  return async (regions) => {
    const nowMs = clock.monotonicMs()
    const due = [...regions].filter(
      (region) => nowMs - (polledMs.get(region) ?? -Infinity) >= pollMs,
    )
    for (const region of due) polledMs.set(region, nowMs)
    await Promise.all(due.map(pollRegion))
  }
}

async function readReportedIds(
  store: Pick<HistoryStore, 'liveAfter' | 'newestLive'>,
  region: Region,
): Promise<ReadonlySet<string>> {
  const fromSeq = Math.max(0, (await store.newestLive()) - LIVE_ENTRIES_MAX)
  const { entries } = await store.liveAfter(region, fromSeq, LIVE_ENTRIES_MAX)
  return new Set(
    entries.flatMap(({ liveEvent }) => (liveEvent.type === 'announcement' ? [liveEvent.id] : [])),
  )
}
