import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { OpenAccounts, OpenAccountsOptions } from './open-accounts.ts'
import { openAccounts as openEmbeddedAccounts } from './sqlite/open-sqlite-accounts.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'

/** Opens the configured accounts. Rejects with a message for the operator. */
export async function openAccounts(
  { dataDir, databaseUrl }: DatabaseConfig,
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  options: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  if (databaseUrl === undefined)
    return openEmbeddedAccounts(dataPaths(dataDir).accounts, clock, options)
  // Imported on demand, so that SQLite users do not load the Postgres driver.
  const { openPostgresAccounts } = await import('./postgres/open-postgres-accounts.ts')
  return openPostgresAccounts(databaseUrl, clock, options)
}
