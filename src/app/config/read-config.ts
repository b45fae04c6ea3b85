import { readFileSync } from 'node:fs'
import { accountsConfig } from '../../accounts/accounts-config.ts'
import { datasetConfig } from '../../dataset/dataset-config.ts'
import { publicConfig } from '../../history/api/public-config.ts'
import { collectorConfig } from '../../history/collector/collector-config.ts'
import { historyConfig } from '../../history/history-config.ts'
import { cacheConfig } from '../../keyed/cache-lifetimes.ts'
import { freshnessConfig } from '../../keyed/freshness-config.ts'
import type { ConfigOf } from '../../platform/config/config-group.ts'
import { ConfigError, type Environment } from '../../platform/config/config-error.ts'
import type { Setting } from '../../platform/config/setting.ts'
import { engineTuningConfig } from '../../platform/engine-tuning/engine-tuning-config.ts'
import { edgeConfig } from '../../platform/http/edge-config.ts'
import { listenConfig, type ListenAddress } from '../../platform/http/listen-config.ts'
import { storeConfig } from '../../platform/sql/store-config.ts'
import { logConfig } from '../../platform/telemetry/log-config.ts'
import { portalConfig } from '../../portal/portal-config.ts'
import { quotaConfig } from '../../quotas/quota-config.ts'
import { siteConfig } from '../../site/site-config.ts'
import { gatewayConfig } from '../../upstream/gateway-config.ts'
import { webhookConfig } from '../../webhooks/webhook-config.ts'

/** The configuration of every product, in the order in which `docs/configuration.md` lists it. */
const GROUPS = [
  listenConfig,
  logConfig,
  engineTuningConfig,
  storeConfig,
  accountsConfig,
  quotaConfig,
  datasetConfig,
  gatewayConfig,
  cacheConfig,
  freshnessConfig,
  historyConfig,
  edgeConfig,
  publicConfig,
  collectorConfig,
  portalConfig,
  siteConfig,
  webhookConfig,
] as const

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer Value,
) => void
  ? Value
  : never

/** The configuration of the process, read once and frozen. Nothing else reads the environment. */
export type Config = Intersection<ConfigOf<(typeof GROUPS)[number]>>

/** Every environment variable the program reads. */
export const SETTINGS: Readonly<Record<string, Setting<unknown>>> = Object.assign(
  {},
  ...GROUPS.map(({ settings }) => settings),
)

/**
 * Reads the environment into one frozen value. Throws a {@link ConfigError} that lists every
 * problem, including unknown `BACKLINE_` variables and files named by `<NAME>_FILE` that cannot be
 * read.
 */
export function readConfig(environment: Environment): Config {
  const problems = unknownVariables(environment)
  const values = new Map<string, unknown>()
  // Two groups may read the same setting: parse it once and report a problem with it once.
  const read = (name: string): unknown => {
    if (!values.has(name)) values.set(name, parseSetting(environment, name, problems))
    return values.get(name)
  }
  const parts = GROUPS.map((group) =>
    (group.read as (read: (name: string) => unknown, problems: string[]) => object)(read, problems),
  )
  const config = Object.freeze(Object.assign({}, ...parts) as Config)
  checkTogether(config, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function parseSetting(environment: Environment, name: string, problems: string[]): unknown {
  const setting = SETTINGS[name] as Setting<unknown>
  const text = textOf(environment, name, problems) ?? setting.fallback
  if (text === undefined) return undefined
  const result = setting.schema.safeParse(text)
  if (!result.success) problems.push(`${name} ${result.error.issues[0]?.message}.`)
  return result.data
}

/** Adds to `problems` the combinations of settings that are invalid. */
function checkTogether(
  { listen, adminListen, portal, databaseUrl, keyPepper, retention }: Config,
  problems: string[],
): void {
  if (problems.length === 0 && listen.port !== 0 && sameAddress(listen, adminListen)) {
    problems.push('BACKLINE_LISTEN and BACKLINE_ADMIN_LISTEN must not be the same.')
  }
  for (const [name, other] of [
    ['BACKLINE_LISTEN', listen],
    ['BACKLINE_ADMIN_LISTEN', adminListen],
  ] as const) {
    const own = portal.listen
    if (problems.length > 0 || typeof own === 'string' || own.port === 0) continue
    if (sameAddress(own, other))
      problems.push(`BACKLINE_PORTAL_LISTEN and ${name} must not be the same.`)
  }
  if (databaseUrl !== undefined && keyPepper === undefined) {
    problems.push(
      'BACKLINE_KEY_PEPPER must be set with BACKLINE_DATABASE_URL: every node needs the same one.',
    )
  }
  if (retention.keptMs !== 0 && retention.keptMs < retention.rawMs) {
    problems.push('BACKLINE_HISTORY_KEPT_DAYS must not be below BACKLINE_HISTORY_RAW_DAYS, or 0.')
  }
}

function sameAddress(one: ListenAddress, other: ListenAddress): boolean {
  return one.port === other.port && one.host === other.host
}

/** One effective setting: its text and where it comes from. A secret is replaced by `(hidden)`. */
export interface EffectiveSetting {
  readonly name: string
  readonly value: string
  readonly source: 'default' | 'environment' | 'file'
  readonly meaning: string
}

/**
 * Lists the effective settings for people. `environment` must be accepted by {@link readConfig}.
 */
export function effectiveSettings(environment: Environment): readonly EffectiveSetting[] {
  return Object.entries(SETTINGS).map(([name, { fallback, meaning, secret }]) => {
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

/** Returns the text of a setting; of a secret also from the file that `<NAME>_FILE` names. */
function textOf(environment: Environment, name: string, problems: string[]): string | undefined {
  const file = SETTINGS[name]?.secret === true ? environment[`${name}_FILE`] : undefined
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

/** Rejects unknown names, so that a misspelled variable is not ignored. */
function unknownVariables(environment: Environment): string[] {
  const known = new Set(
    Object.entries(SETTINGS).flatMap(([name, { secret }]) =>
      secret === true ? [name, `${name}_FILE`] : [name],
    ),
  )
  return Object.keys(environment)
    .filter((name) => name.startsWith('BACKLINE_') && !known.has(name))
    .map(
      (name) => `${name} is not a setting of this version; docs/configuration.md lists them all.`,
    )
}
