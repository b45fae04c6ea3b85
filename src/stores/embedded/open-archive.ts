import type { HistoryArchive } from '../../domain/history-archive.ts'
import { createHistoryArchive } from '../history/archive/history-archive.ts'
import { HISTORY_MIGRATIONS } from '../history/migrations.ts'
import type { HistoryTables } from '../history/schema.ts'
import { openDatabase } from './open-database.ts'

/** The archive of `history.db`, which is made when it is new. It answers on the thread that asks. */
export async function openEmbeddedArchive(path: string): Promise<HistoryArchive> {
  const { database } = await openDatabase<HistoryTables>(path, HISTORY_MIGRATIONS, true)
  return createHistoryArchive(database, () => database.destroy())
}
