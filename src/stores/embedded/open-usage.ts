import type { UsageStore } from '../../domain/usage-store.ts'
import { USAGE_MIGRATIONS } from '../usage/migrations.ts'
import type { UsageTables } from '../usage/schema.ts'
import { openUsageOnUse } from '../usage/usage-calls.ts'
import { createUsageStore } from '../usage/usage-store.ts'
import { openDatabase } from './open-database.ts'

/**
 * Usage in `usage.db`, which is made when it is new, as soon as it is first asked for. It answers on the thread that asks,
 * for as long as that takes: for commands, and for the thread that has nothing else to do.
 */
export function openUsage(path: string): UsageStore {
  return openUsageOnUse(async () => {
    const { database } = await openDatabase<UsageTables>(path, USAGE_MIGRATIONS, true)
    return createUsageStore({ database, close: () => database.destroy() })
  })
}
