import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import type { DeveloperEntry } from '../domain/account-store.ts'
import { COMMAND } from '../domain/audit.ts'
import type { DeveloperStore } from '../domain/developer-store.ts'
import { NO_PLAN } from '../domain/plan-store.ts'
import { UsageError } from './explain.ts'
import { knownDeveloper } from './known-developer.ts'
import { print, printJson } from './print.ts'
import { withAccounts } from './with-accounts.ts'

/** The commands that change how a developer stands, and what each says then. */
const CHANGES: readonly {
  readonly command: 'suspend' | 'reinstate' | 'approve'
  readonly description: string
  readonly says: string
}[] = [
  {
    command: 'suspend',
    description: 'refuse all keys of a developer within a second, and end their sessions',
    says: 'is suspended: all keys are refused within a second, and every session is over',
  },
  {
    command: 'reinstate',
    description: 'accept the keys of a suspended developer again',
    says: 'is not suspended: keys that were neither revoked nor expired are accepted',
  },
  {
    command: 'approve',
    description: 'let a developer who waits for approval make keys in the portal',
    says: 'is approved and may make keys in the portal',
  },
]

/** Adds `backline developers suspend|reinstate|approve|set-plan`: how developers stand, and what they get. */
export function addDeveloperStates(developers: Command, environment: Environment): void {
  for (const { command, description, says } of CHANGES) {
    developers
      .command(`${command} <name>`)
      .description(description)
      .option('--json', 'answer in JSON')
      .action((name: string, { json }: { json?: true }) =>
        withAccounts(environment, async ({ developers: store }) => {
          const { developerId } = await knownDeveloper(store, name)
          await store[command](COMMAND, developerId)
          await say(store, name, json, `The developer ${name} ${says}.`)
        }),
      )
  }

  developers
    .command('set-plan <name> <plan>')
    .description(
      'give a developer the limits of a plan, where they have none of their own; or: none',
    )
    .option('--json', 'answer in JSON')
    .action((name: string, plan: string, { json }: { json?: true }) =>
      withAccounts(environment, async ({ developers: store }) => {
        const { developerId } = await knownDeveloper(store, name)
        const changes = { plan: plan === NO_PLAN ? null : plan }
        if ((await store.change(COMMAND, developerId, changes)) === 'no_plan') {
          throw new UsageError(
            'There is no plan of this name. "backline plans list" shows them all.',
          )
        }
        const has = plan === NO_PLAN ? 'has no plan' : `has the plan ${plan}`
        await say(store, name, json, `The developer ${name} ${has}.`)
      }),
    )
}

async function say(
  store: DeveloperStore,
  name: string,
  json: true | undefined,
  text: string,
): Promise<void> {
  if (json === undefined) return print(text)
  const { developerId, ...rest }: DeveloperEntry = await knownDeveloper(store, name)
  printJson({ id: developerId, ...rest })
}
