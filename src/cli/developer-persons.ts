import type { Command } from 'commander'
import { COMMAND } from '../accounts/audit-note.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { EXISTING } from './developer-states.ts'
import { confirmedDeveloper, knownDeveloper } from './options/find-developer.ts'
import { withAccounts } from './options/with-accounts.ts'
import { UsageError } from './output/explain-error.ts'
import { print, printJson, printTable, timeText } from './output/print.ts'

/**
 * Adds `backline developers persons|remove-person|merge`, which manage the people at the sign-in
 * provider who sign in as a developer.
 */
export function addDeveloperPersons(developers: Command, environment: Environment): void {
  developers
    .command('persons <developer>')
    .description('list the people at the sign-in provider who sign in as a developer')
    .option('--json', 'print JSON')
    .action((text: string, { json }: { readonly json?: true }) =>
      withAccounts(environment, async ({ developers: store, signIn }) => {
        const { developerId } = await knownDeveloper(store, text)
        const persons = await signIn.store.identities.list(developerId)
        if (json === true) return printJson(persons)
        if (persons.length === 0) return print('No one signs in with the provider.')
        printTable(
          ['ID', 'NAME', 'SINCE'],
          persons.map(({ identityId, name, createdAtMs }) => [
            identityId,
            name,
            timeText(createdAtMs),
          ]),
        )
      }),
    )

  developers
    .command('remove-person <id>')
    .description('unlink a person from their developer and end the sessions they started')
    .action((id: string) =>
      withAccounts(environment, async ({ signIn }) => {
        if ((await signIn.store.identities.revoke(id, COMMAND)) === undefined) {
          throw new UsageError(
            'There is no person with this id. Run "backline developers persons DEVELOPER".',
          )
        }
        print('The person can no longer sign in as this developer.')
      }),
    )

  developers
    .command('merge <from> <into>')
    .description('move the persons, applications, keys and webhooks of one developer to another')
    .option(...EXISTING)
    .action((from: string, into: string, { existing }: { readonly existing?: true }) =>
      withAccounts(environment, async ({ developers: store }) => {
        const emptied = await knownDeveloper(store, from)
        const kept = await confirmedDeveloper(store, into, existing)
        const outcome = await store.merge(COMMAND, emptied.developerId, kept.developerId)
        if (outcome !== 'merged') {
          throw new UsageError(
            {
              same: 'Both are the same developer.',
              suspended: 'One of the developers is suspended. Reinstate them first.',
              not_found: 'One of the developers no longer exists.',
            }[outcome],
          )
        }
        print(
          `Everyone and everything of ${emptied.name} now belongs to ${kept.name}. ${emptied.name} is suspended.`,
        )
      }),
    )
}
