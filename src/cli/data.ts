import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import { addDataDemo } from './data-demo.ts'
import { addDataExport } from './data-export.ts'
import { addDataImport } from './data-import.ts'

/** Adds `backline data …`: the embedded game data, made, taken in and given out. */
export function addData(program: Command, environment: Environment): void {
  const data = program.command('data').description('the embedded game data, in and out')
  addDataDemo(data, environment)
  addDataImport(data, environment)
  addDataExport(data, environment)
}
