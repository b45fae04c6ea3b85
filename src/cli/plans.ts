import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import { COMMAND } from '../domain/audit.ts'
import { NO_PLAN, type PlanEntry } from '../domain/plan-store.ts'
import { QUOTA_NAMES } from '../domain/quota.ts'
import { UsageError } from './explain.ts'
import { print, printJson, printTable } from './print.ts'
import { readName } from './read-name.ts'
import { readLimitChanges, type LimitOptions } from './read-option.ts'
import { withAccounts } from './with-accounts.ts'

/** Adds `backline plans …`: limits under a name, for many developers. */
export function addPlans(program: Command, environment: Environment): void {
  const plans = program.command('plans').description('limits under a name, for many developers')

  plans
    .command('list')
    .description('all plans; a limit that a plan does not set is the default')
    .option('--json', 'answer in JSON')
    .action(({ json }: { json?: true }) =>
      withAccounts(environment, async ({ plans: store }) => {
        const entries = await store.list()
        if (json === true) return printJson(entries)
        if (entries.length === 0) {
          return print('There are no plans yet. "backline plans set" makes one.')
        }
        show(entries)
      }),
    )

  plans
    .command('set <name>')
    .description(
      'make a plan, or set limits of it; those not given stay; takes effect within a second',
    )
    .option('--minute <n>', 'requests per UTC minute, or: default')
    .option('--day <n>', 'requests per UTC day, or: default')
    .option('--concurrency <n>', 'requests at one time, or: default')
    .option('--json', 'answer in JSON')
    .action((text: string, options: LimitOptions & { json?: true }) =>
      withAccounts(environment, async ({ plans: store }) => {
        const name = readName(text, '<name>')
        if (name === NO_PLAN) {
          throw new UsageError(
            'A plan cannot be called none: that is what having no plan is called.',
          )
        }
        const entry = await store.set(COMMAND, name, readLimitChanges(options))
        if (options.json === true) printJson(entry)
        else show([entry])
      }),
    )

  plans
    .command('remove <name>')
    .description('remove a plan; whoever has it gets the defaults, within a second')
    .action((name: string) =>
      withAccounts(environment, async ({ plans: store }) => {
        if (!(await store.remove(COMMAND, name))) {
          throw new UsageError(
            'There is no plan of this name. "backline plans list" shows them all.',
          )
        }
        print(`The plan ${name} is removed.`)
      }),
    )
}

function show(entries: readonly PlanEntry[]): void {
  printTable(
    ['NAME', 'MINUTE', 'DAY', 'CONCURRENCY', 'DEVELOPERS'],
    entries.map(({ name, limits, developers }) => [
      name,
      ...QUOTA_NAMES.map((limit) => String(limits[limit] ?? 'default')),
      String(developers),
    ]),
  )
}
