import type { Command } from 'commander'
import { migrateTables } from '../app/stores/migrate-tables.ts'
import { systemPlatform } from '../platform/platform.ts'
import { readConfig } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { print, printJson } from './output/print.ts'

interface MigrateOptions {
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Adds `backline migrate`, which migrates the tables of accounts and history. */
export function addMigrate(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .description('migrate the tables of accounts and history; every start does it too')
    .option('--dry-run', 'only list pending migrations')
    .option('--json', 'print JSON')
    .action(async ({ dryRun = false, json = false }: MigrateOptions) => {
      const config = readConfig(environment)
      const found = await migrateTables(config, systemPlatform.clock, { dryRun })
      const { pending, newer } = found
      if (json) return printJson({ ...found, dryRun })
      if (pending.length === 0) print('The tables are up to date.')
      else if (dryRun) print(`Pending migrations: ${pending.join(', ')}.`)
      else print(`Applied: ${pending.join(', ')}. The tables are up to date.`)
      if (newer.length > 0)
        print(`Migrations of a newer version, compatible with this one: ${newer.join(', ')}.`)
    })
}
