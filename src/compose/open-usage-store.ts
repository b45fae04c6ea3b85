import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { UsageStore } from '../domain/usage-store.ts'
import { openUsageApart } from '../stores/embedded/open-usage-apart.ts'
import { dataPaths } from './data-paths.ts'
import { makeDataFolder } from './make-data-folder.ts'

/** Opens usage where the settings say it is. It is not touched before it is first asked for. */
export async function openUsageStore(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  clock: Pick<Clock, 'after'>,
): Promise<UsageStore> {
  if (databaseUrl === undefined) {
    makeDataFolder({ dataDir })
    return openUsageApart(dataPaths(dataDir).usage, clock)
  }
  // Loaded only here: who has no Postgres does not wait for its driver.
  const { openPostgresUsage } = await import('../stores/postgres/open-usage.ts')
  return openPostgresUsage(databaseUrl, clock)
}
