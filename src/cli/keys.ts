import type { Command } from 'commander'
import type { IssuedKey } from '../compose/open-account-desk.ts'
import { machine } from '../compose/world.ts'
import type { Config, Environment } from '../config.ts'
import type { KeyEntry } from '../domain/account-store.ts'
import { originAt } from '../domain/origin-at.ts'
import { REGIONS } from '../domain/region.ts'
import { SCOPES } from '../domain/scope.ts'
import { UsageError } from './explain.ts'
import { print, printJson, printPairs, printTable, timeText } from './print.ts'
import { readName } from './read-name.ts'
import {
  readDurationMs,
  readLimits,
  readRegions,
  readScopes,
  type LimitOptions,
} from './read-option.ts'
import { withAccounts } from './with-accounts.ts'

interface CreateOptions extends LimitOptions {
  readonly developer: string
  readonly application: string
  readonly name?: string
  readonly scopes: string
  readonly regions: string
  readonly expires?: string
  readonly json?: true
}

/** Adds `backline keys …`: developer keys, created, listed, shown, rotated and revoked. */
export function addKeys(program: Command, environment: Environment): void {
  const keys = program.command('keys').description('developer keys')

  keys
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--developer <name>', 'who owns the quotas; made when new')
    .option('--application <name>', 'what the key is for; made when new', 'default')
    .option('--name <name>', 'what the key is called among those of its application')
    .requiredOption(
      '--scopes <scopes>',
      'all, or scopes of the spec with commas: game:rankings,game:decks',
    )
    .requiredOption('--regions <regions>', 'all, or regions with commas: jp,tw')
    .option('--minute <n>', "set the developer's requests per minute")
    .option('--day <n>', "set the developer's requests per UTC day")
    .option('--concurrency <n>', "set the developer's requests at one time")
    .option('--expires <duration>', 'how long the key is good for: 90d, 12h (default: for ever)')
    .option('--json', 'answer in JSON')
    .action((options: CreateOptions) =>
      withAccounts(environment, async ({ desk }, config) => {
        const key = await desk.issue({
          developer: readName(options.developer, '--developer'),
          application: readName(options.application, '--application'),
          ...(options.name !== undefined && { name: readName(options.name, '--name') }),
          scopes: readScopes(options.scopes),
          regions: readRegions(options.regions),
          lifetimeMs:
            options.expires === undefined
              ? undefined
              : readDurationMs(options.expires, '--expires'),
          limits: readLimits(options),
        })
        showIssued(key, config, options.json)
      }),
    )

  keys
    .command('list')
    .description('all keys')
    .option('--json', 'answer in JSON')
    .action(({ json }: { json?: true }) =>
      withAccounts(environment, async ({ store }) => {
        const entries = await store.listKeys()
        if (json === true) return printJson(entries.map(jsonOf))
        if (entries.length === 0)
          return print('There are no keys yet. "backline keys create" makes one.')
        printTable(
          [
            'ID',
            'DEVELOPER',
            'APPLICATION',
            'NAME',
            'STATE',
            'REGIONS',
            'SCOPES',
            'CREATED',
            'EXPIRES',
          ],
          entries.map((entry) => [
            entry.keyId,
            entry.developer,
            entry.application,
            entry.name,
            stateOf(entry),
            brief(entry.regions, REGIONS.length),
            brief(entry.scopes, SCOPES.length),
            timeText(entry.createdAtMs),
            timeText(entry.expiresAtMs),
          ]),
        )
      }),
    )

  keys
    .command('show <id>')
    .description('one key, by its public id')
    .option('--json', 'answer in JSON')
    .action((id: string, { json }: { json?: true }) =>
      withAccounts(environment, async ({ store, desk }) => {
        showEntry(known(await store.getKey(desk.idOf(id))), json)
      }),
    )

  keys
    .command('rotate <id>')
    .description('make a key with the same grants; the old one goes on for a while')
    .option('--overlap <duration>', 'how long the old key is still good', '24h')
    .option('--json', 'answer in JSON')
    .action((id: string, options: { overlap: string; json?: true }) =>
      withAccounts(environment, async ({ store, desk }, config) => {
        const keyId = desk.idOf(id)
        const key = await desk.rotate(keyId, readDurationMs(options.overlap, '--overlap', 0))
        if (key === undefined) {
          const { replacedBy } = known(await store.getKey(keyId))
          throw new UsageError(
            replacedBy === undefined
              ? 'A revoked or expired key cannot be rotated; create a new one.'
              : `This key has been rotated already; rotate the one after it: ${replacedBy}.`,
          )
        }
        showIssued(key, config, options.json)
        if (options.json === undefined)
          print(`\nThe old key ${keyId} is good for ${options.overlap} more.`)
      }),
    )

  keys
    .command('revoke <id>')
    .description('refuse a key from now on, within a second')
    .option('--json', 'answer in JSON')
    .action((id: string, { json }: { json?: true }) =>
      withAccounts(environment, async ({ store, desk }) => {
        const entry = known(await store.revokeKey(desk.idOf(id), machine.clock.nowMs()))
        if (json === true) printJson(jsonOf(entry))
        else print(`The key ${entry.keyId} is revoked since ${timeText(entry.revokedAtMs)}.`)
      }),
    )
}

function known(entry: KeyEntry | undefined): KeyEntry {
  if (entry !== undefined) return entry
  throw new UsageError('There is no key with this id. "backline keys list" shows them all.')
}

function showIssued({ text, entry }: IssuedKey, { listen }: Config, json?: true): void {
  if (json === true) return printJson({ key: text, ...jsonOf(entry) })
  print(`${text}\n\nThis is the key. It is shown this once and stored nowhere.\n`)
  showEntry(entry)
  print(
    `\nTry it:\n  curl -H "Authorization: Bearer ${text}" ${originAt(listen)}/api/developer/v1/quota`,
  )
}

function showEntry(entry: KeyEntry, json?: true): void {
  if (json === true) return printJson(jsonOf(entry))
  printPairs([
    ['id', entry.keyId],
    ['developer', entry.developer],
    ['application', entry.application],
    ...(entry.name === '' ? [] : [['name', entry.name] as const]),
    ['state', stateOf(entry)],
    ['scopes', entry.scopes.join(', ')],
    ['regions', entry.regions.join(', ')],
    ['created', timeText(entry.createdAtMs)],
    ['expires', timeText(entry.expiresAtMs)],
    ...(entry.revokedAtMs === undefined ? [] : [['revoked', timeText(entry.revokedAtMs)] as const]),
    ...(entry.replacedBy === undefined ? [] : [['rotated into', entry.replacedBy] as const]),
  ])
}

function stateOf({ revokedAtMs, expiresAtMs }: KeyEntry): 'active' | 'revoked' | 'expired' {
  if (revokedAtMs !== undefined) return 'revoked'
  return expiresAtMs !== undefined && expiresAtMs <= machine.clock.nowMs() ? 'expired' : 'active'
}

function jsonOf(entry: KeyEntry) {
  const {
    keyId,
    createdAtMs,
    expiresAtMs = null,
    revokedAtMs = null,
    replacedBy = null,
    ...rest
  } = entry
  return {
    id: keyId,
    ...rest,
    state: stateOf(entry),
    createdAtMs,
    expiresAtMs,
    revokedAtMs,
    replacedBy,
  }
}

function brief(names: readonly string[], all: number): string {
  return names.length === all ? 'all' : names.join(',')
}
