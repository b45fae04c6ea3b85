import type { UsageStore } from '../usage-store.ts'
import { USAGE_MIGRATIONS } from './usage-migrations.ts'
import type { UsageTables } from './usage-schema.ts'
import { openUsageOnUse } from './usage-calls.ts'
import { createUsageStore } from './usage-rows.ts'
import { openDatabase } from '../../platform/sql/open-sqlite-database.ts'

/**
 * Opens usage in `usage.db`, created on first use. Calls block the current thread: for commands,
 * and for the dedicated thread.
 */
export function openUsage(path: string): UsageStore {
  return openUsageOnUse(async () => {
    const { database } = await openDatabase<UsageTables>(path, USAGE_MIGRATIONS, true)
    return createUsageStore({ database, close: () => database.destroy() })
  })
}
