import { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'

/** Adds one command or command group to the program. */
type Add = (program: Command, environment: Environment) => void

/** Commands by their first word, in the order of the help. Each is imported on use. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  keys: async () => (await import('./keys.ts')).addKeys,
  developers: async () => (await import('./developers.ts')).addDevelopers,
  'access-requests': async () => (await import('./access-requests.ts')).addAccessRequests,
  plans: async () => (await import('./plans.ts')).addPlans,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooks,
  incidents: async () => (await import('./incidents.ts')).addIncidents,
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
 * Creates the command-line program. It reads its configuration only from `environment`. When
 * `word`, the first argument, names a command, imports only that one: importing all of them takes
 * most of the time of a short command.
 */
export async function createProgram(environment: Environment, word = ''): Promise<Command> {
  const program = new Command('backline')
    .description('The open-data platform for a live game.')
    .showHelpAfterError('(run with --help for usage)')
  const wanted = Object.hasOwn(COMMANDS, word) ? [word] : Object.keys(COMMANDS)
  for (const name of wanted) (await COMMANDS[name]?.())?.(program, environment)
  return program
}
