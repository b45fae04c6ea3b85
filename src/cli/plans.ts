import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import { COMMAND } from '../accounts/audit-note.ts'
import { NO_PLAN, type GrantChanges, type PlanEntry } from '../accounts/plan-store.ts'
import { QUOTA_NAMES } from '../quotas/quota.ts'
import { UsageError } from './output/explain-error.ts'
import { print, printJson, printTable } from './output/print.ts'
import { readName } from './options/name-argument.ts'
import {
  readLimitChanges,
  readRegions,
  readScopes,
  type LimitOptions,
} from './options/option-values.ts'
import { withAccounts } from './options/with-accounts.ts'

/** Adds `backline plans …`, which manages named limits shared by developers. */
export function addPlans(program: Command, environment: Environment): void {
  const plans = program.command('plans').description('named limits shared by developers')

  plans
    .command('list')
    .description('list all plans; a limit that a plan does not set is the default')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) =>
      withAccounts(environment, async ({ plans: store }) => {
        const entries = await store.list()
        if (json === true) return printJson(entries)
        if (entries.length === 0) {
          return print('There are no plans yet. Create one with "backline plans set".')
        }
        show(entries)
      }),
    )

  plans
    .command('set <name>')
    .description(
      'create a plan or set its limits; omitted ones stay unchanged; takes effect within a second',
    )
    .option('--minute <n>', 'requests per UTC minute, or "default"')
    .option('--day <n>', 'requests per UTC day, or "default"')
    .option('--concurrency <n>', 'concurrent requests, or "default"')
    .option('--scopes <names>', 'what new keys may read, or "all"')
    .option('--regions <names>', 'where new keys may read, or "all"')
    .option('--json', 'print JSON')
    .action((text: string, options: LimitOptions & GrantOptions) =>
      withAccounts(environment, async ({ plans: store }) => {
        const name = readName(text, '<name>')
        if (name === NO_PLAN) {
          throw new UsageError(
            'A plan cannot be named none: this name means that a developer has no plan.',
          )
        }
        const limits = readLimitChanges(options)
        const entry = await store.set(COMMAND, name, limits, readGrants(options))
        if (options.json === true) printJson(entry)
        else show([entry])
      }),
    )

  plans
    .command('remove <name>')
    .description('remove a plan; its developers get the default limits within a second')
    .action((name: string) =>
      withAccounts(environment, async ({ plans: store }) => {
        if (!(await store.remove(COMMAND, name))) {
          throw new UsageError(
            'There is no plan with this name. Run "backline plans list" to see all plans.',
          )
        }
        print(`Removed the plan ${name}.`)
      }),
    )
}

interface GrantOptions {
  readonly scopes?: string
  readonly regions?: string
  readonly json?: true
}

/** Parses the given grants; `all` removes the restriction. */
function readGrants({ scopes, regions }: GrantOptions): GrantChanges {
  return {
    ...(scopes !== undefined && { scopes: scopes === 'all' ? null : readScopes(scopes) }),
    ...(regions !== undefined && { regions: regions === 'all' ? null : readRegions(regions) }),
  }
}

function show(entries: readonly PlanEntry[]): void {
  printTable(
    ['NAME', 'MINUTE', 'DAY', 'CONCURRENCY', 'SCOPES', 'REGIONS', 'DEVELOPERS'],
    entries.map(({ name, limits, developers, scopes, regions }) => [
      name,
      ...QUOTA_NAMES.map((limit) => String(limits[limit] ?? 'default')),
      scopes?.join(',') ?? 'all',
      regions?.join(',') ?? 'all',
      String(developers),
    ]),
  )
}
