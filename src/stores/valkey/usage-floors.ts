import type { Clock } from '../../domain/clock.ts'
import type { DayUsage, DayUsageRow } from '../../domain/day-usage.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import type { WindowCount } from '../../domain/quota-window.ts'

/** Keeps day counts where they outlive the store and this node. */
export interface UsageFloors {
  /** Notes what the store has come to with a charge, and fetches what others have written when the developer is new on that day. */
  note(developerId: string, day: WindowCount): void
  /** Writes what has changed, for at most `withinMs`. */
  close(withinMs: number): Promise<void>
}

/** What the keeping is made with. */
export interface UsageFloorsSettings {
  readonly clock: Pick<Clock, 'after'>
  readonly usage: DayUsage
  /** Hears what was written of a developer's day, by any node. */
  readonly onRead: (developerId: string, day: WindowCount) => void
  readonly onFailed: (error: unknown) => void
}

/** So late may what is written be: what a store that is wiped and a node that is killed at once can forget. */
const WRITE_MS = 5_000

/** The most rows in one write. */
const ROWS = 1_000

/** Starts the keeping. Nothing of it is on the way of a request. */
export function createUsageFloors({
  clock,
  usage,
  onRead,
  onFailed,
}: UsageFloorsSettings): UsageFloors {
  /** The day of which each developer's row was asked for. */
  let asked = new Map<string, number>()
  let newest = 0
  let failed: string[] = []
  let changed = new Map<string, DayUsageRow>()
  let writing = Promise.resolve()

  const read = async (developerId: string, index: number) => {
    try {
      onRead(developerId, { index, count: await usage.read(developerId, index) })
    } catch (error) {
      failed.push(developerId)
      onFailed(error)
    }
  }
  const write = async () => {
    // Not sooner: while the database is away, every request would ask it again.
    for (const developerId of failed) asked.delete(developerId)
    failed = []
    const rows = [...changed.values()]
    changed = new Map()
    for (let from = 0; from < rows.length; from += ROWS) {
      const some = rows.slice(from, from + ROWS)
      try {
        await usage.write(some)
      } catch (error) {
        // They go with the next write, unless a newer count of the same day has come.
        for (const row of some) if (!changed.has(nameOf(row))) changed.set(nameOf(row), row)
        onFailed(error)
      }
    }
  }
  const writeInTurn = () => (writing = writing.then(write))
  let closed = false
  let cancel = () => {}
  const plan = () => {
    if (!closed) cancel = clock.after(WRITE_MS, () => void writeInTurn().then(plan))
  }
  plan()

  return {
    note: (developerId, { index, count }) => {
      if (index > newest) {
        newest = index
        asked = new Map()
      }
      if (asked.get(developerId) !== index) {
        asked.set(developerId, index)
        void read(developerId, index)
      }
      const row = { developerId, day: index, used: count }
      const before = changed.get(nameOf(row))
      if (count > 0 && (before?.used ?? 0) < count) changed.set(nameOf(row), row)
    },
    close: async (withinMs) => {
      closed = true
      cancel()
      await settlesWithin(clock, withinMs, writeInTurn())
    },
  }
}

function nameOf({ developerId, day }: DayUsageRow): string {
  return `${day} ${developerId}`
}
