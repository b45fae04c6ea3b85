import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { checkStores } from '../compose/check-stores.ts'
import { machine } from '../compose/world.ts'
import {
  ConfigError,
  effectiveSettings,
  readConfig,
  type Config,
  type Environment,
} from '../config.ts'
import { printTable } from './print.ts'

/** Adds `backline config check`: what is in force, or everything that is wrong with it. */
export function addConfig(program: Command, environment: Environment): void {
  program
    .command('config')
    .description('settings')
    .command('check')
    .description('show the effective settings, secrets hidden; fails when something is wrong')
    .action(async () => {
      const config = readConfig(environment)
      checkFolder(config)
      await checkStores(config, machine.clock)
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

/** Fails when the data folder could not be made or written. */
function checkFolder({ dataDir }: Config): void {
  let folder = resolve(dataDir)
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory()) {
    throw new ConfigError([`BACKLINE_DATA_DIR: ${folder} is no folder.`])
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError([`BACKLINE_DATA_DIR: ${folder} cannot be written by this user.`])
  }
}
