import type { Command } from 'commander'
import { COMMAND } from '../accounts/audit-note.ts'
import { LANGUAGES } from '../platform/language.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { systemPlatform } from '../platform/platform.ts'
import { HOUR_MS } from '../platform/time/time-units.ts'
import { createWebhookService } from '../webhooks/create-webhook-service.ts'
import { parseConditions } from '../webhooks/conditions/parse-condition.ts'
import { PRESETS, type Delivery, type Webhook } from '../webhooks/webhook.ts'
import type { WebhookService } from '../webhooks/webhook-service.ts'
import { UsageError } from './output/explain-error.ts'
import { print, printJson, printTable, timeText } from './output/print.ts'
import { knownDeveloper } from './options/find-developer.ts'
import { readName } from './options/name-argument.ts'
import { readDurationMs, readRegions } from './options/option-values.ts'
import { readWord } from './options/standard-input.ts'
import { withAccounts } from './options/with-accounts.ts'

interface OwnerOption {
  readonly developer: string
  readonly json?: true
}

interface CreateOptions extends OwnerOption {
  readonly name: string
  readonly url: string
  readonly when: readonly string[]
  readonly regions: string
  readonly events?: string
  readonly preset: string
  readonly language: string
}

/** What a command of webhooks works with. */
interface Context {
  readonly service: WebhookService
  readonly owner: { readonly developerId: string; readonly name: string }
}

/** Adds `backline webhooks …`, which manages webhooks of a developer. */
export function addWebhooks(program: Command, environment: Environment): void {
  const webhooks = program
    .command('webhooks')
    .description('webhooks: messages to a URL when something happens')
  addCreate(webhooks, environment)
  addList(webhooks, environment)
  addChanges(webhooks, environment)
  addDeliveries(webhooks, environment)
}

const OWNER = ['--developer <id or name>', 'who owns the webhook'] as const

function addCreate(webhooks: Command, environment: Environment): void {
  webhooks
    .command('create')
    .description('create a webhook; its signing secret is shown once')
    .requiredOption(...OWNER)
    .requiredOption('--name <name>', 'name that its owner sees')
    .requiredOption('--url <url>', 'where messages are sent to; - reads it from standard input')
    .requiredOption(
      '--when <conditions...>',
      'such as event.started event.ending:3 cutoff.passed:1000:1500000',
    )
    .requiredOption('--regions <regions>', 'all, or comma-separated regions: jp,tw')
    .option('--events <ids>', 'comma-separated ids of events (default: every event)')
    .option('--preset <preset>', PRESETS.join(', '), 'standard')
    .option('--language <language>', `of chat messages: ${LANGUAGES.join(', ')}`, 'en')
    .option('--json', 'print JSON')
    .action((options: CreateOptions) =>
      withWebhooks(environment, options, async ({ service, owner }) => {
        const conditions = parseConditions(options.when)
        if (typeof conditions === 'string') throw new UsageError(`--when: ${conditions}`)
        const url = await readWord(options.url, 'the URL')
        const created = await service.create(COMMAND, owner, {
          name: readName(options.name, '--name'),
          url,
          preset: readOne(options.preset, PRESETS, '--preset'),
          language: readOne(options.language, LANGUAGES, '--language'),
          filter: {
            regions: [...readRegions(options.regions)],
            events: readEvents(options.events),
            conditions: [...conditions],
          },
        })
        if (typeof created === 'string') throw new UsageError(REJECTIONS[created])
        if (options.json === true) return printJson(created)
        print(`Created the webhook ${created.webhook.webhookId}. Its signing secret, shown once:`)
        print(created.secret)
      }),
    )
}

function addList(webhooks: Command, environment: Environment): void {
  webhooks
    .command('list')
    .description('list the webhooks of a developer')
    .requiredOption(...OWNER)
    .option('--json', 'print JSON')
    .action((options: OwnerOption) =>
      withWebhooks(environment, options, async ({ service, owner }) => {
        const found = await service.store.list(owner.developerId)
        if (options.json === true) return printJson(found)
        if (found.length === 0) return print('This developer has no webhooks.')
        showWebhooks(found)
      }),
    )
}

function addChanges(webhooks: Command, environment: Environment): void {
  const add = (
    name: string,
    description: string,
    change: (context: Context, id: string) => Promise<Webhook | string>,
  ) =>
    webhooks
      .command(`${name} <id>`)
      .description(description)
      .requiredOption(...OWNER)
      .option('--json', 'print JSON')
      .action((id: string, options: OwnerOption) =>
        withWebhooks(environment, options, async (context) => {
          const changed = await change(context, id)
          if (typeof changed === 'string') throw new UsageError(reasonOf(changed))
          if (options.json === true) printJson(changed)
          else showWebhooks([changed])
        }),
      )
  add('pause', 'send nothing; what happens meanwhile is not sent later', ({ service, owner }, id) =>
    service.store.setPaused(COMMAND, owner, id, 'by_owner'),
  )
  add('resume', 'send again, with what is pending', ({ service, owner }, id) =>
    service.store.setPaused(COMMAND, owner, id, undefined),
  )
  webhooks
    .command('rotate <id>')
    .description('create a new signing secret, shown once')
    .requiredOption(...OWNER)
    .option('--overlap <duration>', 'for which the old secret signs too', '24h')
    .option('--json', 'print JSON')
    .action((id: string, options: OwnerOption & { readonly overlap: string }) =>
      withWebhooks(environment, options, async ({ service, owner }) => {
        const overlapMs =
          options.overlap === '0'
            ? 0
            : Math.min(7 * 24 * HOUR_MS, readDurationMs(options.overlap, '--overlap'))
        const rotated = await service.rotate(COMMAND, owner, id, overlapMs)
        if (typeof rotated === 'string') throw new UsageError(reasonOf(rotated))
        if (options.json === true) return printJson(rotated)
        print('The new signing secret, shown once:')
        print(rotated.secret)
      }),
    )
  webhooks
    .command('remove <id>')
    .description('remove a webhook with its secrets and pending deliveries')
    .requiredOption(...OWNER)
    .action((id: string, options: OwnerOption) =>
      withWebhooks(environment, options, async ({ service, owner }) => {
        if (!(await service.store.remove(COMMAND, owner, id))) {
          throw new UsageError(reasonOf('not_found'))
        }
        print(`Removed the webhook ${id}.`)
      }),
    )
}

function addDeliveries(webhooks: Command, environment: Environment): void {
  webhooks
    .command('test <id>')
    .description('send a test message; a running server sends it within seconds')
    .requiredOption(...OWNER)
    .option('--json', 'print JSON')
    .action((id: string, options: OwnerOption) =>
      withWebhooks(environment, options, async ({ service, owner }) =>
        showDelivery(await service.test(owner, id), options),
      ),
    )
  webhooks
    .command('send-again <id> <number>')
    .description('send a delivery again, with the same message id')
    .requiredOption(...OWNER)
    .option('--json', 'print JSON')
    .action((id: string, number: string, options: OwnerOption) =>
      withWebhooks(environment, options, async ({ service, owner }) =>
        showDelivery(
          await service.store.sendAgain(owner.developerId, id, readDeliveryNumber(number)),
          options,
        ),
      ),
    )
  webhooks
    .command('deliveries <id>')
    .description('list the newest 50 deliveries of the last 7 days')
    .requiredOption(...OWNER)
    .option('--json', 'print JSON')
    .action((id: string, options: OwnerOption) =>
      withWebhooks(environment, options, async ({ service, owner }) => {
        const query = { before: undefined, limit: 50 }
        const found = await service.store.deliveries(owner.developerId, id, query)
        if (found === undefined) throw new UsageError(reasonOf('not_found'))
        if (options.json === true) return printJson(found)
        if (found.length === 0) return print('Nothing has been sent in the last 7 days.')
        showDeliveries(found)
      }),
    )
}

/** Runs a command with the webhooks of the developer that `--developer` names. */
function withWebhooks(
  environment: Environment,
  { developer }: OwnerOption,
  command: (context: Context) => Promise<void>,
): Promise<void> {
  return withAccounts(environment, async (accounts, config) => {
    const { developerId, name } = await knownDeveloper(accounts.developers, developer)
    await command({
      service: createWebhookService(accounts, config.webhooks, systemPlatform),
      owner: { developerId, name },
    })
  })
}

const REJECTIONS = {
  not_found:
    'There is no webhook with this id. Run "backline webhooks list --developer NAME" to see all webhooks.',
  waiting: 'The developer awaits approval.',
  webhooks_full: 'The developer has the maximum number of webhooks (BACKLINE_WEBHOOKS_MAX).',
  changes_full: 'The developer has made the maximum number of changes today.',
  queue_full: 'Too many deliveries of this webhook are pending.',
  invalid_url: 'The URL must be an http or https address without credentials.',
  port_not_allowed: 'The port of the URL is not in BACKLINE_WEBHOOKS_PORTS.',
  address_not_allowed:
    'The URL must be an address of the public internet, unless BACKLINE_WEBHOOKS_PRIVATE is on.',
} as const

function reasonOf(rejection: string): string {
  return REJECTIONS[rejection as keyof typeof REJECTIONS]
}

function readOne<Name extends string>(text: string, names: readonly Name[], option: string): Name {
  const found = names.find((name) => name === text)
  if (found === undefined) throw new UsageError(`${option} takes one of: ${names.join(', ')}.`)
  return found
}

/** Reads the number of a delivery, as `webhooks deliveries` prints it. */
function readDeliveryNumber(text: string): number {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text)
  throw new UsageError(
    `"${text}" is not the number of a delivery. Run "backline webhooks deliveries" to see them.`,
  )
}

function readEvents(text = ''): string[] {
  const ids = text.split(',').filter((id) => id !== '')
  if (ids.length <= 20 && ids.every((id) => /^[1-9][0-9]{0,18}$/.test(id))) return ids
  throw new UsageError('--events takes up to 20 ids of events, such as 2004,2005.')
}

function showWebhooks(found: readonly Webhook[]): void {
  printTable(
    ['ID', 'STATE', 'FORMAT', 'FAILURES', 'TARGET', 'NAME'],
    found.map(({ webhookId, state, note, preset, failures, target, name }) => [
      webhookId,
      note === undefined ? state : `${state} (${note})`,
      preset,
      String(failures),
      target,
      name,
    ]),
  )
}

function showDelivery(found: Delivery | string, { json }: OwnerOption): void {
  if (typeof found === 'string') throw new UsageError(reasonOf(found))
  if (json === true) printJson(found)
  else showDeliveries([found])
}

function showDeliveries(found: readonly Delivery[]): void {
  printTable(
    ['NUMBER', 'TIME', 'STATE', 'ATTEMPTS', 'LAST', 'TYPE'],
    found.map(({ seq, createdAtMs, state, attempts, content }) => {
      const last = attempts.at(-1)
      return [
        String(seq),
        timeText(createdAtMs),
        state,
        String(attempts.length),
        last === undefined ? '-' : String(last.status ?? last.failure),
        content.type,
      ]
    }),
  )
}
