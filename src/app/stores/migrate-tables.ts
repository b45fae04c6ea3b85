import { existsSync } from 'node:fs'
import type { Config } from '../config/read-config.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { ACCOUNT_MIGRATIONS } from '../../accounts/store/migrations/migrations.ts'
import { openDatabase as openFile } from '../../platform/sql/open-sqlite-database.ts'
import { HISTORY_MIGRATIONS } from '../../history/store/migrations/history-migrations.ts'
import { USAGE_MIGRATIONS } from '../../usage/store/usage-migrations.ts'
import type { MigrationPlan, MigrationState } from '../../platform/sql/run-migrations.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'

/**
 * Migrates the tables of all databases, or with `dryRun` only checks them. Returns the results, of
 * the accounts first.
 */
export async function migrateTables(
  config: Config,
  clock: Pick<Clock, 'after'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<MigrationState> {
  const { accounts, history, usage } = dataPaths(config.dataDir)
  if (config.databaseUrl === undefined && !dryRun) prepareDataDirectory(config)
  const states: MigrationState[] = []
  for (const [plan, file] of [
    [ACCOUNT_MIGRATIONS, accounts],
    [HISTORY_MIGRATIONS, history],
    [USAGE_MIGRATIONS, usage],
  ] as const) {
    states.push(
      config.databaseUrl === undefined
        ? await migrateFile(file, plan, dryRun)
        : await migratePostgres(config.databaseUrl, clock, plan, dryRun),
    )
  }
  const all = (list: keyof MigrationState) => states.flatMap((state) => state[list])
  return { executed: all('executed'), pending: all('pending'), newer: all('newer') }
}

async function migrateFile(
  file: string,
  plan: MigrationPlan,
  dryRun: boolean,
): Promise<MigrationState> {
  if (dryRun && !existsSync(file)) {
    return { executed: [], pending: plan.migrations.map(({ name }) => name), newer: [] }
  }
  const { database, migrations } = await openFile(file, plan, !dryRun)
  await database.destroy()
  return migrations
}

async function migratePostgres(
  url: string,
  clock: Pick<Clock, 'after'>,
  plan: MigrationPlan,
  dryRun: boolean,
): Promise<MigrationState> {
  // Loaded on demand: without Postgres its driver is not needed.
  const { openDatabase } = await import('../../platform/sql/open-postgres-database.ts')
  const options = { migrate: !dryRun, connectionsMax: 1 }
  const { migrations, close } = await openDatabase(url, clock, plan, options)
  await close()
  return migrations
}
