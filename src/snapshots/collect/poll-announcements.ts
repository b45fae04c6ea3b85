import type { MessageOf } from '../../contract/operations.ts'
import type { Places } from '../../domain/create-places.ts'
import type { HistoryStore } from '../../domain/history-store.ts'
import type { Region } from '../../domain/region.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { atSpeed, type CollectorSettings } from './collector-settings.ts'
import type { Recorder } from './create-recorder.ts'
import { findNewAnnouncements, type NewAnnouncements } from './new-announcements.ts'
import { collectorReader } from './read-watch.ts'

/** Milliseconds of game time between two looks at the announcements of a region. */
const POLL_MS = 300_000

/** So many of the newest live entries are looked at to know which announcements were told already. */
const LOOK_BACK = 5_000

/** What looking for announcements stands on. */
export interface AnnouncementsOptions {
  readonly settings: Pick<CollectorSettings, 'gateway' | 'store' | 'clock' | 'speed'>
  readonly recorder: Recorder
  readonly placesOf: (region: Region) => Places
  /** Up to when all was told, in Unix milliseconds; `undefined`: nobody has listened before, and what there is now is not new. */
  readonly toldMs: number | undefined
  readonly signal: AbortSignal
}

/** Makes what looks for new announcements of the regions it is given, where that is due, and tells them. */
export function createAnnouncementsPoll({
  settings,
  recorder,
  placesOf,
  toldMs,
  signal,
}: AnnouncementsOptions): (regions: Iterable<Region>) => Promise<void> {
  const { gateway, store, clock, speed } = settings
  const pollMs = atSpeed(POLL_MS, speed)
  const known = new Map<Region, NewAnnouncements>()
  const askedMs = new Map<Region, number>()

  const read = async (region: Region) => {
    const leave = await placesOf(region).take(signal)
    if (leave === undefined) return undefined
    try {
      const call = { operation: 'announcement.list', region, arguments: { selectedTab: 'ALL' } }
      const { reply } = await gateway.read(call, collectorReader(signal))
      return reply.message as MessageOf<'announcement.list'> | undefined
    } catch (error) {
      // It was observed as the call it was, and the next look comes.
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
    // What came up between the last look of who collected before and its end was told by nobody.
    const sinceMs = toldMs === undefined ? undefined : toldMs - pollMs
    const find = findNewAnnouncements(region, sinceMs, (id) => told.has(id))
    known.set(region, find)
    return find
  }
  const look = async (region: Region) => {
    const message = await read(region)
    if (message === undefined || signal.aborted) return
    const fresh = (await findIn(region)).in(message)
    if (fresh.length === 0) return
    recorder.add(
      [],
      fresh.map((happening) => ({ region, happening })),
    )
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
