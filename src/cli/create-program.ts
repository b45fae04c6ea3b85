import { Command } from 'commander'
import type { Environment } from '../config.ts'

/** Adds one command, or one group of commands, to the command line. */
type Add = (program: Command, environment: Environment) => void

/** The commands by their first word, in the order of the help. Each is loaded when it is wanted. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  keys: async () => (await import('./keys.ts')).addKeys,
  developers: async () => (await import('./developers.ts')).addDevelopers,
  plans: async () => (await import('./plans.ts')).addPlans,
  audit: async () => (await import('./audit.ts')).addAudit,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  data: async () => (await import('./data.ts')).addData,
  history: async () => (await import('./history.ts')).addHistory,
  watch: async () => (await import('./watch.ts')).addWatch,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  simulate: async () => (await import('./simulate.ts')).addSimulate,
  verify: async () => (await import('./verify.ts')).addVerify,
  config: async () => (await import('./config.ts')).addConfig,
}

/**
 * The command line. It reads what it was told from `environment` alone. `word` is the first one that was typed: where
 * it names a command, only that one is loaded, for loading the others takes most of the time of a short command.
 */
export async function createProgram(environment: Environment, word = ''): Promise<Command> {
  const program = new Command('backline')
    .description('The open-data platform for a live game.')
    .showHelpAfterError('(--help says what there is)')
  const wanted = Object.hasOwn(COMMANDS, word) ? [word] : Object.keys(COMMANDS)
  for (const name of wanted) (await COMMANDS[name]?.())?.(program, environment)
  return program
}
