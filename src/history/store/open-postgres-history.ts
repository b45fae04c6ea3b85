import type { Clock } from '../../platform/time/clock.ts'
import type { HistoryStore } from '../history-store.ts'
import { openHistoryOnUse } from './worker/history-calls.ts'
import { createHistoryStore } from './sql-history-store.ts'
import { POSTGRES_TIME } from '../../platform/sql/sql-lease.ts'
import { HISTORY_MIGRATIONS } from './migrations/history-migrations.ts'
import type { OnMigrations } from '../../platform/sql/run-migrations.ts'
import type { HistoryTables } from './history-schema.ts'
import { openDatabase } from '../../platform/sql/open-postgres-database.ts'

/** Maximum connections per node, so that the history cannot starve the accounts. */
const CONNECTIONS_MAX = 4

/** Milliseconds for a statement. The server's own timeout is shorter. */
const STATEMENT_MS = 12_000

/**
 * Opens the history in the Postgres database of the accounts, on first use. Leases expire by the
 * server's clock.
 */
export function openPostgresHistory(
  url: string,
  clock: Pick<Clock, 'after'>,
  onMigrations?: OnMigrations,
): HistoryStore {
  return openHistoryOnUse(async (signal) => {
    const options = { migrate: true, connectionsMax: CONNECTIONS_MAX, signal }
    const { using, migrations, close } = await openDatabase(url, clock, HISTORY_MIGRATIONS, options)
    onMigrations?.(migrations)
    return createHistoryStore({
      database: using<HistoryTables>({ statementMs: STATEMENT_MS }),
      storeTime: POSTGRES_TIME,
      close,
    })
  })
}
