import type { Command } from 'commander'
import {
  PURPOSE_MAX,
  type AccessRequest,
  type DecisionRejection,
} from '../accounts/access-request-store.ts'
import { COMMAND } from '../accounts/audit-note.ts'
import { NO_PLAN } from '../accounts/plan-store.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { developerIdText } from './options/find-developer.ts'
import { readText } from './options/option-values.ts'
import { withAccounts } from './options/with-accounts.ts'
import { UsageError } from './output/explain-error.ts'
import { print, printJson, printTable, timeText } from './output/print.ts'

interface JsonOption {
  readonly json?: true
}

interface AnswerOption extends JsonOption {
  readonly answer?: string
}

/** Adds `backline access-requests …`, which lists and decides requests for access and for more. */
export function addAccessRequests(program: Command, environment: Environment): void {
  const requests = program
    .command('access-requests')
    .description('requests for an account or for more, which people send in the portal')

  requests
    .command('list')
    .description('list the pending requests; --all adds the newest decided ones')
    .option('--all', 'also decided requests')
    .option('--json', 'print JSON')
    .action(({ all, json }: JsonOption & { readonly all?: true }) =>
      withAccounts(environment, async ({ accessRequests }) => {
        const found = (await accessRequests.list()).filter(
          ({ state }) => all === true || state === 'pending',
        )
        if (json === true) return printJson(found.map(jsonOf))
        if (found.length === 0) return print('There are no access requests.')
        show(found)
      }),
    )

  requests
    .command('approve <id>')
    .description(
      'grant a request; a new developer gets BACKLINE_STARTER_PLAN unless --plan says else',
    )
    .option('--plan <name>', 'the plan to assign, or "none"')
    .option('--answer <text>', 'what to tell the person')
    .option('--json', 'print JSON')
    .action((id: string, options: AnswerOption & { readonly plan?: string }) =>
      withAccounts(environment, async ({ accessRequests }) => {
        const plan = options.plan === NO_PLAN ? null : options.plan
        const answer = readAnswer(options)
        printOne(unwrap(await accessRequests.approve(COMMAND, id, { plan, answer })), options)
      }),
    )

  requests
    .command('deny <id>')
    .description('deny a request')
    .option('--answer <text>', 'why, as the person reads it')
    .option('--json', 'print JSON')
    .action((id: string, options: AnswerOption) =>
      withAccounts(environment, async ({ accessRequests }) => {
        printOne(unwrap(await accessRequests.deny(COMMAND, id, readAnswer(options))), options)
      }),
    )
}

function readAnswer({ answer }: AnswerOption): string {
  return answer === undefined ? '' : readText(answer, '--answer', PURPOSE_MAX)
}

function unwrap(outcome: AccessRequest | DecisionRejection): AccessRequest {
  if (typeof outcome === 'object') return outcome
  throw new UsageError(
    {
      not_found: 'There is no request with this id. Run "backline access-requests list".',
      decided: 'This request has been decided already.',
      no_plan: 'There is no plan with this name. Run "backline plans list".',
    }[outcome],
  )
}

function printOne(request: AccessRequest, { json }: JsonOption): void {
  if (json === true) printJson(jsonOf(request))
  else show([request])
}

function show(requests: readonly AccessRequest[]): void {
  printTable(
    ['ID', 'STATE', 'KIND', 'NAME', 'CONTACT', 'PLAN', 'SINCE', 'DEVELOPER', 'PURPOSE'],
    requests.map(({ accessRequestId, state, kind, developerId, createdAtMs, ...rest }) => [
      accessRequestId,
      state,
      kind,
      rest.name,
      rest.contact,
      rest.plan ?? '',
      timeText(createdAtMs),
      developerId === undefined ? '' : developerIdText(developerId),
      rest.purpose.replaceAll('\n', ' '),
    ]),
  )
}

function jsonOf({ accessRequestId, ...rest }: AccessRequest) {
  return { id: accessRequestId, ...rest }
}
