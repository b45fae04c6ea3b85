import type { Command } from 'commander'
import { migrateTables } from '../compose/migrate-tables.ts'
import { machine } from '../compose/world.ts'
import { readConfig, type Environment } from '../config.ts'
import { print, printJson } from './print.ts'

interface MigrateOptions {
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Adds `backline migrate`: the tables of accounts and history, brought up to date. */
export function addMigrate(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .description('bring the tables of accounts and history up to date; every start does it too')
    .option('--dry-run', 'only say what there is to do')
    .option('--json', 'answer in JSON')
    .action(async ({ dryRun = false, json = false }: MigrateOptions) => {
      const config = readConfig(environment)
      const found = await migrateTables(config, machine.clock, { dryRun })
      const { pending, newer } = found
      if (json) return printJson({ ...found, dryRun })
      if (pending.length === 0) print('The tables are up to date.')
      else if (dryRun) print(`To be done: ${pending.join(', ')}.`)
      else print(`Done: ${pending.join(', ')}. The tables are up to date.`)
      if (newer.length > 0)
        print(`Changes of a newer version, which this one works beside: ${newer.join(', ')}.`)
    })
}
