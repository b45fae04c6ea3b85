import type { Clock } from '../../domain/clock.ts'
import type { HistoryArchive } from '../../domain/history-archive.ts'
import { createHistoryArchive } from '../history/archive/history-archive.ts'
import { HISTORY_MIGRATIONS } from '../history/migrations.ts'
import type { HistoryTables } from '../history/schema.ts'
import { openDatabase } from './open-database.ts'

/** Connections of one process at one time. */
const CONNECTIONS_MAX = 2

/** Milliseconds for a statement: some read or write a whole day of a board. */
const STATEMENT_MS = 60_000

/** The archive in the database of the accounts. */
export async function openPostgresArchive(
  url: string,
  clock: Pick<Clock, 'after'>,
): Promise<HistoryArchive> {
  const options = { migrate: true, connectionsMax: CONNECTIONS_MAX }
  const { using, close } = await openDatabase(url, clock, HISTORY_MIGRATIONS, options)
  return createHistoryArchive(using<HistoryTables>(STATEMENT_MS), close)
}
