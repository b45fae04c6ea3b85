import { join } from 'node:path'
import type { IssuedKey, KeyRequest } from '../../src/access/key-desk.ts'
import { dataPaths } from '../../src/compose/data-paths.ts'
import { openAccountDesk, type AccountDesk } from '../../src/compose/open-account-desk.ts'
import { startService, type RunningService } from '../../src/compose/start-service.ts'
import { machine, type World } from '../../src/compose/world.ts'
import { readConfig, type Config } from '../../src/config.ts'
import type { Observation } from '../../src/domain/observation.ts'
import { REGIONS } from '../../src/domain/region.ts'
import { SCOPES } from '../../src/domain/scope.ts'
import { drawPlainCards } from '../../src/gateways/embedded/demo/cards/plain-cards-for-tests.ts'
import { createDemoDataset } from '../../src/gateways/embedded/demo/create-demo-dataset.ts'

/** The seed of the demo that tests run on. */
export const TEST_SEED = 7

/** A whole service in this process, on free ports, over a data folder of its own. */
export interface TestService {
  readonly service: RunningService
  readonly origin: string
  readonly config: Config
  readonly accounts: AccountDesk
  /** Everything observed so far, unless somebody else observes. */
  readonly observations: readonly Observation[]
  /** Makes a key; what is not said is granted, and limits are out of the way. */
  issueKey(request?: Partial<KeyRequest>): Promise<IssuedKey>
  stop(): Promise<void>
}

/** What a test may put in the place of the usual. */
export interface TestServiceOptions extends Partial<
  Pick<
    World,
    | 'archive'
    | 'clock'
    | 'gameTime'
    | 'gateway'
    | 'history'
    | 'observe'
    | 'openSensors'
    | 'startPainter'
  >
> {
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Game time stands still at noon of 15 June 2026 unless told, so that equal requests have equal answers. */
export const STILL = { startsAtMs: Date.UTC(2026, 5, 15, 12), speed: 0 }

const OUT_OF_THE_WAY = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }

/** Starts a service. Makes the demo dataset when no gateway takes its place. */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const config = readConfig({
    BACKLINE_LISTEN: '127.0.0.1:0',
    BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
    BACKLINE_DATA_DIR: join(options.folder, 'data'),
    // What it reads would be among what a test counts.
    BACKLINE_COLLECT: 'off',
    ...options.environment,
  })
  const observations: Observation[] = []
  const world: World = {
    ...machine,
    observe: options.observe ?? ((observation) => void observations.push(observation)),
    gameTime: options.gameTime ?? STILL,
    ...(options.clock !== undefined && { clock: options.clock }),
    ...(options.openSensors !== undefined && { openSensors: options.openSensors }),
    ...(options.startPainter !== undefined && { startPainter: options.startPainter }),
    ...(options.history !== undefined && { history: options.history }),
    ...(options.archive !== undefined && { archive: options.archive }),
    ...(options.gateway !== undefined && { gateway: options.gateway }),
  }
  const accounts = await openAccountDesk(config, world)
  if (options.gateway === undefined && config.gateways === undefined) {
    const file = dataPaths(config.dataDir).dataset
    await createDemoDataset({ file, seed: TEST_SEED, drawCards: drawPlainCards })
  }
  const service = await startService(config, world)
  return {
    service,
    origin: service.origin,
    config,
    accounts,
    observations,
    issueKey: (request = {}) =>
      accounts.desk.issue({
        developer: `developer of ${crypto.randomUUID()}`,
        application: 'test',
        scopes: SCOPES,
        regions: REGIONS,
        lifetimeMs: undefined,
        limits: OUT_OF_THE_WAY,
        ...request,
      }),
    stop: async () => {
      await service.stop(1_000)
      await accounts.close()
    },
  }
}
