import type { Clock } from '../../../platform/time/clock.ts'
import { POSTGRES_TIME } from '../../../platform/sql/sql-lease.ts'
import type { HistoryArchive } from '../../history-archive.ts'
import { createHistoryArchive } from './archive-rows.ts'
import { HISTORY_MIGRATIONS } from '../migrations/history-migrations.ts'
import type { HistoryTables } from '../history-schema.ts'
import { openDatabase } from '../../../platform/sql/open-postgres-database.ts'

/** Maximum connections per process. */
const CONNECTIONS_MAX = 2

/** Statement timeout in milliseconds: some statements read or write a whole day of a board. */
const STATEMENT_MS = 60_000

/** Opens the archive in the Postgres database of the accounts. */
export async function openPostgresArchive(
  url: string,
  clock: Pick<Clock, 'after'>,
): Promise<HistoryArchive> {
  const options = { migrate: true, connectionsMax: CONNECTIONS_MAX }
  const { using, close } = await openDatabase(url, clock, HISTORY_MIGRATIONS, options)
  const database = using<HistoryTables>({ statementMs: STATEMENT_MS })
  return createHistoryArchive({ database, storeTime: POSTGRES_TIME, clock, close })
}
