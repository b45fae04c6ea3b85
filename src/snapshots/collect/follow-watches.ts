import { boardKey } from '../../domain/board.ts'
import type { Places } from '../../domain/create-places.ts'
import type { WatchState } from '../../domain/history-store.ts'
import type { Region } from '../../domain/region.ts'
import type { Watch } from '../../domain/watch.ts'
import { isSame } from './change-watches.ts'
import type { CollectorSettings } from './collector-settings.ts'
import type { Calendar } from './open-calendar.ts'
import type { Recorder } from './create-recorder.ts'
import { followBoard, type FollowedBoard } from './follow-board.ts'
import { readWatch } from './read-watch.ts'
import { watchSilence, type Silence } from './silence.ts'

/** What following watches stands on. */
export interface FollowOptions {
  readonly settings: CollectorSettings
  readonly recorder: Recorder
  readonly calendar: Pick<Calendar, 'mayStartAnew'>
  readonly placesOf: (region: Region) => Places
  /** Ends all reading at once. */
  readonly signal: AbortSignal
}

/** A watch that is followed, with the time (Unix ms) of its newest snapshot, or from which on there could be one. */
export interface FollowedWatch {
  readonly watch: Watch
  readonly lastMs: number
}

/** The watches that are followed. */
export interface Following {
  readonly all: readonly FollowedWatch[]
  /** Follows these and no others from now on. What has not changed goes on undisturbed. */
  follow(states: readonly WatchState[]): Promise<void>
  /** Follows none any more. Resolves when no reading is under way. */
  end(): Promise<void>
}

/** One watch while it is followed. */
interface Entry {
  readonly watch: Watch
  readonly sinceMs: number
  readonly board: FollowedBoard
  readonly silence: Silence
  stop(): Promise<void>
}

/** Makes what follows watches. */
export function createFollowing({ settings, signal, ...shared }: FollowOptions): Following {
  const { clock, store, observe } = settings
  const entries = new Map<string, Entry>()

  const begin = (watch: Watch, rest: Pick<Entry, 'board' | 'silence' | 'sinceMs'>): Entry => {
    const ended = new AbortController()
    const reading = {
      ...shared,
      watch,
      followed: rest.board,
      silence: rest.silence,
      places: shared.placesOf(watch.board.region),
    }
    const either = AbortSignal.any([signal, ended.signal])
    const over = readWatch(settings, reading, either).catch((error: unknown) =>
      observe({ type: 'fault', where: 'collector', error }),
    )
    const stop = () => {
      ended.abort()
      return over
    }
    return { watch, ...rest, stop }
  }

  const beginAnew = async ({ watch, gap }: WatchState): Promise<Entry> => {
    const last = await store.snapshot(watch.board)
    const board = followBoard(watch.board, { last, gap })
    return begin(watch, { board, silence: silenceOf(watch, board), sinceMs: clock.nowMs() })
  }

  const change = async (entry: Entry, watch: Watch): Promise<Entry> => {
    await entry.stop()
    const { board, sinceMs } = entry
    const silence = watch.fromMs === entry.watch.fromMs ? entry.silence : silenceOf(watch, board)
    return begin(watch, { board, sinceMs, silence })
  }

  /** What lies before a watch begins is no time in which somebody should have read. */
  const silenceOf = ({ fromMs = 0 }: Watch, { lastSnapshotMs }: FollowedBoard) =>
    watchSilence(clock, (lastSnapshotMs ?? 0) < fromMs ? undefined : lastSnapshotMs)

  return {
    get all() {
      return [...entries.values()].map(({ watch, board, sinceMs }) => ({
        watch,
        lastMs: Math.max(board.lastSnapshotMs ?? sinceMs, watch.fromMs ?? 0),
      }))
    },
    follow: async (states) => {
      const wanted = new Map(states.map((state) => [boardKey(state.watch.board), state]))
      for (const [key, entry] of entries) {
        if (wanted.has(key)) continue
        entries.delete(key)
        await entry.stop()
      }
      for (const [key, state] of wanted) {
        const entry = entries.get(key)
        if (entry === undefined) entries.set(key, await beginAnew(state))
        else if (!isSame(entry.watch, state.watch))
          entries.set(key, await change(entry, state.watch))
      }
    },
    end: async () => {
      await Promise.all([...entries.values()].map((entry) => entry.stop()))
      entries.clear()
    },
  }
}
