import { join } from 'node:path'
import { dataPaths } from '../../src/compose/data-paths.ts'
import { openAccountDesk } from '../../src/compose/open-account-desk.ts'
import { machine } from '../../src/compose/world.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { REGIONS } from '../../src/domain/region.ts'
import { SCOPES } from '../../src/domain/scope.ts'
import { createDemoDataset } from '../../src/gateways/embedded/demo/create-demo-dataset.ts'
import type { Settings } from './start-child.ts'

/** The settings of a service whose files are all in `folder`, as variables of its process. */
export function benchSettings(folder: string, settings: Settings = {}): Settings {
  return {
    BACKLINE_LISTEN: '127.0.0.1:0',
    BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
    BACKLINE_DATA_DIR: join(folder, 'data'),
    ...settings,
  }
}

/** The same as a service in this process reads them. */
export function benchConfig(folder: string, settings: Settings = {}): Config {
  return readConfig(benchSettings(folder, settings))
}

/** Makes the demo dataset and a key. Returns the key. */
export async function prepareData(folder: string): Promise<string> {
  const config = benchConfig(folder)
  const key = await prepareKey(config)
  await createDemoDataset({ file: dataPaths(config.dataDir).dataset, seed: 1 })
  return key
}

/** Makes a key whose limits are out of the way. */
export async function prepareKey(config: Config): Promise<string> {
  const { desk, close } = await openAccountDesk(config, machine)
  try {
    const { text } = await desk.issue({
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
