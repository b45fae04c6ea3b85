import type { Clock } from '../../platform/time/clock.ts'
import { singleFlight } from '../../platform/concurrency/single-flight.ts'
import type { HistoryStore } from '../history-store.ts'
import type { LiveEntry, LiveType } from '../live-entry.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { boardFilterKeyOf } from './live-filter.ts'
import { encodeLiveEntry } from './encode-live-entry.ts'

/** An encoded entry, shared by all streams of a process. */
export interface EncodedEntry {
  readonly seq: number
  readonly type: LiveType
  /** See {@link boardFilterKeyOf}. */
  readonly board: string | undefined
  readonly text: string
}

/** A page of entries of a region. */
export interface LivePage {
  readonly entries: readonly EncodedEntry[]
  /** `entries` has all entries of the region after the requested number and up to this one. */
  readonly upTo: number
  /** Whether older entries are missing because they are no longer retained. */
  readonly missed: boolean
}

/** Distributes live entries to all streams of a process. */
export interface LiveHub {
  /** Returns the newest sequence number. Rejects with a `ServiceError` when the store is down. */
  newest(): Promise<number>
  /**
   * Returns a page of the known entries of a region after a sequence number. For subscribers.
   * Rejects with a `ServiceError` when it has to read the store and the store is down.
   */
  after(region: Region, seq: number): Promise<LivePage>
  /**
   * Calls `wake` on new entries of a region and when the hub closes. Returns a function that
   * unsubscribes. The hub polls the store only while it has subscribers.
   */
  listen(region: Region, wake: () => void): () => void
  readonly isClosed: boolean
  /** Ends all streams and stops polling the store. */
  close(): void
}

/** Options of {@link createLiveHub}. */
export interface LiveHubOptions {
  readonly store: Pick<HistoryStore, 'newestLive' | 'liveAfter'>
  readonly clock: Pick<Clock, 'after'>
  /** Called with the error of a failed poll of the store; the hub retries. */
  readonly onFault: (error: unknown) => void
}

/** Interval of polling the newest sequence number while there are subscribers, in milliseconds. */
export const POLL_INTERVAL_MS = 500

/** Entries cached per region for streams that lag slightly: some minutes of a busy event. */
export const RECENT_MAX = 1_000

/** Entries per read of the store. */
const READ_MAX = 500

/** The newest entries of a region: all after `from` and up to `upTo`. */
interface Recent {
  entries: EncodedEntry[]
  from: number
  upTo: number
  /** The read in progress that continues from `upTo`, if any. */
  reading: Promise<void> | undefined
}

/**
 * Creates the live hub of a process. While it has subscribers, it polls the newest sequence number
 * of the store every 500 ms and reads entries when the number has grown; all streams share them.
 * Clients that reconnect further behind read the store; equal concurrent reads are coalesced.
 */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  return new PollingHub(options)
}

class PollingHub implements LiveHub {
  readonly #options: LiveHubOptions
  readonly #listeners = new Map<Region, Set<() => void>>()
  readonly #recents = new Map<Region, Recent>()
  readonly #coalesce = singleFlight<LivePage>()
  #cancel: (() => void) | undefined
  #isClosed = false

  constructor(options: LiveHubOptions) {
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  newest(): Promise<number> {
    return this.#options.store.newestLive()
  }

  async after(region: Region, seq: number): Promise<LivePage> {
    const { from, upTo, entries } = await this.#recentOf(region)
    if (seq < from) return this.#coalesce(`${region} ${seq}`, () => this.#read(region, seq))
    const known = entries.findLastIndex((entry) => entry.seq <= seq)
    return { entries: entries.slice(known + 1), upTo: Math.max(upTo, seq), missed: false }
  }

  listen(region: Region, wake: () => void): () => void {
    const wakers = this.#listeners.get(region) ?? new Set()
    this.#listeners.set(region, wakers.add(wake))
    this.#schedule()
    return () => {
      wakers.delete(wake)
      if (wakers.size === 0 && this.#listeners.get(region) === wakers) {
        this.#listeners.delete(region)
      }
    }
  }

  close(): void {
    this.#isClosed = true
    this.#cancel?.()
    for (const region of REGIONS) this.#wakeAll(region)
  }

  #wakeAll(region: Region): void {
    for (const wake of this.#listeners.get(region) ?? []) wake()
  }

  #schedule(): void {
    if (this.#cancel !== undefined || this.#isClosed || this.#listeners.size === 0) return
    this.#cancel = this.#options.clock.after(POLL_INTERVAL_MS, () => void this.#poll())
  }

  async #poll(): Promise<void> {
    const { store, onFault } = this.#options
    try {
      const newest = await store.newestLive()
      for (const [region, recent] of this.#recents) {
        if (this.#listeners.has(region)) await this.#refresh(region, recent, newest)
        else this.#recents.delete(region)
      }
    } catch (error) {
      onFault(error)
    }
    this.#cancel = undefined
    this.#schedule()
  }

  async #recentOf(region: Region): Promise<Recent> {
    const known = this.#recents.get(region)
    if (known !== undefined) {
      await known.reading
      return known
    }
    const newest = await this.newest()
    const from = Math.max(0, newest - RECENT_MAX)
    const fresh = { entries: [], from, upTo: from, reading: undefined }
    const recent = this.#recents.get(region) ?? fresh
    this.#recents.set(region, recent)
    await this.#refresh(region, recent, newest)
    return recent
  }

  /** Updates the cached entries of a region. Concurrent calls share one read. */
  #refresh(region: Region, recent: Recent, newest: number): Promise<void> {
    recent.reading ??= this.#readUpTo(region, recent, newest).finally(() => {
      recent.reading = undefined
    })
    return recent.reading
  }

  async #readUpTo(region: Region, recent: Recent, newest: number): Promise<void> {
    while (recent.upTo < newest) {
      const { entries, upTo, missed } = await this.#read(region, recent.upTo)
      // Streams cannot continue across missing entries: drop the ones before.
      if (missed) Object.assign(recent, { entries: [], from: (entries[0]?.seq ?? upTo + 1) - 1 })
      recent.entries.push(...entries)
      recent.upTo = upTo
      const dropped = recent.entries.splice(0, recent.entries.length - RECENT_MAX)
      recent.from = dropped.at(-1)?.seq ?? recent.from
      if (entries.length > 0 || missed) this.#wakeAll(region)
    }
  }

  async #read(region: Region, seq: number): Promise<LivePage> {
    const { store } = this.#options
    // Read the number first: entries written in between belong to the next poll.
    const newest = await store.newestLive()
    const { entries, missed } = await store.liveAfter(region, seq, READ_MAX)
    const last = entries.at(-1)?.seq ?? seq
    const upTo = entries.length < READ_MAX ? Math.max(newest, last) : last
    return { entries: entries.map(encoded), upTo, missed }
  }
}

function encoded(entry: LiveEntry): EncodedEntry {
  const { seq, liveEvent } = entry
  return {
    seq,
    type: liveEvent.type,
    board: boardFilterKeyOf(liveEvent),
    text: encodeLiveEntry(entry),
  }
}
