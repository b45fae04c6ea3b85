import { machineTime } from '../../../platform/sql/sql-lease.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { HistoryArchive } from '../../history-archive.ts'
import { createHistoryArchive } from './archive-rows.ts'
import { HISTORY_MIGRATIONS } from '../migrations/history-migrations.ts'
import type { HistoryTables } from '../history-schema.ts'
import { openDatabase } from '../../../platform/sql/open-sqlite-database.ts'

/** Opens the archive in `history.db`, creating the file if needed. Blocks the calling thread. */
export async function openEmbeddedArchive(
  path: string,
  clock: Pick<Clock, 'nowMs' | 'after'>,
): Promise<HistoryArchive> {
  const { database } = await openDatabase<HistoryTables>(path, HISTORY_MIGRATIONS, true)
  return createHistoryArchive({
    database,
    storeTime: machineTime(clock),
    clock,
    close: () => database.destroy(),
  })
}
