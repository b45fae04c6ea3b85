import { openService, type OpenService } from '../../src/compose/open-service.ts'
import { ownWorld } from './own-world.ts'
import { benchConfig } from './prepare-data.ts'
import type { Settings } from './start-child.ts'

/** The real service, bound to nothing yet, on a copy of the data folder of its own. */
export async function composeService(
  folder: string,
  name: string,
  settings: Settings = {},
): Promise<OpenService> {
  const { own, world } = ownWorld(folder, name, settings)
  return openService(benchConfig(own, settings), world)
}
