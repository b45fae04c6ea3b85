import type { HistoryStore } from '../../src/domain/history-store.ts'
import type { LiveEntry } from '../../src/domain/live-entry.ts'
import type { Region } from '../../src/domain/region.ts'

/** The live entries of a history store, in memory, and how often they were read. */
export interface LiveEntries extends Pick<HistoryStore, 'newestLive' | 'liveAfter'> {
  /** Adds an entry about a board of an event; `skip` leaves numbers out before it. */
  add(region: Region, eventId: string, skip?: number): LiveEntry
  /** Keeps the entries behind a number alone. */
  keepAfter(seq: number): void
  /** Rejects whatever is asked while this is set. */
  fault: Error | undefined
  readonly looks: number
  readonly reads: number
}

/** Makes an empty one. */
export function createLiveEntries(): LiveEntries {
  let entries: LiveEntry[] = []
  let newest = 0
  let dropped = 0
  const counts = { looks: 0, reads: 0 }
  const made: LiveEntries = {
    add: (region, id, skip = 0) => {
      newest += 1 + skip
      const board = { region, kind: 'event', id } as const
      const entry: LiveEntry = {
        seq: newest,
        region,
        atMs: newest,
        happening: { type: 'snapshot', board, fetchedAtMs: newest, rows: [] },
      }
      entries.push(entry)
      return entry
    },
    keepAfter: (seq) => {
      dropped = Math.max(dropped, ...entries.map((entry) => entry.seq).filter((at) => at <= seq))
      entries = entries.filter((entry) => entry.seq > seq)
    },
    fault: undefined,
    get looks() {
      return counts.looks
    },
    get reads() {
      return counts.reads
    },
    newestLive: async () => {
      counts.looks += 1
      if (made.fault !== undefined) throw made.fault
      return newest
    },
    liveAfter: async (region, afterSeq, max) => {
      counts.reads += 1
      if (made.fault !== undefined) throw made.fault
      const behind = entries.filter((entry) => entry.region === region && entry.seq > afterSeq)
      return { entries: behind.slice(0, max), missed: afterSeq < dropped }
    },
  }
  return made
}
