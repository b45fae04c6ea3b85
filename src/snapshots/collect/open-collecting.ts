import { createPlaces } from '../../domain/create-places.ts'
import type { CollectorLease, HistoryStore } from '../../domain/history-store.ts'
import { REGIONS, type Region } from '../../domain/region.ts'
import { atSpeed, type CollectorSettings } from './collector-settings.ts'
import { createRecorder } from './create-recorder.ts'
import { createEventTurns } from './event-turns.ts'
import { every } from './every.ts'
import { createFollowing, type Following } from './follow-watches.ts'
import { observeFailure } from './observe-history.ts'
import { openCalendar } from './open-calendar.ts'
import { createAnnouncementsPoll } from './poll-announcements.ts'
import { isActive } from './read-watch.ts'
import { renewWatches } from './renew-watches.ts'
import { wait } from '../../domain/wait.ts'

/** Milliseconds after which a watch that was added, changed or removed is noticed at the latest. */
const WATCHES_MS = 2_000

/** Milliseconds between two looks at the events that start and end. */
const TURNS_MS = 1_000

/** Milliseconds of game time between two looks at the events that are announced. */
const EVENTS_MS = 30_000

/** Milliseconds between two times at which old history is dropped, and between two parts of that work. */
const THIN_MS = 600_000
const THIN_PART_MS = 1_000

/** Milliseconds that the end waits for what was read to be written. */
const END_MS = 1_000

/** Under what it is collected. */
export interface CollectingOptions {
  readonly lease: CollectorLease
  /** Called when the store says that somebody else has the lease. */
  readonly lost: () => void
  /** Ends it. */
  readonly signal: AbortSignal
}

/** What is ready to collect. */
export interface Collecting {
  readonly following: Following
  /** Collects until the signal aborts. Resolves when nothing of it goes on. */
  run(): Promise<void>
}

/** Gets ready to collect from where the store says that it was left. Rejects as the store does. */
export async function openCollecting(
  settings: CollectorSettings,
  { lease, lost, signal }: CollectingOptions,
): Promise<Collecting> {
  const { store, clock, observe, readEvents, speed, retention, inFlightMax } = settings
  const newestLive = await store.newestLive()
  const toldMs = await liveTimeOf(store, newestLive)
  const calendar = await openCalendar(store, readEvents, lease)
  const turns = createEventTurns(toldMs ?? clock.nowMs())
  const turnsUntil = (nowMs: number) => turns(nowMs, calendar.events)
  const recorder = createRecorder({
    store,
    newestLive,
    clock,
    lease,
    observe,
    turnsUntil,
    onLost: lost,
  })
  const places = Object.fromEntries(
    REGIONS.map((region) => [region, createPlaces(inFlightMax)]),
  ) as Readonly<Record<Region, ReturnType<typeof createPlaces>>>
  const shared = { settings, recorder, placesOf: (region: Region) => places[region], signal }
  const following = createFollowing({ ...shared, calendar })
  const pollAnnouncements = createAnnouncementsPoll({ ...shared, toldMs })

  const onFailure = (error: unknown) => observeFailure(observe, error)
  const again = (pauseMs: number, task: () => Promise<void>) =>
    every({ clock, pauseMs, signal, onFailure }, task)
  const watchedRegions = () => {
    const active = following.all.filter(({ watch }) => isActive(watch, clock.nowMs()))
    return new Set(active.map(({ watch }) => watch.board.region))
  }
  const thin = async () => {
    if (retention === undefined) return
    while (await store.thin(retention, clock.nowMs(), lease)) {
      if (!(await wait(clock, THIN_PART_MS, signal))) return
    }
  }
  return {
    following,
    run: async () => {
      await Promise.all([
        again(atSpeed(EVENTS_MS, speed), calendar.renew),
        again(WATCHES_MS, async () => {
          await following.follow(await renewWatches(settings, calendar.announced))
        }),
        again(WATCHES_MS, () => pollAnnouncements(watchedRegions())),
        again(TURNS_MS, async () => recorder.add([], [])),
        again(THIN_MS, thin),
      ])
      await following.end()
      await recorder.end(END_MS)
    },
  }
}

/** When the newest live entry, by its number, was written, in Unix milliseconds; `undefined` when there is none. */
async function liveTimeOf(
  store: Pick<HistoryStore, 'liveAfter'>,
  newest: number,
): Promise<number | undefined> {
  if (newest === 0) return undefined
  for (const region of REGIONS) {
    const { entries } = await store.liveAfter(region, newest - 1, 1)
    const [entry] = entries
    if (entry?.seq === newest) return entry.atMs
  }
  return undefined
}
