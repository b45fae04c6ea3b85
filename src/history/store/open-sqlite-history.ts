import { machineTime } from '../../platform/sql/sql-lease.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { HistoryStore } from '../history-store.ts'
import { createHistoryStore } from './sql-history-store.ts'
import { openHistoryOnUse } from './worker/history-calls.ts'
import { HISTORY_MIGRATIONS } from './migrations/history-migrations.ts'
import type { HistoryTables } from './history-schema.ts'
import { openDatabase } from '../../platform/sql/open-sqlite-database.ts'

/**
 * Opens the history in `history.db` on first use, creating the file if needed. Blocks the calling
 * thread: for commands and for worker threads. Leases expire by the wall clock, which all processes
 * of a machine share.
 */
export function openHistory(path: string, clock: Pick<Clock, 'nowMs'>): HistoryStore {
  return openHistoryOnUse(async () => {
    const { database } = await openDatabase<HistoryTables>(path, HISTORY_MIGRATIONS, true)
    return createHistoryStore({
      database,
      storeTime: machineTime(clock),
      close: () => database.destroy(),
    })
  })
}
