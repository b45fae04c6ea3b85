import { join } from 'node:path'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig, type Config } from '../../src/app/config/read-config.ts'
import { REGIONS } from '../../src/game/region.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { createDemoDataset } from '../../src/demo/demo-dataset.ts'
import type { Options } from './start-child.ts'

/** Limits of a developer that are never reached. */
const LIMITS = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }

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
  const [key] = await prepareKeys(config, { names: ['bench'], keysEach: 1 })
  if (key === undefined) throw new Error('No key was created.')
  return key
}

/** The developers to create, and how many keys each gets. */
export interface KeyOwners {
  readonly names: readonly string[]
  readonly keysEach: number
}

/** Creates keys whose limits are never reached. Returns them, those of a developer together. */
export async function prepareKeys(
  config: Config,
  { names, keysEach }: KeyOwners,
): Promise<readonly string[]> {
  const { keys: service, close } = await openAccountService(config, systemPlatform)
  const keys: string[] = []
  try {
    for (const developer of names) {
      for (let nth = 0; nth < keysEach; nth += 1) {
        const { text } = await service.issue({
          developer,
          application: 'bench',
          scopes: SCOPES,
          regions: REGIONS,
          lifetimeMs: undefined,
          limits: nth === 0 ? LIMITS : {},
        })
        keys.push(text)
      }
    }
    return keys
  } finally {
    await close()
  }
}
