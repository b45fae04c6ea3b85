import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import { addDataExport } from './data-export.ts'
import { addDataImport } from './data-import.ts'

/** Adds `backline data …`: the dataset of the data folder. */
export function addData(program: Command, environment: Environment): void {
  const data = program.command('data').description('the dataset: game data in and out')
  addDataImport(data, environment)
  addDataExport(data, environment)
}
