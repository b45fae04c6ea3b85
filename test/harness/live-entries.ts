import type { HistoryStore } from '../../src/history/history-store.ts'
import type { LiveEntry } from '../../src/history/live-entry.ts'
import type { Region } from '../../src/game/region.ts'

/** The live entries of a history store, in memory, with read counts. */
export interface LiveEntries extends Pick<HistoryStore, 'newestLive' | 'liveAfter'> {
  /** Adds an entry about an event board; `skip` leaves a hole in the numbers before it. */
  add(region: Region, eventId: string, skip?: number): LiveEntry
  /** Deletes the entries up to a number. */
  keepAfter(seq: number): void
  /** Rejects every call while set. */
  fault: Error | undefined
  readonly looks: number
  readonly reads: number
}

/** Creates an empty list of live entries. */
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
        liveEvent: { type: 'snapshot', board, fetchedAtMs: newest, rows: [] },
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
