import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { OpenAccounts, OpenAccountsOptions } from '../stores/accounts/open-accounts.ts'
import { openAccounts as openEmbeddedAccounts } from '../stores/embedded/open-accounts.ts'
import { dataPaths } from './data-paths.ts'

/** Opens the accounts where the settings say they are. Throws, in words for the operator, when it cannot. */
export async function openAccounts(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  clock: Pick<Clock, 'after'>,
  options: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  if (databaseUrl === undefined) return openEmbeddedAccounts(dataPaths(dataDir).accounts, options)
  // Loaded only here: who has no Postgres does not wait for its driver.
  const { openPostgresAccounts } = await import('../stores/postgres/open-accounts.ts')
  return openPostgresAccounts(databaseUrl, clock, options)
}
