import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import type { OnMigrations } from '../../platform/sql/run-migrations.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { HistoryStore } from '../history-store.ts'
import { openHistory as openEmbeddedHistory } from './open-sqlite-history.ts'
import { openHistoryWorker } from './worker/history-worker.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'

/** Options for opening the history. */
export interface OpenHistoryOptions {
  /** Whether to open an embedded store on this thread, for commands that need no worker thread. */
  readonly onThisThread?: boolean
  /** Called when a Postgres database is opened. */
  readonly onMigrations?: OnMigrations
}

/** Opens the history in the configured database. Connects on first use. */
export async function openHistory(
  { dataDir, databaseUrl }: DatabaseConfig,
  clock: Pick<Clock, 'after' | 'nowMs'>,
  { onThisThread = false, onMigrations }: OpenHistoryOptions = {},
): Promise<HistoryStore> {
  if (databaseUrl === undefined) {
    prepareDataDirectory({ dataDir, databaseUrl })
    const open = onThisThread ? openEmbeddedHistory : openHistoryWorker
    return open(dataPaths(dataDir).history, clock)
  }
  // Imported dynamically, so that installations without Postgres do not load its driver.
  const { openPostgresHistory } = await import('./open-postgres-history.ts')
  return openPostgresHistory(databaseUrl, clock, onMigrations)
}
