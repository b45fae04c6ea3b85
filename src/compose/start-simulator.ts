import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { FillRandom } from '../domain/fill-random.ts'
import { startGameClock, type GameTime } from '../domain/game-clock.ts'
import type { Gateway } from '../domain/gateway.ts'
import type { Observe } from '../domain/observation.ts'
import { createEmbeddedGateway } from '../gateways/embedded/create-embedded-gateway.ts'
import { createSeededRandom } from '../gateways/embedded/demo/seeded-random.ts'
import { openSimulator, type OpenSimulator } from '../simulator/open-simulator.ts'
import { machine } from './world.ts'

export type { CallReport } from '../simulator/call-counts.ts'
export { parseFaults } from '../simulator/parse-fault.ts'

/** What a simulator is started with. Everything but where its data comes from has a usable default. */
export interface SimulatorOptions {
  /** The path of a dataset, which is only read; or a gateway of the caller's own, who closes it. */
  readonly data: string | Gateway
  /** Any free port unless told. */
  readonly port?: number
  readonly host?: string
  /** The key that calls must carry. Without one it is made of `fillRandom`. */
  readonly key?: string
  readonly seed?: number
  readonly faults?: readonly string[]
  readonly clock?: Clock
  readonly fillRandom?: FillRandom
  readonly observe?: Observe
  /** How game time runs in a dataset where it is not wall time. */
  readonly gameTime?: GameTime | undefined
  readonly limits?: Pick<Config, 'sizes' | 'arenaRanksMax'>
}

/** A simulator that runs, with the key that it wants. */
export interface Simulator extends OpenSimulator {
  readonly key: string
}

/** The limits of a simulator unless told: those that the settings have unless told. */
const LIMITS = {
  arenaRanksMax: 1_000,
  sizes: { boardRows: 100, searchResults: 50, announcements: 200 },
}

/** Starts a simulator in this process. Throws, with everything closed again, when it cannot. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { data, seed = 1, clock = machine.clock, fillRandom = machine.fillRandom } = options
  const { observe = () => {}, limits = LIMITS } = options
  await using opened = new AsyncDisposableStack()
  let gateway = data as Gateway
  if (typeof data === 'string') {
    const gameNowMs = startGameClock(clock, options.gameTime)
    const { sizes } = limits
    const embedded = createEmbeddedGateway({ file: data, clock, gameNowMs, sizes, observe })
    opened.defer(() => embedded.close())
    gateway = embedded
  }
  const key = options.key ?? randomKey(fillRandom)
  const simulator = await openSimulator({
    gateway,
    clock,
    observe,
    key,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    faults: options.faults ?? [],
    randomOf: (stream) => createSeededRandom(seed, `simulator/${stream}`),
    arenaRanksMax: limits.arenaRanksMax,
  })
  opened.defer(() => simulator.close())
  const parts = opened.move()
  return { ...simulator, key, close: () => parts.disposeAsync() }
}

function randomKey(fillRandom: FillRandom): string {
  const bytes = Buffer.alloc(24)
  fillRandom(bytes)
  return bytes.toString('base64url')
}
