import type { Clock } from '../../platform/time/clock.ts'
import type { DayUsage, DayUsageRow } from '../day-usage.ts'
import type { ObserveQuotas } from '../observations.ts'
import { EMPTY_WINDOW } from '../quota-window.ts'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import type { Attempt } from '../../platform/valkey/reconnecting-client.ts'
import type { ActiveLeases } from './active-leases.ts'
import type { HighWaterMarks } from './quota-batch.ts'
import type { QuotaCalls } from './quota-calls.ts'
import type { QuotaSnapshots } from './quota-snapshots.ts'

/** Restores this node's counts to a store that has lost them. */
export interface PushCounts {
  /**
   * Writes every seen count, every held lease, and the database's counts of the store's current
   * day; omits the latter when reading them fails or takes more than 500 ms. Rejects when a write
   * fails. Repeatable.
   */
  all(nowMs: number): Promise<void>
  /**
   * Writes the leases of one developer. Not repeatable with the same leases: one released in the
   * meantime would occupy its slot again until it expires.
   */
  restore(developerId: string): Promise<void>
}

/** Options of {@link createPushCounts}. */
export interface PushCountsOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  readonly observe: ObserveQuotas
  readonly usage: DayUsage | undefined
  readonly snapshots: Pick<QuotaSnapshots, 'all'>
  readonly leases: Pick<ActiveLeases, 'of' | 'developers'>
  readonly calls: Pick<QuotaCalls, 'raise' | 'restore'>
  /** Returns the deadline of one call. */
  readonly newAttempt: () => Attempt
  /** Maximum number of developers whose day counts are read from the database. */
  readonly developersMax: number
}

/** Timeout of reading day counts from the database. */
const READ_TIMEOUT_MS = 500

/** Concurrent calls of a push. */
const CHUNK = 200

/** Creates the restorer of counts. */
export function createPushCounts(options: PushCountsOptions): PushCounts {
  const { clock, observe, usage, snapshots, leases, calls, newAttempt, developersMax } = options

  const readDayCounts = async (nowMs: number): Promise<readonly DayUsageRow[]> => {
    let rows: readonly DayUsageRow[] = []
    if (usage === undefined) return rows
    try {
      const reading = usage.readDay(Math.floor(nowMs / DAY_MS), developersMax)
      const noted = reading.then((read) => (rows = read))
      await settlesWithin(clock, READ_TIMEOUT_MS, noted)
    } catch (error) {
      observe({ type: 'fault', where: 'quota.usage', error })
    }
    return rows
  }
  const restore = async (developerId: string) => {
    const nowMs = clock.monotonicMs()
    const remaining = leases
      .of(developerId)
      .map(([leaseId, expiresMs]) => [leaseId, Math.round(expiresMs - nowMs)] as const)
      .filter(([, leftMs]) => leftMs > 0)
    if (remaining.length > 0) await calls.restore(developerId, remaining, newAttempt())
  }

  return {
    restore,
    all: async (nowMs) => {
      const startMs = clock.monotonicMs()
      const reading = readDayCounts(nowMs)
      const own = [...snapshots.all()]
      await inChunks(own, ([developerId, { minute, day }]) =>
        calls.raise(developerId, { minute, day, own: 0 }, newAttempt()),
      )
      await inChunks([...leases.developers()], restore)
      const dayRows = await reading
      await inChunks(dayRows, ({ developerId, day: index, used }) => {
        const highWaterMarks: HighWaterMarks = {
          minute: EMPTY_WINDOW,
          day: { index, count: used },
          own: 0,
        }
        return calls.raise(developerId, highWaterMarks, newAttempt())
      })
      const developers = own.length + dayRows.length
      if (developers === 0) return
      const ms = Math.round(clock.monotonicMs() - startMs)
      observe({ type: 'quota.counts_pushed', developers, ms })
    },
  }
}

async function inChunks<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += CHUNK) {
    await Promise.all(items.slice(from, from + CHUNK).map(task))
  }
}
