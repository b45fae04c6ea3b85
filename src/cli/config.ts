import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { checkStores } from '../app/stores/check-stores.ts'
import { systemPlatform } from '../platform/platform.ts'
import { effectiveSettings, readConfig, type Config } from '../app/config/read-config.ts'
import { ConfigError, type Environment } from '../platform/config/config-error.ts'
import { printTable } from './output/print.ts'

/** Adds `backline config check`, which prints the effective settings or every problem with them. */
export function addConfig(program: Command, environment: Environment): void {
  program
    .command('config')
    .description('settings')
    .command('check')
    .description('show the effective settings with secrets hidden; fails when a setting is invalid')
    .action(async () => {
      const config = readConfig(environment)
      checkFolder(config)
      await checkStores(config, systemPlatform.clock)
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

/** Throws when the data folder cannot be created or written. */
function checkFolder({ dataDir }: Config): void {
  let folder = resolve(dataDir)
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory()) {
    throw new ConfigError([`BACKLINE_DATA_DIR: ${folder} is not a folder.`])
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError([`BACKLINE_DATA_DIR: this user cannot write to ${folder}.`])
  }
}
