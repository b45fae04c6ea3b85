import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import { COMMAND } from '../accounts/audit-note.ts'
import { UsageError } from './output/explain-error.ts'
import { EXISTING } from './developer-states.ts'
import { confirmedDeveloper, knownDeveloper } from './options/find-developer.ts'
import { print } from './output/print.ts'
import { withAccounts } from './options/with-accounts.ts'

const ROLES = ['operator', 'developer'] as const

/** Adds `backline developers set-role`, which grants or removes the operator role. */
export function addSetRole(developers: Command, environment: Environment): void {
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
