import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import type { DeveloperEntry } from '../domain/account-store.ts'
import { COMMAND } from '../domain/audit.ts'
import { QUOTA_NAMES } from '../domain/quota.ts'
import { addDeveloperStates } from './developer-states.ts'
import { UsageError } from './explain.ts'
import { addInvite } from './invite.ts'
import { knownDeveloper } from './known-developer.ts'
import { print, printJson, printTable, timeText } from './print.ts'
import { readLimitChanges, type LimitOptions } from './read-option.ts'
import { addSetRole } from './set-role.ts'
import { withAccounts } from './with-accounts.ts'

/** Adds `backline developers …`: who owns quotas, and how large they are. */
export function addDevelopers(program: Command, environment: Environment): void {
  const developers = program.command('developers').description('developers and their limits')

  developers
    .command('list')
    .description('all developers; a * marks a limit of their own')
    .option('--json', 'answer in JSON')
    .action(({ json }: { json?: true }) =>
      withAccounts(environment, async ({ developers: store }) => {
        const entries = await store.list()
        if (json === true) return printJson(entries.map(jsonOf))
        if (entries.length === 0)
          return print('There are no developers yet. "backline keys create" makes one.')
        show(entries)
      }),
    )

  developers
    .command('set-limits <name>')
    .description('set limits; those not given stay; takes effect within a second')
    .option('--minute <n>', 'requests per UTC minute, or: default')
    .option('--day <n>', 'requests per UTC day, or: default')
    .option('--concurrency <n>', 'requests at one time, or: default')
    .option('--json', 'answer in JSON')
    .action((name: string, options: LimitOptions & { json?: true }) =>
      withAccounts(environment, async ({ developers: store }) => {
        const limits = readLimitChanges(options)
        if (Object.keys(limits).length === 0) {
          throw new UsageError('Give at least one of --minute, --day and --concurrency.')
        }
        const { developerId } = await knownDeveloper(store, name)
        await store.change(COMMAND, developerId, { limits })
        const entry = await knownDeveloper(store, name)
        if (options.json === true) printJson(jsonOf(entry))
        else show([entry])
      }),
    )

  addDeveloperStates(developers, environment)
  addInvite(developers, environment)
  addSetRole(developers, environment)
}

function show(entries: readonly DeveloperEntry[]): void {
  printTable(
    ['NAME', 'MINUTE', 'DAY', 'CONCURRENCY', 'PLAN', 'STATE', 'ROLE', 'ACTIVE KEYS', 'CREATED'],
    entries.map(({ name, limits, ownLimits, plan, state, isOperator, activeKeys, createdAtMs }) => [
      name,
      ...QUOTA_NAMES.map((limit) => `${limits[limit]}${ownLimits[limit] === undefined ? '' : '*'}`),
      plan ?? '',
      state,
      isOperator ? 'operator' : 'developer',
      String(activeKeys),
      timeText(createdAtMs),
    ]),
  )
}

function jsonOf({ developerId, ...rest }: DeveloperEntry) {
  return { id: developerId, ...rest }
}
