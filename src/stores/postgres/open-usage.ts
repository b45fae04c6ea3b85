import type { Clock } from '../../domain/clock.ts'
import type { UsageStore } from '../../domain/usage-store.ts'
import { USAGE_MIGRATIONS } from '../usage/migrations.ts'
import type { UsageTables } from '../usage/schema.ts'
import { openUsageOnUse } from '../usage/usage-calls.ts'
import { createUsageStore } from '../usage/usage-store.ts'
import { openDatabase } from './open-database.ts'

/** Connections of one node at one time: one that writes, and one for whoever looks. */
const CONNECTIONS_MAX = 2

/** Milliseconds for a statement. The server ends it before. */
const STATEMENT_MS = 12_000

/** Usage in the database of the accounts, opened as soon as it is first asked for. */
export function openPostgresUsage(url: string, clock: Pick<Clock, 'after'>): UsageStore {
  return openUsageOnUse(async () => {
    const options = { migrate: true, connectionsMax: CONNECTIONS_MAX }
    const { using, close } = await openDatabase(url, clock, USAGE_MIGRATIONS, options)
    return createUsageStore({ database: using<UsageTables>(STATEMENT_MS), close })
  })
}
