import type { Clock } from '../../../platform/time/clock.ts'
import { ACCOUNT_MIGRATIONS } from '../migrations/migrations.ts'
import type { OpenAccounts, OpenAccountsOptions } from '../open-accounts.ts'
import type { AccountTables } from '../schema.ts'
import { openDatabase } from '../../../platform/sql/open-postgres-database.ts'

/** Maximum connections of one node, beside its two dedicated ones. */
const CONNECTIONS_MAX = 10

/** Connections for management; the rest is reserved for requests, whatever the management load. */
const MANAGING_MAX = 6

/**
 * Statement timeout of look-ups in milliseconds. The guard gives up earlier; this frees the
 * connection.
 */
const LOOKUP_MS = 1_000

/**
 * Limit of a management transaction in milliseconds, from the request for a connection to the end
 * of COMMIT. Below the 6 s of an answer of the portal: what the portal has answered with an error
 * must not be committed later.
 */
const MANAGEMENT_MS = 5_000

/**
 * Opens the accounts in Postgres. Rejects with an `AccountsFailure` whose message is for the
 * operator.
 */
export async function openPostgresAccounts(
  url: string,
  clock: Pick<Clock, 'after'>,
  { migrate = true }: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const options = { migrate, connectionsMax: CONNECTIONS_MAX }
  const { using, migrations, close } = await openDatabase(url, clock, ACCOUNT_MIGRATIONS, options)
  return {
    database: using<AccountTables>({ connectionsMax: MANAGING_MAX, totalMs: MANAGEMENT_MS }),
    lookups: using<AccountTables>({ statementMs: LOOKUP_MS }),
    // The database server manages its own disk.
    withReserve: (work) => work(),
    migrations,
    close,
  }
}
