import { HISTORY_MIGRATIONS } from '../../history/store/migrations/history-migrations.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'
import { openDatabase } from '../../platform/sql/open-sqlite-database.ts'
import type { MigrationState, OnMigrations } from '../../platform/sql/run-migrations.ts'
import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { USAGE_MIGRATIONS } from '../../usage/store/usage-migrations.ts'
import type { AppPlatform } from '../app-platform.ts'

/**
 * Returns a function that observes the migrations found on opening tables: `history.migrated` or
 * `usage.migrated` for those applied, `history.newer` or `usage.newer` for those of a newer
 * version.
 */
export function observeMigrations(
  tables: 'history' | 'usage',
  observe: AppPlatform['observe'],
): OnMigrations {
  return ({ pending, newer }: MigrationState) => {
    if (pending.length > 0) observe({ type: `${tables}.migrated`, migrations: pending })
    if (newer.length > 0) observe({ type: `${tables}.newer`, migrations: newer })
  }
}

/**
 * Migrates the embedded history and usage before their threads open them, and observes it. With
 * Postgres it does nothing. Never rejects: a damaged file is reported when the store is used.
 */
export async function migrateEmbeddedStores(
  config: DatabaseConfig,
  observe: AppPlatform['observe'],
): Promise<void> {
  if (config.databaseUrl !== undefined) return
  prepareDataDirectory(config)
  const { history, usage } = dataPaths(config.dataDir)
  for (const [tables, path, plan] of [
    ['history', history, HISTORY_MIGRATIONS],
    ['usage', usage, USAGE_MIGRATIONS],
  ] as const) {
    try {
      const { database, migrations } = await openDatabase(path, plan, true)
      await database.destroy()
      observeMigrations(tables, observe)(migrations)
    } catch {
      // The store fails in the same way on its first use.
    }
  }
}
