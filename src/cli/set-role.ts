import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import { COMMAND } from '../domain/audit.ts'
import { UsageError } from './explain.ts'
import { unknownDeveloper } from './known-developer.ts'
import { print } from './print.ts'
import { withAccounts } from './with-accounts.ts'

const ROLES = ['operator', 'developer'] as const

/** Adds `backline developers set-role`: makes a developer an operator of the portal, or one no more. */
export function addSetRole(developers: Command, environment: Environment): void {
  developers
    .command('set-role <name> <role>')
    .description(
      'operator: may do everything in the portal; developer: no more; takes effect at once',
    )
    .action((name: string, text: string) =>
      withAccounts(environment, async ({ signIn }) => {
        const role = ROLES.find((one) => one === text)
        if (role === undefined) throw new UsageError(`The role is one of ${ROLES.join(' and ')}.`)
        const developer = await signIn.store.setRole(name, role === 'operator', COMMAND)
        if (developer === undefined) throw unknownDeveloper()
        print(`${developer.name} is ${role === 'operator' ? 'an operator' : 'a developer'}.`)
      }),
    )
}
