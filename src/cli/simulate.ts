import process from 'node:process'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import {
  createSimulatorDemo,
  findSimulatorDataset,
  parseFaults,
  startSimulator,
  type Simulator,
  type SimulatorDataset,
} from '../simulator/simulator.ts'
import { DEMO_PLAYERS_MIN, DEMO_SEED } from '../demo/demo.ts'
import { readConfig, type Config } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import type { DatasetObservation } from '../dataset/observations.ts'
import { readPlayers, readSeed } from './options/demo-options.ts'
import { explain, UsageError } from './output/explain-error.ts'
import {
  addGameTimeOptions,
  readGameTime,
  type GameTimeOptions,
} from './options/game-time-options.ts'
import { isLoopback } from '../platform/net/is-loopback.ts'

/**
 * Default key. It is accepted only on loopback addresses, and the simulator serves only local data.
 */
const DEFAULT_KEY = 'simulator-key-that-anybody-may-know'

interface SimulateOptions extends GameTimeOptions {
  readonly port: string
  readonly host: string
  readonly key?: string
  readonly data?: string
  readonly demo?: true
  readonly players?: string
  readonly seed: string
  readonly fault?: readonly string[]
  readonly latency?: string
}

/** Adds `backline simulate`, which runs a test gateway with faults until it receives a signal. */
export function addSimulate(program: Command, environment: Environment): void {
  const command = program
    .command('simulate')
    .description('run a test gateway with fault injection over a dataset (docs/simulator.md)')
    .option('--port <n>', 'the port; 0 uses any free port', '8790')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--key <text>', `the key that calls must send (default: ${DEFAULT_KEY})`)
    .option('--data <dir>', 'the data folder with the dataset, opened read-only')
    .option('--demo', 'create a demo dataset in the data folder when it has none')
    .option('--players <n>', 'total players of a created demo')
    .option('--seed <n>', 'random seed of the faults and of a created demo', `${DEMO_SEED}`)
    .option('--fault <fault>', 'inject a fault, such as reset@0.1; repeatable', collectFaults)
    .option('--latency <ms>', 'delay replies: 50, 20-80 or tail-50; same as --fault latency=50')
  addGameTimeOptions(command).action((options: SimulateOptions) => simulate(options, environment))
}

async function simulate(options: SimulateOptions, environment: Environment): Promise<void> {
  const { data, fault = [], latency } = options
  const config = readConfig({
    ...environment,
    ...(data !== undefined && { BACKLINE_DATA_DIR: data }),
  })
  const gameTime = readGameTime(options)
  const seed = readSeed(options.seed)
  const faults = [...fault, ...(latency === undefined ? [] : [`latency=${latency}`])]
  // Validates the faults before creating a demo, which takes seconds.
  parseFaults(faults)
  const [host, port, key] = [options.host, readPort(options.port), readKey(options)]
  const dataset = await openDataset(config, options, seed)
  process.once('exit', dataset.remove)
  const simulator = await startSimulator({
    data: dataset.file,
    host,
    port,
    key,
    seed,
    faults,
    gameTime,
    limits: config,
    observe: printObservation,
  }).catch((error: unknown) => {
    dataset.remove()
    throw toUsageError(error)
  })
  stopOnSignal(simulator)
  printMessage(banner(simulator, dataset, options))
}

/**
 * Returns the dataset of the data folder, a demo created existing on request, or a temporary one.
 */
async function openDataset(
  config: Config,
  { data, demo, players }: SimulateOptions,
  seed: number,
): Promise<SimulatorDataset> {
  const existing = findSimulatorDataset(config)
  if (existing !== undefined) {
    if (players === undefined) return existing
    throw new UsageError(
      `--players is for a new demo, but ${config.dataDir} already has a dataset.`,
    )
  }
  if (data !== undefined && demo === undefined) {
    throw new UsageError(`There is no dataset in ${data}. Add --demo to create one there.`)
  }
  const wanted = { seed, players: players === undefined ? DEMO_PLAYERS_MIN : readPlayers(players) }
  printMessage(`Creating ${demo === undefined ? 'a temporary demo dataset' : 'the demo dataset'} …`)
  const stop = new AbortController()
  const onSignal = () => stop.abort(new UsageError('Canceled while creating the demo.'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  try {
    const isTemporary = demo === undefined
    return await createSimulatorDemo({ ...wanted, signal: stop.signal }, config, { isTemporary })
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError('--port takes an integer from 0 to 65535.')
}

function readKey({ key, host }: SimulateOptions): string {
  if (key === undefined) {
    if (isLoopback(host)) return DEFAULT_KEY
    throw new UsageError(`--host ${host} is reachable from other machines. Set your own --key.`)
  }
  if (/^(?=.{1,4096}$)[A-Za-z0-9._~+/-]+=*$/.test(key)) return key
  throw new UsageError('--key takes a bearer token: letters, digits and -._~+/, then any =.')
}

function collectFaults(fault: string, before: readonly string[] = []): readonly string[] {
  return [...before, fault]
}

/** Converts an error for a used address into one that names this command's options. */
function toUsageError(error: unknown): unknown {
  const { code, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (code !== 'EADDRINUSE') return error
  return new UsageError(`${address}:${port} is already in use. --port takes another.`)
}

function banner(
  { origin, key, faults }: Simulator,
  { file, isTemporary }: SimulatorDataset,
  options: SimulateOptions,
): string {
  const from = isTemporary ? 'a temporary demo' : `the dataset ${resolve(file)}`
  // A given key may be secret, and the output may be in a build log.
  const shown = options.key === undefined ? key : '<your --key>'
  return [
    `The simulator is ready at ${origin} (over ${from}). Ctrl-C stops.`,
    `  faults: ${faults().join(' ') || 'none'}`,
    '  start a server that uses it, in another terminal:',
    `    BACKLINE_GATEWAY_URL=${origin} BACKLINE_GATEWAY_KEY='${shown}' npx backline serve`,
    '  change the faults while it runs:',
    `    curl -X PUT -H 'Authorization: Bearer ${shown}' -d '["maintenance:jp"]' ${origin}/simulator/faults`,
    '  list the calls:',
    `    curl -H 'Authorization: Bearer ${shown}' ${origin}/simulator/calls`,
    '',
  ].join('\n')
}

/** Prints dataset changes and internal errors. */
function printObservation(observation: DatasetObservation): void {
  if (observation.type === 'fault') printMessage(explain(observation.error))
  else if (observation.type === 'dataset.changed')
    printMessage('The dataset was replaced. New replies use the new one.')
}

function printMessage(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Exits on a signal at once: the simulator has no state to save. */
function stopOnSignal(simulator: Simulator): void {
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
