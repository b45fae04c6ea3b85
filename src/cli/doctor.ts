import type { Command } from 'commander'
import { openAccountService } from '../accounts/open-account-service.ts'
import { checkStores } from '../app/stores/check-stores.ts'
import { readConfig, type Config } from '../app/config/read-config.ts'
import {
  checkHealth,
  worstLevel,
  type Finding,
  type HealthCheck,
  type NodeFacts,
} from '../health/health-check.ts'
import { certificateReader } from '../health/read-certificate.ts'
import { readHealth } from '../health/read-health.ts'
import { openHistory } from '../history/store/open-history.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { originAt } from '../platform/net/origin-at.ts'
import { systemPlatform } from '../platform/platform.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/time/time-units.ts'
import { openUsageStore } from '../usage/store/open-usage-store.ts'
import { print, printJson, printTable } from './output/print.ts'

/** Milliseconds for the admin listener. */
const NODE_MS = 3_000

/** What each finding means, and what to do. */
const TEXTS: Readonly<Record<Finding, string>> = {
  node_ready: 'serves requests',
  node_unreachable: 'does not answer. Start "backline serve", or set BACKLINE_ADMIN_LISTEN.',
  node_overloaded: 'sheds load. Add nodes or memory, or lower the limits.',
  node_draining: 'is stopping.',
  node_not_ready: 'cannot serve. Read /readyz of the admin listener.',
  store_up: 'answers',
  store_away:
    'does not answer. Read the reason in the log line store.changed, and repair the store.',
  gateway_answering: 'answers',
  gateway_unasked: 'not called yet',
  gateway_not_set: 'not configured',
  gateway_failing: 'the last call failed. Look at the gateway.',
  gateway_cut_off: 'the circuit breaker is open. Look at the gateway; calls resume by themselves.',
  collector_on_time: 'on time',
  collector_elsewhere: 'another process collects',
  collector_late: 'snapshots are late. Look at the gateway and at the load.',
  collector_stopped: 'there are no snapshots. Look at the gateway of this region.',
  disk_free: 'enough space',
  disk_low: 'little space is left. Free some, or move the data folder.',
  disk_full: 'is nearly full: soon only revocations are written. Free space now.',
  backup_recent: 'recent',
  backup_old: 'the last one is old. Run "backline backup <path>".',
  backup_none: 'there is none. Run "backline backup <path>", and schedule it daily.',
  backup_elsewhere: 'the accounts are in Postgres: back them up with pg_dump',
  approvals_none: 'none pending',
  approvals_pending: 'people wait for an operator. Run "backline access-requests list".',
  certificate_valid: 'of the sign-in provider: valid',
  certificate_ending: 'of the sign-in provider: ends soon. Renew it at the provider.',
  certificate_ended: 'of the sign-in provider: has ended. Nobody can sign in with it; renew it.',
  certificate_unread: 'of the sign-in provider: cannot be read. Look at the provider.',
}

/** Adds `backline doctor`, which prints what is healthy and what to do about the rest. */
export function addDoctor(program: Command, environment: Environment): void {
  program
    .command('doctor')
    .description(
      'check the node, stores, gateways, collection, disk, backup and sign-in; fails when one is red',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const config = readConfig(environment)
      const checks = checkHealth(await readFacts(config))
      if (json === true) printJson({ level: worstLevel(checks), checks })
      else show(checks, config)
      if (worstLevel(checks) === 'red') process.exitCode = 1
    })
}

async function readFacts(config: Config) {
  const { clock } = systemPlatform
  const node = await readNode(config)
  const history = openHistory(config, clock, { onThisThread: true })
  const usage = await openUsageStore(config, clock)
  try {
    return await readHealth({
      config,
      clock,
      node,
      tries: {
        // The node knows its stores better than a second connection.
        ...(node === undefined && { accounts: () => checkStores(config, clock) }),
        history: async () => (await history).watches(),
        usage: () => usage.lastUsed(['nobody']),
      },
      countPending: () => countPending(config),
      certificateEnd: certificateReader(config.portal.oidc?.issuer),
    })
  } finally {
    await Promise.allSettled([usage.close(), history.then((store) => store.close())])
  }
}

async function countPending(config: Config): Promise<number> {
  const accounts = await openAccountService(config, systemPlatform)
  try {
    return await accounts.accessRequests.countPending()
  } finally {
    await accounts.close()
  }
}

/** Reads the state of the node from its admin listener; `undefined` if it does not answer. */
async function readNode({ adminListen }: Config): Promise<NodeFacts | undefined> {
  try {
    const signal = AbortSignal.timeout(NODE_MS)
    const response = await fetch(`${originAt(adminListen)}/status`, { signal })
    return response.ok ? ((await response.json()) as NodeFacts) : undefined
  } catch {
    return undefined
  }
}

function show(checks: readonly HealthCheck[], config: Config): void {
  printTable(
    ['LEVEL', 'WHAT', 'STATE'],
    checks.map((check) => [check.level.toUpperCase(), check.subject, describe(check)]),
  )
  const documents = [...new Set(checks.flatMap(({ document }) => document ?? []))]
  if (documents.length === 0) return
  const origin = config.publicUrl === '' ? originAt(config.listen) : config.publicUrl
  print(`\nWhat to do:\n${documents.map((one) => `  ${origin}/docs/${one}`).join('\n')}`)
}

function describe({ subject, finding, amount }: HealthCheck): string {
  const text = TEXTS[finding]
  if (amount === undefined || finding === 'collector_on_time') return text
  if (subject === 'approvals') return amount === 0 ? text : `${text} (${amount} pending)`
  if (subject === 'certificate') return `${text} (${Math.floor(amount / DAY_MS)} days left)`
  if (subject === 'disk') return `${text} (${Math.floor(amount / 1_048_576)} MiB free)`
  const age =
    amount >= HOUR_MS
      ? `${Math.floor(amount / HOUR_MS)} h`
      : `${Math.floor(amount / MINUTE_MS)} min`
  return `${text} (${subject === 'backup' ? `${age} old` : `${age} behind`})`
}
