import { readFileSync } from 'node:fs'
import { z } from '#libraries/zod'
import { COLLECT_SETTINGS, readCollect, type CollectConfig } from './config/collect-settings.ts'
import { count } from './config/count.ts'
import { EDGE_SETTINGS, readEdge, type EdgeConfig } from './config/edge-settings.ts'
import { DEFAULT_LIFETIMES, readLifetimes, type Lifetimes } from './config/lifetimes.ts'
import {
  GATEWAY_SETTINGS,
  readGatewayAddresses,
  type GatewayAddresses,
} from './config/gateway-settings.ts'
import { HISTORY_SETTINGS, readRetention, type Retention } from './config/history-settings.ts'
import { LISTEN_SETTINGS, type ListenAddress } from './config/listen-settings.ts'
import { LOG_SETTINGS, type LogConfig } from './config/log-settings.ts'
import { origin } from './config/origin.ts'
import { PORTAL_SETTINGS, readPortal, type PortalConfig } from './config/portal-settings.ts'
import { PUBLIC_SETTINGS, readPublic, type PublicConfig } from './config/public-settings.ts'
import { setting, unset, type Setting } from './config/setting.ts'
import { STORE_SETTINGS } from './config/store-settings.ts'
import { DAY_MS } from './domain/time-units.ts'

const lifetimes = z.string().transform((text, context): Lifetimes => {
  const read = readLifetimes(text)
  if (typeof read !== 'string') return read
  context.addIssue({ code: 'custom', message: read })
  return z.NEVER
})

/** Every environment variable the program reads, each with a usable default. `docs/configuration.md` lists them. */
export const SETTINGS = {
  ...LISTEN_SETTINGS,
  ...LOG_SETTINGS,
  BACKLINE_DATA_DIR: setting('The data folder.', z.string().min(1, 'must not be empty'), './data'),
  BACKLINE_KEY_PEPPER: unset(
    'The secret under which developer keys are recognised. Unset: made once, in the data folder.',
    z.string().min(32, 'must have at least 32 characters'),
    { secret: true },
  ),
  ...STORE_SETTINGS,
  BACKLINE_PUBLIC_URL: unset('The origin that clients see, for links in answers.', origin),
  BACKLINE_DEFAULT_MINUTE: setting(
    'Requests a developer may make in one UTC minute.',
    count(1, 1_000_000_000),
    '300',
  ),
  BACKLINE_DEFAULT_DAY: setting(
    'Requests a developer may make in one UTC day.',
    count(1, 1_000_000_000),
    '50000',
  ),
  BACKLINE_DEFAULT_CONCURRENCY: setting(
    'Requests of a developer being answered at one time.',
    count(1, 100_000),
    '10',
  ),
  BACKLINE_ARENA_RANKS_MAX: setting('Ranks an arena window may span.', count(1, 100_000), '1000'),
  BACKLINE_BOARD_ROWS: setting('Rows of a music or challenge board.', count(1, 10_000), '100'),
  BACKLINE_SEARCH_RESULTS: setting('Circles a search finds at most.', count(1, 10_000), '50'),
  BACKLINE_ANNOUNCEMENTS: setting('Announcements in a list at most.', count(1, 10_000), '200'),
  ...GATEWAY_SETTINGS,
  BACKLINE_GATEWAY_DEADLINE_MS: setting(
    'Milliseconds the gateway gets for one call.',
    count(1, 9_000),
    '8000',
  ),
  BACKLINE_GATEWAY_IN_FLIGHT: setting(
    'Calls to the gateway of one region at one time.',
    count(1, 10_000),
    '16',
  ),
  BACKLINE_GATEWAY_INTERVAL_MS: setting(
    'Milliseconds between the beginnings of two calls to the gateway of one region.',
    count(0, 60_000),
    '0',
  ),
  BACKLINE_GATEWAY_WAITING: setting(
    'Calls that may wait for their turn in one region; with more, clients get 503.',
    count(1, 100_000),
    '64',
  ),
  BACKLINE_CACHE_BYTES: setting(
    'Bytes of finished answers to keep in memory; 0: none.',
    count(0, 999_999_999_999),
    '67108864',
  ),
  BACKLINE_CACHE_TTL_MS: setting(
    'Milliseconds for which an answer is given again, for all operations, or as NAME=MS by scope or operation.',
    lifetimes,
    DEFAULT_LIFETIMES,
  ),
  BACKLINE_KEY_GRACE_MS: setting(
    'Milliseconds a known key may still be used while the key store errors; 0: not at all.',
    count(0, DAY_MS),
    '60000',
  ),
  ...HISTORY_SETTINGS,
  ...EDGE_SETTINGS,
  ...PUBLIC_SETTINGS,
  ...COLLECT_SETTINGS,
  ...PORTAL_SETTINGS,
} as const

type SettingName = keyof typeof SETTINGS
type ValueOf<Name extends SettingName> =
  (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never

/** What the program was told, read once; nothing else reads the environment. */
export interface Config {
  readonly listen: ListenAddress
  readonly adminListen: ListenAddress
  readonly drainDelayMs: number
  readonly log: LogConfig
  readonly dataDir: string
  readonly keyPepper: string | undefined
  /** Where the accounts are; `undefined`: SQLite in the data folder. Holds a secret. */
  readonly databaseUrl: string | undefined
  /** Where quotas are counted; `undefined`: in this process. Holds a secret. */
  readonly valkeyUrl: string | undefined
  /** Without a slash at the end; empty when it is not known. */
  readonly publicUrl: string
  readonly defaultLimits: {
    readonly minute: number
    readonly day: number
    readonly concurrency: number
  }
  readonly arenaRanksMax: number
  readonly sizes: {
    readonly boardRows: number
    readonly searchResults: number
    readonly announcements: number
  }
  /** Where each region's gateway is; `undefined`: game data comes from the embedded dataset. */
  readonly gateways: GatewayAddresses | undefined
  readonly gatewayDeadlineMs: number
  readonly gatewayPace: {
    readonly inFlightMax: number
    readonly intervalMs: number
    readonly waitingMax: number
  }
  readonly cacheBytes: number
  readonly cacheLifetimesMs: Lifetimes
  readonly keyGraceMs: number
  /** How long snapshots of boards are kept. */
  readonly retention: Retention
  readonly edge: EdgeConfig
  readonly publicData: PublicConfig
  readonly collect: CollectConfig
  readonly portal: PortalConfig
}

/** The environment is not usable. Holds everything that is wrong with it, one sentence each; never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment into one frozen value. Throws a {@link ConfigError} that says all that is wrong at once. */
export function readConfig(environment: Environment): Config {
  const problems = unknownVariables(environment)
  const read = <Name extends SettingName>(name: Name): ValueOf<Name> => {
    const given = textOf(environment, name, problems)
    const text = given ?? SETTINGS_BY_NAME[name].fallback
    if (text === undefined) return undefined as ValueOf<Name>
    const result = SETTINGS_BY_NAME[name].schema.safeParse(text)
    if (!result.success) problems.push(`${name} ${result.error.issues[0]?.message}.`)
    return result.data as ValueOf<Name>
  }
  const publicUrl = read('BACKLINE_PUBLIC_URL') ?? ''
  const listen = read('BACKLINE_LISTEN')
  const config: Config = {
    listen,
    adminListen: read('BACKLINE_ADMIN_LISTEN'),
    drainDelayMs: read('BACKLINE_DRAIN_DELAY_MS'),
    log: Object.freeze({ form: read('BACKLINE_LOG'), requests: read('BACKLINE_LOG_REQUESTS') }),
    dataDir: read('BACKLINE_DATA_DIR'),
    keyPepper: read('BACKLINE_KEY_PEPPER'),
    databaseUrl: read('BACKLINE_DATABASE_URL'),
    valkeyUrl: read('BACKLINE_VALKEY_URL'),
    publicUrl,
    defaultLimits: Object.freeze({
      minute: read('BACKLINE_DEFAULT_MINUTE'),
      day: read('BACKLINE_DEFAULT_DAY'),
      concurrency: read('BACKLINE_DEFAULT_CONCURRENCY'),
    }),
    arenaRanksMax: read('BACKLINE_ARENA_RANKS_MAX'),
    sizes: Object.freeze({
      boardRows: read('BACKLINE_BOARD_ROWS'),
      searchResults: read('BACKLINE_SEARCH_RESULTS'),
      announcements: read('BACKLINE_ANNOUNCEMENTS'),
    }),
    gateways: readGatewayAddresses(read, problems),
    gatewayDeadlineMs: read('BACKLINE_GATEWAY_DEADLINE_MS'),
    gatewayPace: Object.freeze({
      inFlightMax: read('BACKLINE_GATEWAY_IN_FLIGHT'),
      intervalMs: read('BACKLINE_GATEWAY_INTERVAL_MS'),
      waitingMax: read('BACKLINE_GATEWAY_WAITING'),
    }),
    cacheBytes: read('BACKLINE_CACHE_BYTES'),
    cacheLifetimesMs: read('BACKLINE_CACHE_TTL_MS'),
    keyGraceMs: read('BACKLINE_KEY_GRACE_MS'),
    retention: readRetention(read),
    edge: readEdge(read),
    publicData: readPublic(read),
    collect: readCollect(read),
    portal: readPortal(read, { publicUrl, listen }, problems),
  }
  const { adminListen } = config
  if (problems.length === 0 && listen.port !== 0 && sameAddress(listen, adminListen)) {
    problems.push('BACKLINE_LISTEN and BACKLINE_ADMIN_LISTEN must not be the same.')
  }
  const { listen: portalListen } = config.portal
  for (const [name, other] of [
    ['BACKLINE_LISTEN', listen],
    ['BACKLINE_ADMIN_LISTEN', adminListen],
  ] as const) {
    if (problems.length > 0 || typeof portalListen === 'string' || portalListen.port === 0) continue
    if (sameAddress(portalListen, other))
      problems.push(`BACKLINE_PORTAL_LISTEN and ${name} must not be the same.`)
  }
  if (config.databaseUrl !== undefined && config.keyPepper === undefined) {
    problems.push(
      'BACKLINE_KEY_PEPPER must be set with BACKLINE_DATABASE_URL: every node needs the same one.',
    )
  }
  const { keptMs, rawMs } = config.retention
  if (keptMs !== 0 && keptMs < rawMs) {
    problems.push('BACKLINE_HISTORY_KEPT_DAYS must not be below BACKLINE_HISTORY_RAW_DAYS, or 0.')
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

function sameAddress(one: ListenAddress, other: ListenAddress): boolean {
  return one.port === other.port && one.host === other.host
}

/** One line of what is in force: the text of a setting and where it comes from. Secrets are not in it. */
export interface EffectiveSetting {
  readonly name: string
  readonly value: string
  readonly source: 'default' | 'environment' | 'file'
  readonly meaning: string
}

/** Lists what is in force, for people. The environment must be one that {@link readConfig} takes. */
export function effectiveSettings(environment: Environment): readonly EffectiveSetting[] {
  return Object.entries(SETTINGS_BY_NAME).map(([name, { fallback, meaning, secret }]) => {
    const fromFile = environment[`${name}_FILE`] !== undefined
    const given = fromFile || environment[name] !== undefined
    const shown = given ? (environment[name] ?? '') : (fallback ?? '(unset)')
    return {
      name,
      value: secret === true && given ? '(hidden)' : shown,
      source: fromFile ? 'file' : given ? 'environment' : 'default',
      meaning,
    }
  })
}

const SETTINGS_BY_NAME: Readonly<Record<SettingName, Setting<unknown>>> = SETTINGS

function textOf(
  environment: Environment,
  name: SettingName,
  problems: string[],
): string | undefined {
  const file = SETTINGS_BY_NAME[name].secret === true ? environment[`${name}_FILE`] : undefined
  if (file === undefined) return environment[name]
  if (environment[name] !== undefined)
    problems.push(`${name} and ${name}_FILE are both set; set one.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    problems.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    return undefined
  }
}

/** A misspelt name must not pass for a setting that was made. */
function unknownVariables(environment: Environment): string[] {
  const known = new Set(
    Object.entries(SETTINGS_BY_NAME).flatMap(([name, { secret }]) =>
      secret === true ? [name, `${name}_FILE`] : [name],
    ),
  )
  return Object.keys(environment)
    .filter((name) => name.startsWith('BACKLINE_') && !known.has(name))
    .map(
      (name) => `${name} is not a setting of this version; docs/configuration.md lists them all.`,
    )
}
