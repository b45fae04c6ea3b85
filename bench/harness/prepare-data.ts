import { join } from 'node:path'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig, type Config } from '../../src/app/config/read-config.ts'
import { REGIONS } from '../../src/game/region.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { createDemoDataset } from '../../src/demo/demo-dataset.ts'
import type { Options } from './start-child.ts'

/** Returns the environment variables of a service whose files are all in `folder`. */
export function benchSettings(folder: string, settings: Options = {}): Options {
  return {
    BACKLINE_LISTEN: '127.0.0.1:0',
    BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
    BACKLINE_DATA_DIR: join(folder, 'data'),
    ...settings,
  }
}

/** Returns the configuration for {@link benchSettings}. */
export function benchConfig(folder: string, settings: Options = {}): Config {
  return readConfig(benchSettings(folder, settings))
}

/** Creates the demo dataset and a key. Returns the key. */
export async function prepareData(folder: string): Promise<string> {
  const config = benchConfig(folder)
  const key = await prepareKey(config)
  await createDemoDataset({ file: dataPaths(config.dataDir).dataset, seed: 1 })
  return key
}

/** Creates a key whose limits are never reached. Returns it. */
export async function prepareKey(config: Config): Promise<string> {
  const { keys: service, close } = await openAccountService(config, systemPlatform)
  try {
    const { text } = await service.issue({
      developer: 'bench',
      application: 'bench',
      scopes: SCOPES,
      regions: REGIONS,
      lifetimeMs: undefined,
      limits: { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 },
    })
    return text
  } finally {
    await close()
  }
}
