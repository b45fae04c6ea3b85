import type { Command } from 'commander'
import { effectiveSettings, readConfig, type Environment } from '../config.ts'
import { printTable } from './print.ts'

/** Adds `backline config check`: what is in force, or everything that is wrong with it. */
export function addConfig(program: Command, environment: Environment): void {
  program
    .command('config')
    .description('settings')
    .command('check')
    .description('show the effective settings, secrets hidden; fails when something is wrong')
    .action(() => {
      readConfig(environment)
      printTable(
        ['SETTING', 'VALUE', 'FROM', 'MEANING'],
        effectiveSettings(environment).map(({ name, value, source, meaning }) => [
          name,
          value,
          source,
          meaning,
        ]),
      )
    })
}
