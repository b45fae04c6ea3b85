import type { Clock } from '../../platform/time/clock.ts'
import type { UsageStore } from '../usage-store.ts'
import { USAGE_MIGRATIONS } from './usage-migrations.ts'
import type { OnMigrations } from '../../platform/sql/run-migrations.ts'
import type { UsageTables } from './usage-schema.ts'
import { openUsageOnUse } from './usage-calls.ts'
import { createUsageStore } from './usage-rows.ts'
import { openDatabase } from '../../platform/sql/open-postgres-database.ts'

/** Maximum connections of one node: one for writing, one for reading. */
const CONNECTIONS_MAX = 2

/** Milliseconds for a statement. The server's statement timeout is shorter. */
const STATEMENT_MS = 12_000

/** Opens usage in the database of the accounts. Connects on first use. */
export function openPostgresUsage(
  url: string,
  clock: Pick<Clock, 'after'>,
  onMigrations?: OnMigrations,
): UsageStore {
  return openUsageOnUse(async (signal) => {
    const options = { migrate: true, connectionsMax: CONNECTIONS_MAX, signal }
    const { using, migrations, close } = await openDatabase(url, clock, USAGE_MIGRATIONS, options)
    onMigrations?.(migrations)
    return createUsageStore({ database: using<UsageTables>({ statementMs: STATEMENT_MS }), close })
  })
}
