import { existsSync } from 'node:fs'
import type { Config } from './config/read-config.ts'
import { startGameClock } from '../game/game-clock.ts'
import type { Gateway, CoalescingGateway } from '../game/gateway.ts'
import { normalizeGateway } from '../upstream/normalizing-gateway.ts'
import { createEmbeddedGateway } from '../dataset/embedded-gateway.ts'
import { observeCalls } from '../upstream/observe-calls.ts'
import { rateLimitGateway, type RateLimitedGateway } from '../upstream/rate-limit.ts'
import { createThreadBudgets, type ThreadBudget } from '../upstream/thread-budget.ts'
import type { Region } from '../game/region.ts'
import { coalesceCalls } from '../upstream/single-flight-gateway.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { openMessageParser } from '../upstream/open-message-parser.ts'
import type { AppPlatform } from './app-platform.ts'

/** The gateway as the rest of the program uses it, with the number of calls in flight. */
export interface OpenGateway extends CoalescingGateway {
  load: RateLimitedGateway['load']
}

/**
 * Opens the configured gateway with its decorators: messages are normalized, calls are observed,
 * rate-limited and coalesced. Throws if there is neither a gateway nor a dataset.
 */
export async function openGateway(config: Config, platform: AppPlatform): Promise<OpenGateway> {
  const { clock, observe } = platform
  // The embedded gateway answers synchronously.
  const budgets =
    config.gateways === undefined
      ? undefined
      : createThreadBudgets({ clock, observe, percent: config.gatewayThreadPercent })
  const adapter = platform.gateway ?? (await openAdapter(config, platform, budgets))
  const normalizing = normalizeGateway(adapter, { clock, observe, budgets })
  const observed = observeCalls(normalizing, clock, observe)
  const rateLimited = rateLimitGateway(observed, { clock, observe, ...config.gatewayPace })
  const coalescing = coalesceCalls(rateLimited, { clock, deadlineMs: config.gatewayDeadlineMs })
  return { ...coalescing, load: rateLimited.load }
}

async function openAdapter(
  config: Config,
  platform: AppPlatform,
  budgets: Readonly<Record<Region, ThreadBudget>> | undefined,
): Promise<Gateway> {
  const { gateways: addresses, gatewayPace } = config
  if (addresses === undefined) return openDataset(config, platform)
  // Loaded on demand: the HTTP client takes longer to load than the rest, and most processes do not
  // need it.
  const { createHttpGateway } = await import('../upstream/http/http-gateway.ts')
  const { clock, observe } = platform
  return createHttpGateway({
    addresses,
    connections: gatewayPace.inFlightMax,
    clock,
    observe,
    openParser: () => openMessageParser(clock),
    ...(budgets !== undefined && { budgets }),
  })
}

function openDataset(
  { dataDir, sizes }: Config,
  { clock, observe, gameTime }: AppPlatform,
): Gateway {
  const file = dataPaths(dataDir).dataset
  if (!existsSync(file)) {
    throw new Error(
      `There is no dataset in ${dataDir}. Import one with "backline data import", ` +
        'generate a demo with "backline serve --demo", or set BACKLINE_GATEWAY_URL to use a gateway.',
    )
  }
  const gameNowMs = startGameClock(clock, gameTime)
  return createEmbeddedGateway({ file, clock, gameNowMs, sizes, observe })
}
