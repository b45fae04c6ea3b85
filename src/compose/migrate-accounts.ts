import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import { MIGRATIONS } from '../stores/accounts/migrations.ts'
import type { MigrationState } from '../stores/accounts/run-migrations.ts'
import { dataPaths } from './data-paths.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openAccounts } from './open-accounts.ts'

/** Brings the accounts' tables up to date, or with `dryRun` only looks. Returns what it found. */
export async function migrateAccounts(
  config: Config,
  clock: Pick<Clock, 'after'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<MigrationState> {
  const { accounts: file } = dataPaths(config.dataDir)
  if (dryRun && config.databaseUrl === undefined && !existsSync(file)) {
    return { executed: [], pending: MIGRATIONS.map(({ name }) => name), newer: [] }
  }
  if (config.databaseUrl === undefined) makeDataFolder(config)
  const { migrations, close } = await openAccounts(config, clock, { migrate: !dryRun })
  await close()
  return migrations
}
