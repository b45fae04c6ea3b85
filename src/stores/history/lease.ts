import { sql, type RawBuilder } from '#libraries/kysely'
import { LeaseLost, type CollectorLease, type HistoryStore } from '../../domain/history-store.ts'
import type { HistoryDatabase } from './schema.ts'

/** The time by which leases end, in Unix milliseconds: one for all who share a store. */
export type StoreTime = () => RawBuilder<number>

/** Who may write, in SQL. Each call is one statement, so it needs no transaction. */
export function createLease(
  database: HistoryDatabase,
  storeTime: StoreTime,
): Pick<HistoryStore, 'holdLease' | 'releaseLease'> {
  return {
    holdLease: async (holder, forMs, held) => {
      const isHeld = held === undefined ? sql`1 = 0` : sql`epoch = ${held.epoch}`
      const { rows } = await sql<CollectorLease>`
        update history_lease set
          epoch = case when ${isHeld} then epoch else epoch + 1 end,
          holder = ${holder},
          expires_at_ms = ${storeTime()} + ${forMs}
        where id = 1 and (${isHeld} or holder = ${holder} or expires_at_ms <= ${storeTime()})
        returning epoch`.execute(database)
      const [row] = rows
      return row === undefined ? undefined : { epoch: row.epoch }
    },
    releaseLease: async ({ epoch }) => {
      await sql`
        update history_lease set epoch = epoch + 1, holder = '', expires_at_ms = 0
        where id = 1 and epoch = ${epoch}`.execute(database)
    },
  }
}

/** What a holder of the lease may do, in one transaction with the proof that it still holds it. */
export interface FencedTransaction {
  readonly transaction: HistoryDatabase
  /** The number of the newest live entry; the `liveEntries` that were asked for end with it. */
  readonly liveSeq: number
}

/**
 * Does work whole or not at all, and only while nobody else was given the lease. The first statement locks the row of
 * the lease: others who write, or would take over, wait until this is done, and live entries are numbered in the order
 * in which they can be seen. Rejects with {@link LeaseLost}.
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
