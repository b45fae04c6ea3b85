import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { HistoryArchive } from '../domain/history-archive.ts'
import { openEmbeddedArchive } from '../stores/embedded/open-archive.ts'
import { dataPaths } from './data-paths.ts'

/** Opens the archive of the history where the settings say it is. A data folder has to be there. */
export async function openArchive(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  clock: Pick<Clock, 'after'>,
): Promise<HistoryArchive> {
  if (databaseUrl === undefined) return openEmbeddedArchive(dataPaths(dataDir).history)
  // Loaded only here: who has no Postgres does not wait for its driver.
  const { openPostgresArchive } = await import('../stores/postgres/open-archive.ts')
  return openPostgresArchive(databaseUrl, clock)
}
