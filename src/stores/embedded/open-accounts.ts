import type { OpenAccounts, OpenAccountsOptions } from '../accounts/open-accounts.ts'
import { ACCOUNT_MIGRATIONS } from '../accounts/migrations.ts'
import type { AccountTables } from '../accounts/schema.ts'
import { openDatabase } from './open-database.ts'

/**
 * Opens `accounts.db`, making it when it is new, and brings its tables up to date: whole or not at all, also when
 * several processes do it at once or one is killed on the way. Throws an `Error` that names the file when it cannot.
 */
export async function openAccounts(
  path: string,
  { migrate = true }: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const { database, migrations } = await openDatabase<AccountTables>(
    path,
    ACCOUNT_MIGRATIONS,
    migrate,
  )
  return { database, lookups: database, migrations, close: () => database.destroy() }
}
