import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import type { DeveloperEntry } from '../accounts/account-store.ts'
import { COMMAND } from '../accounts/audit-note.ts'
import type { DeveloperStore } from '../accounts/developer-store.ts'
import { NO_PLAN } from '../accounts/plan-store.ts'
import { UsageError } from './output/explain-error.ts'
import { confirmedDeveloper, knownDeveloper } from './options/find-developer.ts'
import { print, printJson } from './output/print.ts'
import { withAccounts } from './options/with-accounts.ts'

/** The option that confirms an existing developer who receives something by name. */
export const EXISTING = [
  '--existing',
  'confirm that you mean an existing developer with this name',
] as const

interface ChangeOptions {
  readonly json?: true
  readonly existing?: true
}

/** Commands that change the state of a developer, with their confirmation texts. */
const CHANGES: readonly {
  readonly command: 'suspend' | 'reinstate' | 'approve'
  readonly description: string
  readonly message: string
  /**
   * Whether the developer gains access. A name that a stranger may have chosen is confirmed first.
   */
  readonly grantsAccess: boolean
}[] = [
  {
    command: 'suspend',
    description: 'reject all keys of a developer within a second, and end their sessions',
    message: 'is suspended: all keys are rejected within a second, and all sessions have ended',
    grantsAccess: false,
  },
  {
    command: 'reinstate',
    description: 'accept the keys of a suspended developer again',
    message: 'is no longer suspended: keys that are neither revoked nor expired work again',
    grantsAccess: true,
  },
  {
    command: 'approve',
    description: 'approve a waiting developer, who may then create keys in the portal',
    message: 'is approved and may create keys in the portal',
    grantsAccess: true,
  },
]

/** Adds `backline developers suspend|reinstate|approve|set-plan`. */
export function addDeveloperStates(developers: Command, environment: Environment): void {
  for (const { command, description, message, grantsAccess } of CHANGES) {
    const added = developers
      .command(`${command} <developer>`)
      .description(`${description}; by id (dev_…) or name`)
      .option('--json', 'print JSON')
    if (grantsAccess) added.option(...EXISTING)
    added.action((text: string, { json, existing }: ChangeOptions) =>
      withAccounts(environment, async ({ developers: store }) => {
        const { developerId, name } = grantsAccess
          ? await confirmedDeveloper(store, text, existing)
          : await knownDeveloper(store, text)
        await store[command](COMMAND, developerId)
        await printResult(store, text, json, `The developer ${name} ${message}.`)
      }),
    )
  }

  developers
    .command('set-plan <developer> <plan>')
    .description('assign a plan to a developer, or none; limits of their own take precedence')
    .option('--json', 'print JSON')
    .option(...EXISTING)
    .action((text: string, plan: string, { json, existing }: ChangeOptions) =>
      withAccounts(environment, async ({ developers: store }) => {
        const { developerId, name } = await confirmedDeveloper(store, text, existing)
        const changes = { plan: plan === NO_PLAN ? null : plan }
        if ((await store.change(COMMAND, developerId, changes)) === 'no_plan') {
          throw new UsageError(
            'There is no plan with this name. Run "backline plans list" to see all plans.',
          )
        }
        const has = plan === NO_PLAN ? 'has no plan' : `has the plan ${plan}`
        await printResult(store, text, json, `The developer ${name} ${has}.`)
      }),
    )
}

async function printResult(
  store: DeveloperStore,
  text: string,
  json: true | undefined,
  message: string,
): Promise<void> {
  if (json === undefined) return print(message)
  const { developerId, ...rest }: DeveloperEntry = await knownDeveloper(store, text)
  printJson({ id: developerId, ...rest })
}
