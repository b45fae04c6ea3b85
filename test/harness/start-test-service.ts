import { globalAgent } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { IssuedKey, KeyRequest } from '../../src/accounts/keys/key-service.ts'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { openAccountService, type AccountService } from '../../src/accounts/open-account-service.ts'
import { startService, type RunningService } from '../../src/app/start-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { AppPlatform } from '../../src/app/app-platform.ts'
import { readConfig, type Config } from '../../src/app/config/read-config.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import type { Observation } from '../../src/app/telemetry/observations.ts'
import { REGIONS } from '../../src/game/region.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { closeIdleConnections } from './close-idle-connections.ts'
import { copyTestDataset } from './copy-test-dataset.ts'
import type { ManualClock } from './manual-clock.ts'

/** A complete service in this process, on free ports, with its own data folder. */
export interface TestService {
  readonly service: RunningService
  readonly origin: string
  readonly config: Config
  readonly accounts: AccountService
  /** Everything observed so far, unless the options have `observe`. */
  readonly observations: readonly Observation[]
  /** Issues a key; by default with every grant and very high limits. */
  readonly issueKey: (request?: Partial<KeyRequest>) => Promise<IssuedKey>
  readonly stop: () => Promise<void>
}

/** Replacements for parts of the platform. */
export interface TestServiceOptions extends Partial<
  Pick<
    AppPlatform,
    | 'archive'
    | 'clock'
    | 'gameTime'
    | 'gateway'
    | 'history'
    | 'observe'
    | 'openSensors'
    | 'startChartRenderer'
  >
> {
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Game time stands still at noon of 15 June 2026 by default, so that equal requests have equal
 * answers.
 */
export const STILL = { startsAtMs: Date.UTC(2026, 5, 15, 12), speed: 0 }

const UNREACHED_LIMITS = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }

/** Starts a service. Creates the demo dataset unless a gateway replaces it. */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const config = readConfig({
    BACKLINE_LISTEN: '127.0.0.1:0',
    BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
    BACKLINE_DATA_DIR: join(options.folder, 'data'),
    // Its reads would be among those that tests count.
    BACKLINE_COLLECT: 'off',
    // A busy machine delays this process, and only tests that measure the delay expect 503 for it.
    ...(options.openSensors === undefined && { BACKLINE_EVENT_LOOP_DELAY_MS: '0' }),
    ...options.environment,
  })
  const observations: Observation[] = []
  const platform: AppPlatform = {
    ...systemPlatform,
    observe: options.observe ?? ((observation) => void observations.push(observation)),
    gameTime: options.gameTime ?? STILL,
    ...(options.clock !== undefined && { clock: options.clock }),
    ...(options.openSensors !== undefined && { openSensors: options.openSensors }),
    ...(options.startChartRenderer !== undefined && {
      startChartRenderer: options.startChartRenderer,
    }),
    ...(options.history !== undefined && { history: options.history }),
    ...(options.archive !== undefined && { archive: options.archive }),
    ...(options.gateway !== undefined && { gateway: options.gateway }),
  }
  const accounts = await openAccountService(config, platform)
  if (options.gateway === undefined && config.gateways === undefined) {
    const file = dataPaths(config.dataDir).dataset
    await copyTestDataset(file)
  }
  const service = await startService(config, platform)
  return {
    service,
    origin: service.origin,
    config,
    accounts,
    observations,
    issueKey: (request = {}) =>
      accounts.keys.issue({
        developer: `developer of ${crypto.randomUUID()}`,
        application: 'test',
        scopes: SCOPES,
        regions: REGIONS,
        lifetimeMs: undefined,
        limits: UNREACHED_LIMITS,
        ...request,
      }),
    stop: async () => {
      await stopAtOnce(service, options.clock)
      await accounts.close()
    },
  }
}

/** Stops a service without clients, skipping the grace period of idle connections. */
async function stopAtOnce(service: RunningService, clock: Clock | undefined): Promise<void> {
  for (const sockets of Object.values(globalAgent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy()
  }
  closeIdleConnections()
  const stopping = { hasEnded: false }
  const stopped = service.stop(1_000).finally(() => (stopping.hasEnded = true))
  // On a manual clock, the grace period of other connections would never end.
  for (let step = 0; step < 40 && !stopping.hasEnded && isManual(clock); step += 1) {
    await setTimeout(5)
    clock.advance(50)
  }
  await stopped
}

function isManual(clock: Clock | undefined): clock is ManualClock {
  return clock !== undefined && 'advance' in clock
}
