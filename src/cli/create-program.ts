import { Command } from 'commander'
import type { Environment } from '../config.ts'
import { addConfig } from './config.ts'
import { addData } from './data.ts'
import { addDevelopers } from './developers.ts'
import { addKeys } from './keys.ts'
import { addServe } from './serve.ts'

/** The command line. It reads what it was told from `environment` alone. */
export function createProgram(environment: Environment): Command {
  const program = new Command('backline')
    .description('The open-data platform for a live game.')
    .showHelpAfterError('(--help says what there is)')
  addServe(program, environment)
  addKeys(program, environment)
  addDevelopers(program, environment)
  addData(program, environment)
  addConfig(program, environment)
  return program
}
