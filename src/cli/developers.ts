import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import type { DeveloperEntry } from '../accounts/account-store.ts'
import { COMMAND } from '../accounts/audit-note.ts'
import { QUOTA_NAMES } from '../quotas/quota.ts'
import { addDeveloperStates, EXISTING } from './developer-states.ts'
import { UsageError } from './output/explain-error.ts'
import { addDeveloperPersons } from './developer-persons.ts'
import { addInvite } from './invite.ts'
import { confirmedDeveloper, developerIdText, knownDeveloper } from './options/find-developer.ts'
import { print, printJson, printTable, timeText } from './output/print.ts'
import { readLimitChanges, type LimitOptions } from './options/option-values.ts'
import { withAccounts } from './options/with-accounts.ts'

/** Adds `backline developers …`, which lists developers and changes their limits and states. */
export function addDevelopers(program: Command, environment: Environment): void {
  const developers = program.command('developers').description('developers and their limits')

  developers
    .command('list')
    .description('list all developers; * marks an individual limit')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) =>
      withAccounts(environment, async ({ developers: store }) => {
        const entries = await store.list()
        if (json === true) return printJson(entries.map(jsonOf))
        if (entries.length === 0)
          return print('There are no developers yet. Create one with "backline keys create".')
        show(entries)
      }),
    )

  developers
    .command('set-limits <developer>')
    .description('set limits; omitted ones stay unchanged; takes effect within a second')
    .option('--minute <n>', 'requests per UTC minute, or "default"')
    .option('--day <n>', 'requests per UTC day, or "default"')
    .option('--concurrency <n>', 'concurrent requests, or "default"')
    .option('--json', 'print JSON')
    .option(...EXISTING)
    .action((text: string, options: LimitOptions & { json?: true; existing?: true }) =>
      withAccounts(environment, async ({ developers: store }) => {
        const limits = readLimitChanges(options)
        if (Object.keys(limits).length === 0) {
          throw new UsageError('Give at least one of --minute, --day and --concurrency.')
        }
        const { developerId } = await confirmedDeveloper(store, text, options.existing)
        await store.change(COMMAND, developerId, { limits })
        const entry = await knownDeveloper(store, text)
        if (options.json === true) printJson(jsonOf(entry))
        else show([entry])
      }),
    )

  addDeveloperStates(developers, environment)
  addInvite(developers, environment)
  addDeveloperPersons(developers, environment)
  addSetRole(developers, environment)
}

const ROLES = ['operator', 'developer'] as const

/** Adds `backline developers set-role`, which grants or removes the operator role. */
function addSetRole(developers: Command, environment: Environment): void {
  developers
    .command('set-role <developer> <role>')
    .description('set the portal role: operator or developer; takes effect at once')
    .option(...EXISTING)
    .action((who: string, text: string, { existing }: { existing?: true }) =>
      withAccounts(environment, async ({ signIn, developers: store }) => {
        const role = ROLES.find((one) => one === text)
        if (role === undefined) throw new UsageError(`The role must be ${ROLES.join(' or ')}.`)
        const isOperator = role === 'operator'
        const { developerId } = isOperator
          ? await confirmedDeveloper(store, who, existing, { always: true })
          : await knownDeveloper(store, who)
        const developer = await signIn.store.setRole(developerId, isOperator, COMMAND)
        if (developer === undefined) throw new UsageError('This developer no longer exists.')
        if (developer === 'waiting') {
          throw new UsageError(
            'This developer waits for approval. Approve them before making them an operator.',
          )
        }
        print(`${developer.name} is now ${isOperator ? 'an operator' : 'a developer'}.`)
      }),
    )
}

function show(entries: readonly DeveloperEntry[]): void {
  printTable(
    [
      'NAME',
      'MINUTE',
      'DAY',
      'CONCURRENCY',
      'PLAN',
      'STATE',
      'ROLE',
      'ACTIVE KEYS',
      'CREATED',
      'REGISTERED BY',
      'ID',
    ],
    entries.map((entry) => [
      entry.name,
      ...QUOTA_NAMES.map(
        (limit) => `${entry.limits[limit]}${entry.ownLimits[limit] === undefined ? '' : '*'}`,
      ),
      entry.plan ?? '',
      entry.state,
      entry.isOperator ? 'operator' : 'developer',
      String(entry.activeKeys),
      timeText(entry.createdAtMs),
      entry.isSelfRegistered ? 'itself' : 'operator',
      developerIdText(entry.developerId),
    ]),
  )
}

function jsonOf({ developerId, ...rest }: DeveloperEntry) {
  return { id: developerId, ...rest }
}
