import module from 'node:module'
import { resolve } from 'node:path'
import process from 'node:process'
import type { Command } from 'commander'
import { endOnFault } from '../compose/end-process.ts'
import type { AccountDesk } from '../compose/open-account-desk.ts'
import { openLog, type Log } from '../compose/open-log.ts'
import { findDemoKey, prepareDemo, type Demo } from '../compose/prepare-demo.ts'
import { openServedAccounts, type Prepare } from '../compose/open-served-accounts.ts'
import { startService, type RunningService } from '../compose/start-service.ts'
import { startWorkers } from '../compose/start-workers.ts'
import { machine, type World } from '../compose/world.ts'
import { readConfig, type Config, type Environment } from '../config.ts'
import { startGameClock } from '../domain/game-clock.ts'
import { STORES, type ServiceState } from '../domain/service-state.ts'
import { endWhenHopeless } from './end-when-hopeless.ts'
import { UsageError } from './explain.ts'
import { addGameTimeOptions, readGameTime, type GameTimeOptions } from './game-time-options.ts'
import { isLoopback } from '../domain/is-loopback.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Milliseconds that open requests get to finish when the process is told to stop. */
const GRACE_MS = 13_000

interface ServeOptions extends GameTimeOptions {
  readonly demo?: true
  readonly workers: string
}

/** Adds `backline serve`: runs everything until it is told to stop. */
export function addServe(program: Command, environment: Environment): void {
  const command = program
    .command('serve')
    .description('run everything')
    .option('--demo', 'make a demo dataset and a demo key when there are none')
    .option('--workers <n>', 'processes that serve together; more than 1 need Valkey or Redis', '1')
  addGameTimeOptions(command).action(async ({ demo, workers, ...options }: ServeOptions) => {
    const startMs = machine.clock.monotonicMs()
    const config = readConfig(environment)
    const gameTime = readGameTime(options)
    const count = readWorkers(workers, config, demo)
    if (demo === true) refuseDemo(config)
    if (gameTime !== undefined) refuseGameTime(config)
    const log = openLog(config.log)
    endOnFault(log)
    const started = stopOnSignal(log, GRACE_MS)
    let made: Demo | undefined
    const world = { ...machine, observe: log.observe, gameTime }
    const hasWallTime = gameTime === undefined
    const prepare = async (accounts: AccountDesk) => {
      if (demo === true)
        made = await prepareDemo(config, accounts, { hasWallTime, onProgress: say })
      else await warnOfDemoKey(config, accounts)
      const keys = await accounts.countForeignKeys()
      if (keys > 0) log.observe({ type: 'keys.foreign_pepper', keys })
    }
    const service =
      count === 1
        ? await startService(config, world, prepare)
        : await serveWithWorkers(config, world, { count, log, prepare })
    const tookMs = machine.clock.monotonicMs() - startMs
    const gameNowMs = startGameClock(machine.clock, gameTime)()
    log.observe({ type: 'process.ready', address: service.origin, startMs: Math.round(tookMs) })
    started(service)
    endWhenHopeless(service.hopeless, log)
    const { ready, stores } = (await service.look()).state
    if (!ready) say(waiting(service, stores))
    else say(banner(config, service, made, { tookMs, gameNowMs }))
    // Else what was compiled is kept at the end of the process, and one that is killed has none.
    module.flushCompileCache()
  })
}

/** What is looked after once and not by each worker: the accounts are opened here too, until that is done. */
async function serveWithWorkers(
  config: Config,
  world: World,
  { count, log, prepare }: { readonly count: number; readonly log: Log; readonly prepare: Prepare },
): Promise<RunningService> {
  // What ends the waiting of this one ends that of the workers, and they say so.
  const accounts = await openServedAccounts(config, world, { prepare, giveUp: () => {} })
  void accounts.opened.then(() => accounts.close())
  return startWorkers(config, world, { count, graceMs: GRACE_MS, log })
}

/** Several processes can count one quota only where it is counted outside of them. */
function readWorkers(text: string, { valkeyUrl }: Config, demo: true | undefined): number {
  const count = /^[1-9][0-9]?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(count)) throw new UsageError('--workers takes a whole number from 1 to 99.')
  if (count === 1) return count
  if (demo === true) throw new UsageError('--demo serves with one process; leave --workers out.')
  if (valkeyUrl !== undefined) return count
  throw new UsageError(
    '--workers needs a place outside of the processes where quotas are counted: set BACKLINE_VALKEY_URL ' +
      '(docs/scaling.md), or serve with one process.',
  )
}

/** Game time is that of the dataset; a gateway has its own. */
function refuseGameTime({ gateways }: Config): void {
  if (gateways === undefined) return
  throw new UsageError(
    '--game-time and --game-speed are for the embedded dataset, and a gateway is set (BACKLINE_GATEWAY_…).',
  )
}

/** The demo's key is in a file and on the screen, so nobody but this machine may use it; and it has data of its own. */
function refuseDemo({ listen, adminListen, gateways, databaseUrl }: Config): void {
  if (databaseUrl !== undefined) {
    throw new UsageError(
      '--demo makes a key that is no secret, and the accounts are in a database (BACKLINE_DATABASE_URL). Unset that, or ' +
        'serve without --demo.',
    )
  }
  if (gateways !== undefined) {
    throw new UsageError(
      '--demo answers from a dataset of its own, and a gateway is set (BACKLINE_GATEWAY_…). Unset that, or serve without --demo.',
    )
  }
  for (const [name, { host, port }] of Object.entries({
    LISTEN: listen,
    ADMIN_LISTEN: adminListen,
  })) {
    if (isLoopback(host)) continue
    throw new UsageError(
      `--demo listens on this machine alone, and BACKLINE_${name} is ${host}:${port}. ` +
        'Use 127.0.0.1, or serve without --demo.',
    )
  }
}

async function warnOfDemoKey(config: Config, accounts: AccountDesk): Promise<void> {
  const keyId = await findDemoKey(config, accounts)
  if (keyId === undefined) return
  say(`The demo key ${keyId} is still good here. To end it: npx backline keys revoke ${keyId}`)
}

/** Words for people go to standard error; standard output holds the log. */
function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** It listens, and something that it stands on is not there. */
function waiting({ origin, adminOrigin }: RunningService, stores: ServiceState['stores']): string {
  const away = STORES.filter((store) => stores[store] === 'away').join(' and ')
  return (
    `Backline listens at ${origin}, and answers 503 until its stores are there${away && ` (away: ${away})`}.\n` +
    `Health is at ${adminOrigin}/readyz, metrics at /metrics. Ctrl-C stops.`
  )
}

function banner(
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
    `Look at it: ${origin}/ draws the running event and its history, ${origin}/docs explains everything.`,
    '',
    'Paste this for a real answer:',
    '',
    `  curl -H "Authorization: Bearer ${demo.key}" "${origin}${demo.examplePath}"`,
    '',
    'Then:',
    `  a board that grows  curl -H "Authorization: Bearer ${demo.key}" "${origin}${demo.growingPath(gameNowMs)}"`,
    `  your limits         curl -H "Authorization: Bearer ${demo.key}" ${origin}/api/developer/v1/quota`,
    '  your own key        npx backline keys create --developer me --scopes all --regions all',
    ...(isPortalOpen
      ? ['  into the portal     npx backline developers invite --developer me --operator']
      : []),
    '  all commands        npx backline --help',
    '',
  ].join('\n')
}
