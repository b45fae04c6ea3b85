import { sql, type RawBuilder } from '#libraries/kysely'
import { LeaseLost, type CollectorLease, type HistoryStore } from '../history-store.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { HistoryDatabase } from './history-schema.ts'

/** The time by which leases end, in Unix milliseconds: one for all processes that share a store. */
export interface StoreTime {
  readonly now: () => RawBuilder<number>
  /** Whether it is a clock of the store, not of the machine of its caller. */
  readonly isOwn: boolean
}

/** The time of the Postgres server. */
export const POSTGRES_TIME: StoreTime = {
  now: () => sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  isOwn: true,
}

/** The wall time of this machine, which all processes with an embedded store share. */
export function machineTime(clock: Pick<Clock, 'nowMs'>): StoreTime {
  return { now: () => sql<number>`${clock.nowMs()}`, isOwn: false }
}

interface LeaseRow {
  readonly epoch: number
  readonly store_ms: number | string
}

/** Creates the collector lease in SQL. Each call is one statement and needs no transaction. */
export function createLease(
  database: HistoryDatabase,
  { now, isOwn }: StoreTime,
): Pick<HistoryStore, 'acquireLease' | 'releaseLease'> {
  return {
    acquireLease: async (holder, forMs, held) => {
      const isHeld = held === undefined ? sql`1 = 0` : sql`epoch = ${held.epoch}`
      const { rows } = await sql<LeaseRow>`
        update history_lease set
          epoch = case when ${isHeld} then epoch else epoch + 1 end,
          holder = ${holder},
          expires_at_ms = ${now()} + ${forMs}
        where id = 1 and (${isHeld} or holder = ${holder} or expires_at_ms <= ${now()})
        returning epoch, ${now()} as store_ms`.execute(database)
      const [row] = rows
      if (row === undefined) return undefined
      const { epoch, store_ms: storeMs } = row
      return isOwn ? { epoch, storeMs: Number(storeMs) } : { epoch }
    },
    releaseLease: async ({ epoch }) => {
      await sql`
        update history_lease set epoch = epoch + 1, holder = '', expires_at_ms = 0
        where id = 1 and epoch = ${epoch}`.execute(database)
    },
  }
}

/**
 * Runs work in a transaction that locks the lease row, so writers queue. Leaves the lease
 * unchanged.
 */
export function inTurn<Result>(
  database: HistoryDatabase,
  work: (transaction: HistoryDatabase) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('history_lease')
      .set((eb) => ({ epoch: eb.ref('epoch') }))
      .where('id', '=', 1)
      .execute()
    return work(transaction)
  })
}

/** A transaction that has proven the lease. */
export interface FencedTransaction {
  readonly transaction: HistoryDatabase
  /** The number of the newest live entry; the reserved `liveEntries` end with it. */
  readonly liveSeq: number
}

/**
 * Runs work in a transaction, only while the caller has the lease. The first statement locks the
 * lease row: other writers and takeovers wait, so live entries are numbered in the order in which
 * they become visible. Rejects with {@link LeaseLost}.
 */
export async function fenced<Result>(
  database: HistoryDatabase,
  { epoch }: CollectorLease,
  liveEntries: number,
  work: (fenced: FencedTransaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('history_lease')
      .set(({ eb }) => ({ live_seq: eb('live_seq', '+', liveEntries) }))
      .where('id', '=', 1)
      .where('epoch', '=', epoch)
      .returning('live_seq')
      .executeTakeFirst()
    if (row === undefined) throw new LeaseLost()
    return work({ transaction, liveSeq: row.live_seq })
  })
}
