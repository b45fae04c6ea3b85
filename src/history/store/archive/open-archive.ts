import type { DatabaseConfig } from '../../../platform/sql/store-config.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { HistoryArchive } from '../../history-archive.ts'
import { openEmbeddedArchive } from './open-sqlite-archive.ts'
import { dataPaths } from '../../../platform/files/data-paths.ts'

/** Opens the history archive in the configured database. The data directory must exist. */
export async function openArchive(
  { dataDir, databaseUrl }: DatabaseConfig,
  clock: Pick<Clock, 'after' | 'nowMs'>,
): Promise<HistoryArchive> {
  if (databaseUrl === undefined) return openEmbeddedArchive(dataPaths(dataDir).history, clock)
  // Imported dynamically, so that installations without Postgres do not load its driver.
  const { openPostgresArchive } = await import('./open-postgres-archive.ts')
  return openPostgresArchive(databaseUrl, clock)
}
