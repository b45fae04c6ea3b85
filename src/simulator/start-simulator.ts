import type { DatasetConfig } from '../dataset/dataset-config.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { FillRandom } from '../platform/text/fill-random.ts'
import { startGameClock, type GameTime } from '../game/game-clock.ts'
import type { Gateway } from '../game/gateway.ts'
import type { ObserveDataset } from '../dataset/observations.ts'
import { createEmbeddedGateway } from '../dataset/embedded-gateway.ts'
import { createSeededRandom } from '../platform/text/seeded-random.ts'
import { openSimulator, type OpenSimulator } from './open-simulator.ts'
import { systemPlatform } from '../platform/platform.ts'

export type { CallReport } from './call-counts.ts'
export { parseFaults } from './parse-fault.ts'

/** Options of {@link startSimulator}. All but the data source have defaults. */
export interface SimulatorOptions {
  /** Path of a dataset, opened read-only, or a gateway that the caller closes. */
  readonly data: string | Gateway
  /** Any free port by default. */
  readonly port?: number
  readonly host?: string
  /** Key that calls must send. By default it is generated with `fillRandom`. */
  readonly key?: string
  readonly seed?: number
  readonly faults?: readonly string[]
  readonly clock?: Clock
  readonly fillRandom?: FillRandom
  readonly observe?: ObserveDataset
  /** Game time of a dataset; wall time by default. */
  readonly gameTime?: GameTime | undefined
  readonly limits?: Pick<DatasetConfig, 'sizes' | 'arenaRanksMax'>
}

/** A running simulator with its key. */
export interface Simulator extends OpenSimulator {
  readonly key: string
}

/** Default limits, equal to the defaults of the settings. */
const LIMITS = {
  arenaRanksMax: 10_000,
  sizes: { boardRows: 100, searchResults: 50, announcements: 200 },
}

/** Starts a simulator in this process. When it fails, closes everything and throws. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const {
    data,
    seed = 1,
    clock = systemPlatform.clock,
    fillRandom = systemPlatform.fillRandom,
  } = options
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
