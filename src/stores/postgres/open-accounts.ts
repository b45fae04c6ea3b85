import type { Clock } from '../../domain/clock.ts'
import { ACCOUNT_MIGRATIONS } from '../accounts/migrations.ts'
import type { OpenAccounts, OpenAccountsOptions } from '../accounts/open-accounts.ts'
import type { AccountTables } from '../accounts/schema.ts'
import { openDatabase } from './open-database.ts'

/** Connections of one node at one time, beside the two that it keeps for itself. */
const CONNECTIONS_MAX = 10

/** Those of them that change accounts and show them: the others are there for requests, however many developers want something. */
const MANAGING_MAX = 6

/** Milliseconds for a look-up that a client waits for. Its guard gives up before; this frees the connection. */
const LOOKUP_MS = 1_000

/** Milliseconds for every other statement: more than the server itself allows. */
const STATEMENT_MS = 12_000

/** Opens the accounts in Postgres. Throws an `AccountsFailure`, in words for the operator, when it cannot. */
export async function openPostgresAccounts(
  url: string,
  clock: Pick<Clock, 'after'>,
  { migrate = true }: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const options = { migrate, connectionsMax: CONNECTIONS_MAX }
  const { using, migrations, close } = await openDatabase(url, clock, ACCOUNT_MIGRATIONS, options)
  return {
    database: using<AccountTables>(STATEMENT_MS, MANAGING_MAX),
    lookups: using<AccountTables>(LOOKUP_MS),
    migrations,
    close,
  }
}
