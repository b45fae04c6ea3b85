import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { startGameClock } from '../domain/game-clock.ts'
import type { Gateway, SharedGateway } from '../domain/gateway.ts'
import { closeGateway } from '../gateways/close.ts'
import { createEmbeddedGateway } from '../gateways/embedded/create-embedded-gateway.ts'
import { observeCalls } from '../gateways/observe-calls.ts'
import { paceGateway, type PacedGateway } from '../gateways/pace.ts'
import { shareCalls } from '../gateways/share.ts'
import { dataPaths } from './data-paths.ts'
import type { World } from './world.ts'

/** The gateway as the rest of the program reads it, and how many calls there are. */
export interface OpenGateway extends SharedGateway {
  load: PacedGateway['load']
}

/**
 * Opens the gateway that the settings name, with all that stands around every one: its messages closed, its calls
 * observed, paced and shared. Throws when there is neither a gateway nor a dataset.
 */
export async function openGateway(config: Config, world: World): Promise<OpenGateway> {
  const { clock, observe } = world
  const adapter = world.gateway ?? (await openAdapter(config, world))
  const closed = observeCalls(closeGateway(adapter, { clock, observe }), clock, observe)
  const paced = paceGateway(closed, { clock, observe, ...config.gatewayPace })
  const shared = shareCalls(paced, { clock, deadlineMs: config.gatewayDeadlineMs })
  return { ...shared, load: paced.load }
}

async function openAdapter(config: Config, world: World): Promise<Gateway> {
  const { gateways: addresses, gatewayPace } = config
  if (addresses === undefined) return openDataset(config, world)
  // Its HTTP client takes longer to load than all else, and most never need it.
  const { createRemoteGateway } = await import('../gateways/remote/create-remote-gateway.ts')
  const { clock, observe } = world
  return createRemoteGateway({ addresses, connections: gatewayPace.inFlightMax, clock, observe })
}

function openDataset({ dataDir, sizes }: Config, { clock, observe, gameTime }: World): Gateway {
  const file = dataPaths(dataDir).dataset
  if (!existsSync(file)) {
    throw new Error(
      `There is no dataset in ${dataDir}. "backline data import" takes one in, ` +
        '"backline serve --demo" makes one to try things with, and BACKLINE_GATEWAY_URL names a gateway instead.',
    )
  }
  const gameNowMs = startGameClock(clock, gameTime)
  return createEmbeddedGateway({ file, clock, gameNowMs, sizes, observe })
}
