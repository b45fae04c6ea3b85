import process from 'node:process'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { parseFaults, startSimulator, type Simulator } from '../compose/start-simulator.ts'
import { DEMO_PLAYERS_MIN, DEMO_SEED } from '../compose/make-demo-dataset.ts'
import {
  findSimulatorDataset,
  makeSimulatorDemo,
  type SimulatorDataset,
} from '../compose/simulator-dataset.ts'
import { readConfig, type Config, type Environment } from '../config.ts'
import type { Observation } from '../domain/observation.ts'
import { readPlayers, readSeed } from './demo-options.ts'
import { explain, UsageError } from './explain.ts'
import { addGameTimeOptions, readGameTime, type GameTimeOptions } from './game-time-options.ts'
import { isLoopback } from '../domain/is-loopback.ts'

/** The key unless told: nobody but this machine can use it, and all there is to see is what lies on this machine. */
const USUAL_KEY = 'simulator-key-that-anybody-may-know'

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

/** Adds `backline simulate`: a gateway to test against, until it is told to stop. */
export function addSimulate(program: Command, environment: Environment): void {
  const command = program
    .command('simulate')
    .description('run a gateway to test against, over a dataset, with faults (docs/simulator.md)')
    .option('--port <n>', 'the port; 0 takes any free one', '8790')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--key <text>', `the key that calls must carry (without it: ${USUAL_KEY})`)
    .option('--data <dir>', 'the data folder with the dataset, which is only read')
    .option('--demo', 'make a demo dataset in the data folder when it has none')
    .option('--players <n>', 'players of a demo that is made, in all regions together')
    .option('--seed <n>', 'the same seed gives the same faults, and the same demo', `${DEMO_SEED}`)
    .option('--fault <fault>', 'go wrong, such as reset@0.1; as often as you like', gather)
    .option('--latency <ms>', 'answer later: 50, 20-80 or tail-50; as --fault latency=50')
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
  // Before a demo is made, which takes seconds.
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
    observe: tell,
  }).catch((error: unknown) => {
    dataset.remove()
    throw explained(error)
  })
  stopOnSignal(simulator)
  say(banner(simulator, dataset, options))
}

/** The dataset of the data folder; a demo made there, where that is asked for; or one for this run alone. */
async function openDataset(
  config: Config,
  { data, demo, players }: SimulateOptions,
  seed: number,
): Promise<SimulatorDataset> {
  const there = findSimulatorDataset(config)
  if (there !== undefined) {
    if (players === undefined) return there
    throw new UsageError(
      `--players is for a demo that is made, and there is a dataset in ${config.dataDir}.`,
    )
  }
  if (data !== undefined && demo === undefined) {
    throw new UsageError(`There is no dataset in ${data}. With --demo, one is made there.`)
  }
  const wanted = { seed, players: players === undefined ? DEMO_PLAYERS_MIN : readPlayers(players) }
  say(`Making ${demo === undefined ? 'a demo dataset for this run' : 'the demo dataset'} …`)
  const stop = new AbortController()
  const onSignal = () => stop.abort(new UsageError('Stopped while making the demo.'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  try {
    const folder = demo === undefined ? undefined : config
    return await makeSimulatorDemo({ ...wanted, signal: stop.signal }, folder)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError('--port takes a whole number from 0 to 65535.')
}

function readKey({ key, host }: SimulateOptions): string {
  if (key === undefined) {
    if (isLoopback(host)) return USUAL_KEY
    throw new UsageError(`--host ${host} can be reached by others; give a --key of your own.`)
  }
  if (/^(?=.{1,4096}$)[A-Za-z0-9._~+/-]+=*$/.test(key)) return key
  throw new UsageError('--key takes a bearer token: letters, digits and -._~+/, then any =.')
}

function gather(fault: string, before: readonly string[] = []): readonly string[] {
  return [...before, fault]
}

/** An address that is taken is told in the words of this command's own options. */
function explained(error: unknown): unknown {
  const { code, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (code !== 'EADDRINUSE') return error
  return new UsageError(`${address}:${port} is in use by another program. --port takes another.`)
}

function banner(
  { origin, key, faults }: Simulator,
  { file, isTemporary }: SimulatorDataset,
  options: SimulateOptions,
): string {
  const from = isTemporary ? 'a demo for this run' : `the dataset ${resolve(file)}`
  // A key of one's own may be a secret, and this may be the log of a build.
  const shown = options.key === undefined ? key : '<your --key>'
  return [
    `The simulator is ready at ${origin} (over ${from}). Ctrl-C stops.`,
    `  faults: ${faults().join(' ') || 'none'}`,
    '  a server in front of it, in another terminal:',
    `    BACKLINE_GATEWAY_URL=${origin} BACKLINE_GATEWAY_KEY='${shown}' npx backline serve`,
    '  other faults, while it runs:',
    `    curl -X PUT -H 'Authorization: Bearer ${shown}' -d '["maintenance:jp"]' ${origin}/simulator/faults`,
    '  what was called:',
    `    curl -H 'Authorization: Bearer ${shown}' ${origin}/simulator/calls`,
    '',
  ].join('\n')
}

/** Tells of a dataset that was replaced, and of faults of our own. */
function tell(observation: Observation): void {
  if (observation.type === 'fault') say(explain(observation.error))
  else if (observation.type === 'dataset.changed') say('Answers come from a new dataset.')
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Ends on a signal at once: nobody's work is lost with a simulator. */
function stopOnSignal(simulator: Simulator): void {
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
