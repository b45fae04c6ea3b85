import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import { removeLeftovers } from './replace-file.ts'
import { lockDataset } from '../platform/files/lock-data-directory.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../platform/files/prepare-data-directory.ts'

/**
 * Runs one change of the dataset of a data folder, which is created when missing; `change` receives
 * the path of the dataset. Every replacement of a dataset goes through this function, so that
 * concurrent changes cannot lose each other; throws when another change is in progress. First
 * removes the leftovers of a killed change.
 */
export async function changeDataset<Result>(
  config: Pick<DatabaseConfig, 'dataDir'>,
  change: (file: string) => Promise<Result>,
): Promise<Result> {
  prepareDataDirectory(config)
  const { dataDir } = config
  const release = lockDataset(dataDir)
  try {
    const file = dataPaths(dataDir).dataset
    await removeLeftovers(file)
    return await change(file)
  } finally {
    release()
  }
}
