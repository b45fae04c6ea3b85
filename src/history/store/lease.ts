import { LeaseLost, type CollectorLease } from '../history-store.ts'
import type { HistoryDatabase } from './history-schema.ts'

/** The table of the collector lease. */
export const LEASE_TABLE = 'history_lease'

/**
 * Runs work in a transaction that locks the lease row first, so that writers queue. Does not change
 * the lease.
 */
export function withWriteLock<Result>(
  database: HistoryDatabase,
  work: (transaction: HistoryDatabase) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable(LEASE_TABLE)
      .set((eb) => ({ epoch: eb.ref('epoch') }))
      .where('id', '=', 1)
      .execute()
    return work(transaction)
  })
}

/** A transaction whose lease is verified. */
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
      .updateTable(LEASE_TABLE)
      .set(({ eb }) => ({ live_seq: eb('live_seq', '+', liveEntries) }))
      .where('id', '=', 1)
      .where('epoch', '=', epoch)
      .returning('live_seq')
      .executeTakeFirst()
    if (row === undefined) throw new LeaseLost()
    return work({ transaction, liveSeq: row.live_seq })
  })
}
