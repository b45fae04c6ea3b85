import type { Clock } from '../../domain/clock.ts'
import {
  LeaseLost,
  type CollectorLease,
  type HistoryStore,
  type Round,
} from '../../domain/history-store.ts'
import type { LiveHappening, NewLiveEntry } from '../../domain/live-entry.ts'
import type { Observe } from '../../domain/observation.ts'
import type { Region } from '../../domain/region.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import { observeFailure } from './observe-history.ts'
import { wait } from '../../domain/wait.ts'

/** What happened in a region. */
export interface Happened {
  readonly region: Region
  readonly happening: LiveHappening
}

/** What a recorder needs. */
export interface RecorderSettings {
  readonly store: Pick<HistoryStore, 'record' | 'newestLive'>
  /** The number of the newest live entry. Under the lease nobody else writes any. */
  readonly newestLive: number
  readonly clock: Clock
  readonly lease: CollectorLease
  readonly observe: Observe
  /** What has happened by itself up to a time (Unix ms), each only once: it is written with what comes first behind it. */
  readonly turnsUntil: (nowMs: number) => readonly Happened[]
  /** The lease is lost: nothing can be written any more. */
  readonly onLost: () => void
}

/** Writes what was collected, in its order. */
export interface Recorder {
  /** Whether so much waits for the store that nothing more should be read: what is read must not be lost. */
  readonly isFull: boolean
  add(rounds: readonly Round[], happened: readonly Happened[]): void
  /** Writes what is left, for `withinMs` at most, and then no more. */
  end(withinMs: number): Promise<void>
}

/** Rounds that wait for a store that is away. With a board of 100 rows each that is some megabytes. */
const ROUNDS_MAX = 1_000

/** Milliseconds between two tries of a store that is away. */
const RETRY_MS = 500

/**
 * Makes a recorder. What comes while a write is under way is written by the next one, together; what a store cannot take now is
 * kept in its order until it can, since nobody can read it again.
 */
export function createRecorder(settings: RecorderSettings): Recorder {
  const { store, clock, lease, observe, turnsUntil, onLost } = settings
  const ended = new AbortController()
  let rounds: Round[] = []
  let live: NewLiveEntry[] = []
  let writing: Promise<void> | undefined
  let { newestLive } = settings
  /** What was given to the store last, when it did not say that it has it. */
  let unsure:
    { readonly rounds: readonly Round[]; readonly live: readonly NewLiveEntry[] } | undefined

  /** A connection may be lost behind a commit. Rounds without an entry are failures of a gap that is known: they may count twice. */
  const isWritten = async ({ length }: readonly NewLiveEntry[]) =>
    length > 0 && (await store.newestLive()) === newestLive + length

  const writeAll = async (): Promise<void> => {
    let isAway = false
    while ((rounds.length > 0 || live.length > 0) && !ended.signal.aborted) {
      const now = unsure ?? { rounds, live }
      try {
        if (unsure === undefined || !(await isWritten(now.live))) {
          unsure = now
          await store.record(now.rounds, now.live, lease)
        }
        unsure = undefined
        newestLive += now.live.length
        rounds = rounds.slice(now.rounds.length)
        live = live.slice(now.live.length)
        isAway = false
      } catch (error) {
        if (error instanceof LeaseLost) return onLost()
        if (!isAway) observeFailure(observe, error)
        isAway = true
        await wait(clock, RETRY_MS, ended.signal)
      }
    }
  }
  const write = () => {
    // Behind the current turn of the event loop, so that what comes in it is written at once.
    writing ??= Promise.resolve()
      .then(writeAll)
      .finally(() => {
        writing = undefined
      })
    return writing
  }

  return {
    get isFull() {
      return rounds.length >= ROUNDS_MAX
    },
    add: (newRounds, happened) => {
      const atMs = Math.floor(clock.nowMs())
      const all = [...turnsUntil(atMs), ...happened]
      rounds = [...rounds, ...newRounds]
      live = [...live, ...all.map((one) => ({ ...one, atMs }))]
      if (rounds.length > 0 || live.length > 0) void write()
    },
    end: async (withinMs) => {
      await settlesWithin(clock, withinMs, write())
      ended.abort()
    },
  }
}
