import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import type { OnMigrations } from '../../platform/sql/run-migrations.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { UsageStore } from '../usage-store.ts'
import { openUsageWorker } from './usage-worker.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'

/**
 * Opens the configured usage store. Connects on first use, and then reports migrations of Postgres.
 */
export async function openUsageStore(
  { dataDir, databaseUrl }: DatabaseConfig,
  clock: Pick<Clock, 'after' | 'nowMs'>,
  onMigrations?: OnMigrations,
): Promise<UsageStore> {
  if (databaseUrl === undefined) {
    prepareDataDirectory({ dataDir, databaseUrl })
    return openUsageWorker(dataPaths(dataDir).usage, clock)
  }
  // Loaded on demand: without Postgres its driver is not needed.
  const { openPostgresUsage } = await import('./open-postgres-usage.ts')
  return openPostgresUsage(databaseUrl, clock, onMigrations)
}
