import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import { addDataDemo } from './data-demo.ts'
import { addDataExport } from './data-export.ts'
import { addDataImport } from './data-import.ts'

/** Adds `backline data …`, which creates, imports and exports the embedded game data. */
export function addData(program: Command, environment: Environment): void {
  const data = program
    .command('data')
    .description('create, import and export the embedded game data')
  addDataDemo(data, environment)
  addDataImport(data, environment)
  addDataExport(data, environment)
}
