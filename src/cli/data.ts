import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import { addDataDemo } from './data-demo.ts'

/** Adds `backline data …`: the game data that is served where there is no gateway. */
export function addData(program: Command, environment: Environment): void {
  const data = program.command('data').description('the embedded game data')
  addDataDemo(data, environment)
}
