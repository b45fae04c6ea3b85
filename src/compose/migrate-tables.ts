import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import { ACCOUNT_MIGRATIONS } from '../stores/accounts/migrations.ts'
import { openDatabase as openFile } from '../stores/embedded/open-database.ts'
import { HISTORY_MIGRATIONS } from '../stores/history/migrations.ts'
import { USAGE_MIGRATIONS } from '../stores/usage/migrations.ts'
import type { MigrationPlan, MigrationState } from '../stores/run-migrations.ts'
import { dataPaths } from './data-paths.ts'
import { makeDataFolder } from './make-data-folder.ts'

/** Brings all tables up to date, or with `dryRun` only looks. Returns what it found, of the accounts first. */
export async function migrateTables(
  config: Config,
  clock: Pick<Clock, 'after'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<MigrationState> {
  const { accounts, history, usage } = dataPaths(config.dataDir)
  if (config.databaseUrl === undefined && !dryRun) makeDataFolder(config)
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
  // Loaded only here: who has no Postgres does not wait for its driver.
  const { openDatabase } = await import('../stores/postgres/open-database.ts')
  const options = { migrate: !dryRun, connectionsMax: 1 }
  const { migrations, close } = await openDatabase(url, clock, plan, options)
  await close()
  return migrations
}
