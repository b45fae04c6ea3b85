import type { Command } from 'commander'
import { KeyNotIssued, type IssuedKey, type KeyRequest } from '../accounts/open-account-service.ts'
import { systemPlatform } from '../platform/platform.ts'
import type { Config } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import type { KeyEntry } from '../accounts/account-store.ts'
import { originAt } from '../platform/net/origin-at.ts'
import { REGIONS } from '../game/region.ts'
import { SCOPES } from '../game/scope.ts'
import { EXISTING } from './developer-states.ts'
import { UsageError } from './output/explain-error.ts'
import { receivingDeveloper, registeredMeanwhile } from './options/find-developer.ts'
import { print, printJson, printPairs, printTable, timeText } from './output/print.ts'
import { readName } from './options/name-argument.ts'
import { readWord } from './options/standard-input.ts'
import {
  readDurationMs,
  readLimits,
  readRegions,
  readScopes,
  type LimitOptions,
} from './options/option-values.ts'
import { withAccounts } from './options/with-accounts.ts'

interface CreateOptions extends LimitOptions {
  readonly developer: string
  readonly existing?: true
  readonly application: string
  readonly name?: string
  readonly scopes: string
  readonly regions: string
  readonly expires?: string
  readonly json?: true
}

/** Adds `backline keys …`, which creates, lists, shows, rotates and revokes developer keys. */
export function addKeys(program: Command, environment: Environment): void {
  const keys = program.command('keys').description('developer keys')
  addCreate(keys, environment)
  addList(keys, environment)
  addShow(keys, environment)
  addRotate(keys, environment)
  addRevoke(keys, environment)
}

function addCreate(keys: Command, environment: Environment): void {
  keys
    .command('create')
    .description('create a key; it is shown once')
    .requiredOption(
      '--developer <id or name>',
      'who owns the quotas; an unknown name creates a developer',
    )
    .option(...EXISTING)
    .option('--application <name>', 'what the key is for; created when new', 'default')
    .option('--name <name>', 'name of the key within its application')
    .requiredOption('--scopes <scopes>', 'all, or comma-separated scopes: game:rankings,game:decks')
    .requiredOption('--regions <regions>', 'all, or comma-separated regions: jp,tw')
    .option('--minute <n>', "set the developer's requests per minute")
    .option('--day <n>', "set the developer's requests per UTC day")
    .option('--concurrency <n>', "set the developer's concurrent requests")
    .option('--expires <duration>', 'lifetime of the key: 90d, 12h (default: no expiry)')
    .option('--json', 'print JSON')
    .action((options: CreateOptions) =>
      withAccounts(environment, async ({ keys: service, developers }, config) => {
        const { called, developerId } = await receivingDeveloper(
          developers,
          options.developer,
          options.existing,
        )
        const request: KeyRequest = {
          developer: called,
          owner: developerId === undefined ? 'new' : { developerId },
          application: readName(options.application, '--application'),
          ...(options.name !== undefined && { name: readName(options.name, '--name') }),
          scopes: readScopes(options.scopes),
          regions: readRegions(options.regions),
          lifetimeMs:
            options.expires === undefined
              ? undefined
              : readDurationMs(options.expires, '--expires'),
          limits: readLimits(options),
        }
        const key = await service.issue(request).catch((error: unknown) => {
          throw error instanceof KeyNotIssued ? registeredMeanwhile(called) : error
        })
        showIssued(key, config, options.json)
      }),
    )
}

function addList(keys: Command, environment: Environment): void {
  keys
    .command('list')
    .description('list all keys')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) =>
      withAccounts(environment, async ({ store }) => {
        const entries = await store.listKeys()
        if (json === true) return printJson(entries.map(jsonOf))
        if (entries.length === 0)
          return print('There are no keys yet. Create one with "backline keys create".')
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
            entry.isSelfRegistered === true
              ? `${entry.developer} (self-registered)`
              : entry.developer,
            entry.application,
            entry.name,
            stateOf(entry),
            listText(entry.regions, REGIONS.length),
            listText(entry.scopes, SCOPES.length),
            timeText(entry.createdAtMs),
            timeText(entry.expiresAtMs),
          ]),
        )
      }),
    )
}

function addShow(keys: Command, environment: Environment): void {
  keys
    .command('show <id>')
    .description('show a key by its public id')
    .option('--json', 'print JSON')
    .action((id: string, { json }: { json?: true }) =>
      withAccounts(environment, async ({ store, keys: service }) => {
        showEntry(requireKey(await store.getKey(service.idOf(id))), json)
      }),
    )
}

function addRotate(keys: Command, environment: Environment): void {
  keys
    .command('rotate <id>')
    .description('create a key with the same grants; the old one keeps working for a while')
    .option('--overlap <duration>', 'how long the old key keeps working', '24h')
    .option('--json', 'print JSON')
    .action((id: string, options: { overlap: string; json?: true }) =>
      withAccounts(environment, async ({ store, keys: service }, config) => {
        const keyId = service.idOf(id)
        const key = await service.rotate(keyId, readDurationMs(options.overlap, '--overlap', 0))
        if (key === undefined) {
          const { replacedBy } = requireKey(await store.getKey(keyId))
          throw new UsageError(
            replacedBy === undefined
              ? 'A revoked or expired key cannot be rotated. Create a new one.'
              : `This key was already rotated. Rotate its successor: ${replacedBy}.`,
          )
        }
        showIssued(key, config, options.json)
        if (options.json === undefined)
          print(`\nThe old key ${keyId} works for another ${options.overlap}.`)
      }),
    )
}

function addRevoke(keys: Command, environment: Environment): void {
  keys
    .command('revoke <id>')
    .description('revoke a key within a second; with -, read the id or the key from standard input')
    .option('--json', 'print JSON')
    .action((id: string, { json }: { json?: true }) =>
      withAccounts(environment, async ({ store, keys: service }) => {
        const keyId = service.idOf(await readWord(id, 'one key id or one key'))
        const entry = requireKey(await store.revokeKey(keyId, systemPlatform.clock.nowMs()))
        if (json === true) printJson(jsonOf(entry))
        else print(`Key ${entry.keyId} was revoked at ${timeText(entry.revokedAtMs)}.`)
      }),
    )
}

function requireKey(entry: KeyEntry | undefined): KeyEntry {
  if (entry !== undefined) return entry
  throw new UsageError('There is no key with this id. Run "backline keys list" to see all keys.')
}

function showIssued({ text, entry }: IssuedKey, { listen }: Config, json?: true): void {
  if (json === true) return printJson({ key: text, ...jsonOf(entry) })
  print(`${text}\n\nThis is the key. It is shown only once and is not stored.\n`)
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
    ...(entry.replacedBy === undefined ? [] : [['replaced by', entry.replacedBy] as const]),
  ])
}

function stateOf({ revokedAtMs, expiresAtMs }: KeyEntry): 'active' | 'revoked' | 'expired' {
  if (revokedAtMs !== undefined) return 'revoked'
  return expiresAtMs !== undefined && expiresAtMs <= systemPlatform.clock.nowMs()
    ? 'expired'
    : 'active'
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

function listText(names: readonly string[], all: number): string {
  return names.length === all ? 'all' : names.join(',')
}
