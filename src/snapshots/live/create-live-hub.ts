import type { Clock } from '../../domain/clock.ts'
import { createJoin } from '../../domain/create-join.ts'
import type { HistoryStore } from '../../domain/history-store.ts'
import type { LiveEntry, LiveType } from '../../domain/live-entry.ts'
import { REGIONS, type Region } from '../../domain/region.ts'
import { boardWordOf } from './live-filter.ts'
import { writeLiveEntry } from './write-live-entry.ts'

/** An entry as all streams of a process share it. */
export interface WrittenEntry {
  readonly seq: number
  readonly type: LiveType
  /** See {@link boardWordOf}. */
  readonly board: string | undefined
  readonly text: string
}

/** Some entries of a region. */
export interface LivePart {
  readonly entries: readonly WrittenEntry[]
  /** Everything of the region behind what was asked for and up to this number is in `entries`. */
  readonly upTo: number
  /** But for older ones, which are no longer kept. */
  readonly missed: boolean
}

/** What happens, for as many as want to hear it. */
export interface LiveHub {
  /** The number behind which everything is new. Rejects with a `ServiceError` when the store is away. */
  newest(): Promise<number>
  /**
   * What has happened in a region behind a number, as far as it is known by now, and a part of it when that is much; for who listens.
   * Rejects with a `ServiceError` when the store would be needed and is away.
   */
  after(region: Region, seq: number): Promise<LivePart>
  /**
   * Calls `wake` whenever something has happened in a region, and when the hub closes. Returns what ends that. The store is looked at
   * only while somebody listens.
   */
  listen(region: Region, wake: () => void): () => void
  readonly isClosed: boolean
  /** Ends all streams, and looks at the store no more. */
  close(): void
}

/** What a hub needs. */
export interface LiveHubSettings {
  readonly store: Pick<HistoryStore, 'newestLive' | 'liveAfter'>
  readonly clock: Pick<Clock, 'after'>
  /** Hears why the store could not be looked at; the hub goes on trying. */
  readonly onFault: (error: unknown) => void
}

/** Milliseconds after which the newest number is asked for again while somebody listens. */
export const LOOK_MS = 500

/** Entries of a region that are kept for those who are a little behind: some minutes of a busy event. */
export const RECENT_MAX = 1_000

/** Entries that are read at one time. */
const READ_MAX = 500

/** The newest entries of a region: all of those behind `from` and up to `upTo`. */
interface Recent {
  entries: WrittenEntry[]
  from: number
  upTo: number
  /** The reading that goes on from `upTo`, while there is one. */
  reading: Promise<void> | undefined
}

/**
 * Makes the one watcher of a process. While somebody listens, it asks the store for its newest number each 500 ms, and for entries when
 * that has grown; all streams share what came. Those who come back from further behind read the store, those at the same place
 * together.
 */
export function createLiveHub({ store, clock, onFault }: LiveHubSettings): LiveHub {
  const listeners = new Map<Region, Set<() => void>>()
  const recents = new Map<Region, Recent>()
  const join = createJoin<LivePart>()
  let cancel: (() => void) | undefined
  let closed = false

  const wakeAll = (region: Region) => {
    for (const wake of listeners.get(region) ?? []) wake()
  }
  const read = async (region: Region, seq: number): Promise<LivePart> => {
    // Asked for first: what is written in between is then of the next look.
    const newest = await store.newestLive()
    const { entries, missed } = await store.liveAfter(region, seq, READ_MAX)
    const last = entries.at(-1)?.seq ?? seq
    const upTo = entries.length < READ_MAX ? Math.max(newest, last) : last
    return { entries: entries.map(written), upTo, missed }
  }
  const readOn = async (region: Region, recent: Recent, newest: number): Promise<void> => {
    while (recent.upTo < newest) {
      const { entries, upTo, missed } = await read(region, recent.upTo)
      // What lies before a hole is of no use to anybody.
      if (missed) Object.assign(recent, { entries: [], from: (entries[0]?.seq ?? upTo + 1) - 1 })
      recent.entries.push(...entries)
      recent.upTo = upTo
      const dropped = recent.entries.splice(0, recent.entries.length - RECENT_MAX)
      recent.from = dropped.at(-1)?.seq ?? recent.from
      if (entries.length > 0 || missed) wakeAll(region)
    }
  }
  /** Brings the newest entries of a region up to date, with one reading at a time. */
  const renew = (region: Region, recent: Recent, newest: number): Promise<void> => {
    recent.reading ??= readOn(region, recent, newest).finally(() => {
      recent.reading = undefined
    })
    return recent.reading
  }
  const recentOf = async (region: Region): Promise<Recent> => {
    const known = recents.get(region)
    if (known !== undefined) {
      await known.reading
      return known
    }
    const newest = await store.newestLive()
    const from = Math.max(0, newest - RECENT_MAX)
    const recent = recents.get(region) ?? { entries: [], from, upTo: from, reading: undefined }
    recents.set(region, recent)
    await renew(region, recent, newest)
    return recent
  }

  const look = async (): Promise<void> => {
    try {
      const newest = await store.newestLive()
      for (const [region, recent] of recents) {
        if (listeners.has(region)) await renew(region, recent, newest)
        else recents.delete(region)
      }
    } catch (error) {
      onFault(error)
    }
    cancel = undefined
    schedule()
  }
  const schedule = () => {
    if (cancel !== undefined || closed || listeners.size === 0) return
    cancel = clock.after(LOOK_MS, () => void look())
  }

  return {
    newest: () => store.newestLive(),
    after: async (region, seq) => {
      const { from, upTo, entries } = await recentOf(region)
      if (seq < from) return join(`${region} ${seq}`, () => read(region, seq))
      const known = entries.findLastIndex((entry) => entry.seq <= seq)
      return { entries: entries.slice(known + 1), upTo: Math.max(upTo, seq), missed: false }
    },
    listen: (region, wake) => {
      const heard = listeners.get(region) ?? new Set()
      listeners.set(region, heard.add(wake))
      schedule()
      return () => {
        heard.delete(wake)
        if (heard.size === 0 && listeners.get(region) === heard) listeners.delete(region)
      }
    },
    get isClosed() {
      return closed
    },
    close: () => {
      closed = true
      cancel?.()
      for (const region of REGIONS) wakeAll(region)
    },
  }
}

function written(entry: LiveEntry): WrittenEntry {
  const { seq, happening } = entry
  return { seq, type: happening.type, board: boardWordOf(happening), text: writeLiveEntry(entry) }
}
