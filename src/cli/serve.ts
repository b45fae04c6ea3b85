import { resolve } from 'node:path'
import process from 'node:process'
import type { Command } from 'commander'
import { flushCompileCache } from '../platform/engine-tuning/engine-tuning.ts'
import { endOnFault, endProcess } from '../platform/workers/end-process.ts'
import type { AccountService } from '../accounts/open-account-service.ts'
import { openLog, type Log } from '../app/telemetry/open-log.ts'
import { findDemoKey, prepareDemo, type Demo } from '../demo/demo.ts'
import { openServedAccounts, type Prepare } from '../accounts/store/open-served-accounts.ts'
import { startService, type RunningService } from '../app/start-service.ts'
import { startWorkers } from '../app/cluster/start-workers.ts'
import { systemPlatform } from '../platform/platform.ts'
import type { AppPlatform } from '../app/app-platform.ts'
import { readConfig, type Config } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { startGameClock } from '../game/game-clock.ts'
import type { ServiceState } from '../app/telemetry/service-state.ts'
import { STORES } from '../platform/telemetry/store-state.ts'
import { UsageError, explain } from './output/explain-error.ts'
import {
  addGameTimeOptions,
  readGameTime,
  type GameTimeOptions,
} from './options/game-time-options.ts'
import { isLoopback } from '../platform/net/is-loopback.ts'

/** Grace period in milliseconds for open requests at shutdown. */
const GRACE_MS = 13_000

interface ServeOptions extends GameTimeOptions {
  readonly demo?: true
  readonly workers: string
}

/** Adds `backline serve`, which runs the server until it receives a signal. */
export function addServe(program: Command, environment: Environment): void {
  const command = program
    .command('serve')
    .description('run the server')
    .option('--demo', 'create a demo dataset and a demo key when there are none')
    .option('--workers <n>', 'number of server processes; more than 1 needs Valkey or Redis', '1')
  addGameTimeOptions(command).action(async ({ demo, workers, ...options }: ServeOptions) => {
    const startMs = systemPlatform.clock.monotonicMs()
    const config = readConfig(environment)
    const gameTime = readGameTime(options)
    const count = readWorkers(workers, config, demo)
    if (demo === true) rejectDemo(config)
    if (gameTime !== undefined) rejectGameTime(config)
    const log = openLog(config.log)
    endOnFault(log)
    const started = stopOnSignal(log, GRACE_MS)
    let made: Demo | undefined
    const platform = { ...systemPlatform, observe: log.observe, gameTime }
    const hasWallTime = gameTime === undefined
    const prepare = async (accounts: AccountService) => {
      if (demo === true)
        made = await prepareDemo(config, accounts, { hasWallTime, onProgress: printMessage })
      else await warnOfDemoKey(config, accounts)
      const keys = await accounts.countForeignKeys()
      if (keys > 0) log.observe({ type: 'keys.foreign_pepper', keys })
    }
    const service =
      count === 1
        ? await startService(config, platform, prepare)
        : await serveWithWorkers(config, platform, { count, log, prepare })
    const tookMs = systemPlatform.clock.monotonicMs() - startMs
    const gameNowMs = startGameClock(systemPlatform.clock, gameTime)()
    log.observe({ type: 'process.ready', address: service.origin, startMs: Math.round(tookMs) })
    started(service)
    exitOnFatalError(service.fatalError, log)
    const { ready, stores } = (await service.snapshot()).state
    if (!ready) printMessage(waitingBanner(service, stores))
    else printMessage(readyBanner(config, service, made, { tookMs, gameNowMs }))
    flushCompileCache()
  })
}

/** Starts worker processes. The accounts are also opened here for one-time preparation. */
async function serveWithWorkers(
  config: Config,
  platform: AppPlatform,
  { count, log, prepare }: { readonly count: number; readonly log: Log; readonly prepare: Prepare },
): Promise<RunningService> {
  // The workers report a fatal error of their own stores.
  const accounts = await openServedAccounts(config, platform, { prepare, onFatalError: () => {} })
  void accounts.opened.then(() => accounts.close())
  return startWorkers(config, platform, { count, graceMs: GRACE_MS, log })
}

/** Parses `--workers`. Several processes need a shared quota store. */
function readWorkers(text: string, { valkeyUrl }: Config, demo: true | undefined): number {
  const count = /^[1-9][0-9]?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(count)) throw new UsageError('--workers takes an integer from 1 to 99.')
  if (count === 1) return count
  if (demo === true) throw new UsageError('--demo serves with one process. Omit --workers.')
  if (valkeyUrl !== undefined) return count
  throw new UsageError(
    '--workers needs a shared quota store. Set BACKLINE_VALKEY_URL (docs/scaling.md), or serve with one process.',
  )
}

/** Throws when a gateway is configured: game time applies to the embedded dataset. */
function rejectGameTime({ gateways }: Config): void {
  if (gateways === undefined) return
  throw new UsageError(
    '--game-time and --game-speed need the embedded dataset, but a gateway is set (BACKLINE_GATEWAY_…).',
  )
}

/**
 * Throws when the demo would be reachable from other machines, because its key is not secret, or
 * when accounts or data are not the embedded ones.
 */
function rejectDemo({ listen, adminListen, gateways, databaseUrl }: Config): void {
  if (databaseUrl !== undefined) {
    throw new UsageError(
      '--demo creates a key that is not secret, but the accounts are in a database (BACKLINE_DATABASE_URL). Unset it, or ' +
        'serve without --demo.',
    )
  }
  if (gateways !== undefined) {
    throw new UsageError(
      '--demo serves its own dataset, but a gateway is set (BACKLINE_GATEWAY_…). Unset it, or serve without --demo.',
    )
  }
  for (const [name, { host, port }] of Object.entries({
    LISTEN: listen,
    ADMIN_LISTEN: adminListen,
  })) {
    if (isLoopback(host)) continue
    throw new UsageError(
      `--demo listens only on loopback addresses, but BACKLINE_${name} is ${host}:${port}. ` +
        'Use 127.0.0.1, or serve without --demo.',
    )
  }
}

async function warnOfDemoKey(config: Config, accounts: AccountService): Promise<void> {
  const keyId = await findDemoKey(config, accounts)
  if (keyId === undefined) return
  printMessage(
    `The demo key ${keyId} still works on this server. To revoke it: npx backline keys revoke ${keyId}`,
  )
}

/** Writes a message to standard error; standard output has the log. */
function printMessage(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Returns the banner of a server that listens while a store is unavailable. */
function waitingBanner(
  { origin, adminOrigin }: RunningService,
  stores: ServiceState['stores'],
): string {
  const unavailable = STORES.filter((store) => stores[store] === 'away').join(' and ')
  return (
    `Backline is listening at ${origin}. It answers 503 until its stores are available${unavailable && ` (unavailable: ${unavailable})`}.\n` +
    `Health is at ${adminOrigin}/readyz, metrics at /metrics. Ctrl-C stops.`
  )
}

function readyBanner(
  { dataDir, portal }: Config,
  { origin, adminOrigin, portalOrigin }: RunningService,
  demo: Demo | undefined,
  { tookMs, gameNowMs }: { readonly tookMs: number; readonly gameNowMs: number },
): string {
  const isPortalOpen = portalOrigin !== ''
  const lines = [
    `Backline is ready at ${origin} (after ${(tookMs / 1_000).toFixed(2)} s; data in ${resolve(dataDir)})`,
    ...(isPortalOpen ? [`The portal is at ${portal.url || portalOrigin}/portal.`] : []),
    `Health is at ${adminOrigin}/readyz, metrics at /metrics. Ctrl-C stops.`,
  ]
  if (demo === undefined) return lines.join('\n')
  return [
    '',
    ...lines,
    '',
    `Tracker: ${origin}/   Documentation: ${origin}/docs`,
    '',
    'Try a request:',
    '',
    `  curl -H "Authorization: Bearer ${demo.key}" "${origin}${demo.examplePath}"`,
    '',
    'Then:',
    `  growing board       curl -H "Authorization: Bearer ${demo.key}" "${origin}${demo.growingPath(gameNowMs)}"`,
    `  your limits         curl -H "Authorization: Bearer ${demo.key}" ${origin}/api/developer/v1/quota`,
    '  your own key        npx backline keys create --developer me --scopes all --regions all',
    ...(isPortalOpen
      ? ['  portal sign-in      npx backline developers invite --developer me --operator']
      : []),
    '  all commands        npx backline --help',
    '',
  ].join('\n')
}

/**
 * Exits with status 1 when a store that the process waited for is misconfigured. Logs the error as
 * well, for operators who find the process restarting again and again.
 */
function exitOnFatalError(fatalError: Promise<unknown>, log: Log): void {
  void fatalError.then((error) => {
    log.observe({ type: 'fault', where: 'start', error })
    process.stderr.write(`${explain(error)}\n`)
    return endProcess(log, 1)
  })
}

/**
 * Shuts down gracefully on SIGTERM, SIGINT and SIGHUP (closed terminal); a second signal exits at
 * once with status 1. A signal before the service has started exits with status 0 after the log is
 * written. Returns a function that sets the started service.
 */
function stopOnSignal(log: Log, graceMs: number): (service: RunningService) => void {
  let service: RunningService | undefined
  let signals = 0
  const stop = async (signal: NodeJS.Signals) => {
    signals += 1
    if (signals > 1) process.exit(1)
    log.observe({ type: 'process.draining', signal, open: service?.open() ?? 0 })
    const clean = (await service?.stop(graceMs)) ?? true
    log.observe({ type: 'process.stopped', clean })
    await endProcess(log, 0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal))
  }
  return (started) => void (service = started)
}
