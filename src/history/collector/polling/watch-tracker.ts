import { boardKey } from '../../../game/board.ts'
import type { Semaphore } from '../../../platform/concurrency/semaphore.ts'
import type { WatchState } from '../../history-store.ts'
import type { Region } from '../../../game/region.ts'
import type { Watch } from '../../../game/board-watch.ts'
import type { CollectorOptions } from '../collector-options.ts'
import type { EventCalendar } from '../events/event-calendar.ts'
import type { Recorder } from '../recording/poll-recorder.ts'
import { trackBoard, type TrackedBoard } from './board-tracker.ts'
import { pollWatch } from './poll-watch.ts'
import type { RegionCheck } from './region-check.ts'
import { isSame } from '../watches/renew-watches.ts'
import type { TimeBound } from './time-bound.ts'
import { detectMissedPolls, type MissedPolls } from './missed-poll-detector.ts'

/** Options of a watch tracker. */
export interface WatchTrackerOptions {
  readonly collectorOptions: CollectorOptions
  readonly recorder: Recorder
  readonly calendar: Pick<EventCalendar, 'mayReset'>
  readonly slotsOf: (region: Region) => Semaphore
  /**
   * The last answer of the store (Unix ms) before the outage that just ended; `undefined` if there
   * was none.
   */
  readonly outageSinceMs: number | undefined
  readonly timeBound: TimeBound
  readonly regionCheck: RegionCheck
  /** Aborts all polls at once. */
  readonly signal: AbortSignal
}

/**
 * A tracked watch, with the time (Unix ms) of its newest snapshot, or from which one is expected.
 */
export interface TrackedWatch {
  readonly watch: Watch
  readonly lastMs: number
}

/** The tracked watches. */
export interface WatchTracker {
  readonly all: readonly TrackedWatch[]
  /** Tracks exactly these watches from now on. Unchanged ones continue undisturbed. */
  track(states: readonly WatchState[]): Promise<void>
  /** Stops tracking. Resolves when no poll is pending. */
  end(): Promise<void>
}

/** A tracked watch. */
interface Entry {
  readonly watch: Watch
  readonly sinceMs: number
  readonly board: TrackedBoard
  readonly missedPolls: MissedPolls
  stop(): Promise<void>
}

/** Creates a watch tracker. */
export function createWatchTracker(options: WatchTrackerOptions): WatchTracker {
  return new PollingWatchTracker(options)
}

class PollingWatchTracker implements WatchTracker {
  readonly #options: WatchTrackerOptions
  /** By the key of the board. */
  readonly #entries = new Map<string, Entry>()

  constructor(options: WatchTrackerOptions) {
    this.#options = options
  }

  get all(): readonly TrackedWatch[] {
    return [...this.#entries.values()].map(({ watch, board, sinceMs }) => ({
      watch,
      lastMs: Math.max(board.lastSnapshotMs ?? sinceMs, watch.fromMs ?? 0),
    }))
  }

  async track(states: readonly WatchState[]): Promise<void> {
    const wanted = new Map(states.map((state) => [boardKey(state.watch.board), state]))
    for (const [key, entry] of this.#entries) {
      if (wanted.has(key)) continue
      this.#entries.delete(key)
      await entry.stop()
    }
    for (const [key, state] of wanted) {
      const entry = this.#entries.get(key)
      if (entry === undefined) this.#entries.set(key, await this.#start(state))
      else if (!isSame(entry.watch, state.watch))
        this.#entries.set(key, await this.#change(entry, state.watch))
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => entry.stop()))
    this.#entries.clear()
  }

  async #start({ watch, gap }: WatchState): Promise<Entry> {
    const { store, clock } = this.#options.collectorOptions
    const last = await store.snapshot(watch.board)
    const board = trackBoard(watch.board, { last, gap })
    const missedPolls = this.#detectMissedPolls(watch, board)
    return this.#poll({ watch, board, missedPolls, sinceMs: clock.nowMs() })
  }

  async #change(entry: Entry, watch: Watch): Promise<Entry> {
    await entry.stop()
    const { board, sinceMs } = entry
    const missedPolls =
      watch.fromMs === entry.watch.fromMs
        ? entry.missedPolls
        : this.#detectMissedPolls(watch, board)
    return this.#poll({ watch, board, missedPolls, sinceMs })
  }

  /** Polls a watch until its entry is stopped. */
  #poll(tracked: Omit<Entry, 'stop'>): Entry {
    const { collectorOptions, signal, slotsOf, ...shared } = this.#options
    const { watch, board, missedPolls } = tracked
    const slots = slotsOf(watch.board.region)
    const stopped = new AbortController()
    const polling = pollWatch(
      collectorOptions,
      { ...shared, watch, tracker: board, missedPolls, slots },
      AbortSignal.any([signal, stopped.signal]),
    ).catch((error: unknown) =>
      collectorOptions.observe({ type: 'fault', where: 'collector', error }),
    )
    const stop = () => {
      stopped.abort()
      return polling
    }
    return { ...tracked, stop }
  }

  #detectMissedPolls({ fromMs = 0 }: Watch, { lastSnapshotMs }: TrackedBoard): MissedPolls {
    const { collectorOptions, outageSinceMs } = this.#options
    // Time before the start of a watch does not count as missed.
    const lastMs = (lastSnapshotMs ?? 0) < fromMs ? undefined : lastSnapshotMs
    return detectMissedPolls(collectorOptions.clock, lastMs, outageSinceMs)
  }
}
