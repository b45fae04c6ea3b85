import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { CollectorLease, HistoryStore, PollResult } from '../history-store.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { atSpeed, type CollectorOptions } from './collector-options.ts'
import { createRecorder, type Recorder } from './poll-recorder.ts'
import { startInterval } from '../../platform/time/interval.ts'
import { createWatchTracker, type WatchTracker } from './watch-tracker.ts'
import { observeFailure } from './observe-history.ts'
import { createEventTransitions, openEventCalendar, type EventCalendar } from './event-calendar.ts'
import { AnnouncementRecorder } from './announcement-recorder.ts'
import { FactRecorder } from './fact-recorder.ts'
import { createAnnouncementsPoll } from './poll-announcements.ts'
import { PredictionSchedule } from './prediction-schedule.ts'
import type { TimeBound } from './time-bound.ts'
import { createRegionCheck } from './region-check.ts'
import { renewWatches } from './renew-watches.ts'
import { wait } from '../../platform/concurrency/wait.ts'

/** Milliseconds until an added, changed or removed watch takes effect at the latest. */
const WATCHES_MS = 2_000

/** Milliseconds between two checks for starting and ending events. */
const TRANSITIONS_MS = 1_000

/** Milliseconds of game time between two reads of the announced events. */
const EVENTS_MS = 30_000

/**
 * Milliseconds of game time between two checks whether a prediction is due: a new server predicts
 * soon after its first snapshot.
 */
const PREDICTIONS_MS = 10_000

/** Milliseconds between two downsampling passes, and between two batches of one pass. */
const DOWNSAMPLE_MS = 600_000
const DOWNSAMPLE_BATCH_MS = 1_000

/** Milliseconds that shutdown waits for pending writes. */
const END_MS = 1_000

/** Options for one period of collecting. */
export interface CollectingOptions {
  readonly lease: CollectorLease
  /** Called when the store reports that another process has the lease. */
  readonly lost: () => void
  /**
   * The last answer of the store (Unix ms) before the outage that just ended; `undefined` if there
   * was none.
   */
  readonly outageSinceMs: number | undefined
  readonly timeBound: TimeBound
  /** Stops collecting. */
  readonly signal: AbortSignal
}

/** A collecting process, ready to run. */
export interface Collecting {
  readonly following: WatchTracker
  /**
   * Collects until the signal aborts. Resolves when all work has stopped, with the poll results
   * that could not be written.
   */
  run(): Promise<readonly PollResult[]>
}

/** Prepares collecting from the state in the store. Rejects as the store does. */
export async function startCollecting(
  settings: CollectorOptions,
  { lease, lost, outageSinceMs, timeBound, signal }: CollectingOptions,
): Promise<Collecting> {
  const { store, clock, observe, readEvents, inFlightMax } = settings
  const newestLive = await store.newestLive()
  const announcedUntilMs = await liveTimeOf(store, newestLive)
  const sinceMs = announcedUntilMs ?? clock.nowMs()
  const calendar = await openEventCalendar({ store, readEvents, lease, clock, sinceMs })
  const transitions = createEventTransitions(sinceMs)
  const recorder = createRecorder({
    store,
    newestLive,
    clock,
    lease,
    observe,
    turnsUntil: (nowMs) => transitions(nowMs, calendar.events),
    onLost: lost,
  })
  const places = Object.fromEntries(
    REGIONS.map((region) => [region, createSemaphore(inFlightMax)]),
  ) as Readonly<Record<Region, ReturnType<typeof createSemaphore>>>
  const shared = { settings, recorder, placesOf: (region: Region) => places[region], signal }
  const following = createWatchTracker({
    ...shared,
    calendar,
    outageSinceMs,
    timeBound,
    regionCheck: createRegionCheck(),
  })
  const { toWallMs, announced } = settings
  const facts = new FactRecorder({ store, clock, toWallMs, afterEndMs: announced.afterEndMs })
  const announcements = new AnnouncementRecorder({ store, clock, toWallMs })
  const pollAnnouncements = createAnnouncementsPoll({
    ...shared,
    announcedUntilMs,
    onListed: async (region, listed) => {
      facts.setAnnouncements(region, listed)
      await announcements.record(region, listed)
      await facts.renew(calendar.events)
    },
  })
  const predictions =
    settings.predictor &&
    new PredictionSchedule({
      ...settings,
      predictor: settings.predictor,
      recorder,
      following,
      lease,
    })
  const work = { lease, signal, calendar, recorder, following, facts, pollAnnouncements }
  return new CollectingProcess(settings, { ...work, predictions })
}

/** What a {@link CollectingProcess} repeats. */
interface RepeatedWork extends Pick<CollectingOptions, 'lease' | 'signal'> {
  readonly calendar: EventCalendar
  readonly recorder: Recorder
  readonly following: WatchTracker
  readonly facts: FactRecorder
  readonly pollAnnouncements: (regions: Iterable<Region>) => Promise<void>
  readonly predictions: PredictionSchedule | undefined
}

class CollectingProcess implements Collecting {
  readonly #settings: CollectorOptions
  readonly #work: RepeatedWork
  readonly following: WatchTracker

  constructor(settings: CollectorOptions, work: RepeatedWork) {
    this.#settings = settings
    this.#work = work
    this.following = work.following
  }

  async run(): Promise<readonly PollResult[]> {
    const { calendar, recorder, following, facts, pollAnnouncements, predictions } = this.#work
    const { speed } = this.#settings
    await Promise.all([
      this.#repeat(atSpeed(EVENTS_MS, speed), async () => {
        await calendar.renew()
        await facts.renew(calendar.events)
      }),
      this.#repeat(WATCHES_MS, async () => {
        await following.track(await renewWatches(this.#settings, calendar.announced))
      }),
      this.#repeat(WATCHES_MS, () => pollAnnouncements(this.#watchedRegions())),
      this.#repeat(TRANSITIONS_MS, async () => recorder.add([], [])),
      this.#repeat(DOWNSAMPLE_MS, () => this.#downsample()),
      predictions &&
        this.#repeat(atSpeed(PREDICTIONS_MS, speed), () => predictions.run(calendar.events)),
    ])
    await following.end()
    return recorder.end(END_MS)
  }

  #repeat(pauseMs: number, task: () => Promise<void>): Promise<void> {
    const { clock, observe } = this.#settings
    const onFailure = (error: unknown) => observeFailure(observe, error)
    return startInterval({ clock, pauseMs, signal: this.#work.signal, onFailure }, task)
  }

  /** Returns the regions with a watch that is active or has yet to start. */
  #watchedRegions(): ReadonlySet<Region> {
    const nowMs = this.#settings.clock.nowMs()
    const open = this.following.all.filter(
      ({ watch: { paused, untilMs = Infinity } }) => !paused && nowMs < untilMs,
    )
    return new Set(open.map(({ watch }) => watch.board.region))
  }

  async #downsample(): Promise<void> {
    const { store, clock, retention } = this.#settings
    const { lease, signal } = this.#work
    if (retention === undefined) return
    while (await store.downsample(retention, clock.nowMs(), lease)) {
      if (!(await wait(clock, DOWNSAMPLE_BATCH_MS, signal))) return
    }
  }
}

/**
 * Resolves with the time (Unix ms) of the newest live entry, given its number; `undefined` without
 * entries.
 */
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
