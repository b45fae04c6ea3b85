import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { CollectorLease, HistoryStore, PollResult } from '../history-store.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { atSpeed, type CollectorOptions } from './collector-options.ts'
import { createRecorder, type Recorder } from './recording/poll-recorder.ts'
import { startInterval } from '../../platform/time/interval.ts'
import { createWatchTracker, type WatchTracker } from './polling/watch-tracker.ts'
import { observeFailure } from './recording/observe-history.ts'
import {
  createEventTransitions,
  openEventCalendar,
  type EventCalendar,
} from './events/event-calendar.ts'
import { AnnouncementRecorder } from './announcements/announcement-recorder.ts'
import { FactRecorder } from './events/fact-recorder.ts'
import { createAnnouncementsPoll } from './announcements/poll-announcements.ts'
import { PredictionSchedule } from './prediction-schedule.ts'
import type { TimeBound } from './polling/time-bound.ts'
import { createRegionCheck } from './polling/region-check.ts'
import { renewWatches } from './watches/renew-watches.ts'
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

/** Options of one period of collecting, from acquiring the lease to losing it. */
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
  readonly watchTracker: WatchTracker
  /**
   * Collects until the signal aborts. Resolves when all work has stopped, with the poll results
   * that could not be written.
   */
  run(): Promise<readonly PollResult[]>
}

/**
 * Prepares collecting from the state in the store. Does not poll yet. Rejects as the store does.
 */
export async function startCollecting(
  options: CollectorOptions,
  { lease, lost, outageSinceMs, timeBound, signal }: CollectingOptions,
): Promise<Collecting> {
  const { store, clock, observe, readEvents, inFlightMax } = options
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
    transitionsUntil: (nowMs) => transitions(nowMs, calendar.events),
    onLost: lost,
  })
  const slots = Object.fromEntries(
    REGIONS.map((region) => [region, createSemaphore(inFlightMax)]),
  ) as Readonly<Record<Region, ReturnType<typeof createSemaphore>>>
  const shared = {
    collectorOptions: options,
    recorder,
    slotsOf: (region: Region) => slots[region],
    signal,
  }
  const watchTracker = createWatchTracker({
    ...shared,
    calendar,
    outageSinceMs,
    timeBound,
    regionCheck: createRegionCheck(),
  })
  const { toWallMs, announced } = options
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
    options.predictor &&
    new PredictionSchedule({
      ...options,
      predictor: options.predictor,
      recorder,
      watchTracker,
      lease,
    })
  const work = { lease, signal, calendar, recorder, watchTracker, facts, pollAnnouncements }
  return new CollectingProcess(options, { ...work, predictions })
}

/** The recurring tasks of a {@link CollectingProcess} and what they need. */
interface RepeatedWork extends Pick<CollectingOptions, 'lease' | 'signal'> {
  readonly calendar: EventCalendar
  readonly recorder: Recorder
  readonly watchTracker: WatchTracker
  readonly facts: FactRecorder
  readonly pollAnnouncements: (regions: Iterable<Region>) => Promise<void>
  readonly predictions: PredictionSchedule | undefined
}

class CollectingProcess implements Collecting {
  readonly #options: CollectorOptions
  readonly #work: RepeatedWork
  readonly watchTracker: WatchTracker

  constructor(options: CollectorOptions, work: RepeatedWork) {
    this.#options = options
    this.#work = work
    this.watchTracker = work.watchTracker
  }

  async run(): Promise<readonly PollResult[]> {
    const { calendar, recorder, watchTracker, facts, pollAnnouncements, predictions } = this.#work
    const { speed } = this.#options
    await Promise.all([
      this.#repeat(atSpeed(EVENTS_MS, speed), async () => {
        await calendar.renew()
        await facts.renew(calendar.events)
      }),
      this.#repeat(WATCHES_MS, async () => {
        await watchTracker.track(await renewWatches(this.#options, calendar.announced))
      }),
      this.#repeat(WATCHES_MS, () => pollAnnouncements(this.#watchedRegions())),
      this.#repeat(TRANSITIONS_MS, async () => recorder.add([], [])),
      this.#repeat(DOWNSAMPLE_MS, () => this.#downsample()),
      predictions &&
        this.#repeat(atSpeed(PREDICTIONS_MS, speed), () => predictions.run(calendar.events)),
    ])
    await watchTracker.end()
    return recorder.end(END_MS)
  }

  #repeat(pauseMs: number, task: () => Promise<void>): Promise<void> {
    const { clock, observe } = this.#options
    const onFailure = (error: unknown) => observeFailure(observe, error)
    return startInterval({ clock, pauseMs, signal: this.#work.signal, onFailure }, task)
  }

  /** Returns the regions with a watch that is active or has yet to start. */
  #watchedRegions(): ReadonlySet<Region> {
    const nowMs = this.#options.clock.nowMs()
    const open = this.watchTracker.all.filter(
      ({ watch: { paused, untilMs = Infinity } }) => !paused && nowMs < untilMs,
    )
    return new Set(open.map(({ watch }) => watch.board.region))
  }

  async #downsample(): Promise<void> {
    const { store, clock, retention } = this.#options
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
