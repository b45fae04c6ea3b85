import { openService, type OpenService } from '../../src/app/open-service.ts'
import { benchPlatform } from './bench-platform.ts'
import { benchConfig } from './prepare-data.ts'
import type { Options } from './start-child.ts'

/** Opens the service without a listener, on its own copy of the data folder. */
export async function composeService(
  folder: string,
  name: string,
  settings: Options = {},
): Promise<OpenService> {
  const { own, world: platform } = benchPlatform(folder, name, settings)
  return openService(benchConfig(own, settings), platform)
}
