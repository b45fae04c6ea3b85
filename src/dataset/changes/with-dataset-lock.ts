import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { removeTemporaryFiles } from './replace-file.ts'
import { lockDataset } from '../../platform/files/lock-data-directory.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'

/**
 * Runs a change of the dataset of a data directory while holding its lock; `change` receives the
 * path of the dataset. Creates a missing directory and removes temporary files of killed changes
 * first. Every replacement of a dataset goes through this function, so that concurrent changes
 * cannot overwrite each other. Throws when another change is in progress.
 */
export async function withDatasetLock<Result>(
  config: Pick<DatabaseConfig, 'dataDir'>,
  change: (file: string) => Promise<Result>,
): Promise<Result> {
  prepareDataDirectory(config)
  const { dataDir } = config
  const release = lockDataset(dataDir)
  try {
    const file = dataPaths(dataDir).dataset
    await removeTemporaryFiles(file)
    return await change(file)
  } finally {
    release()
  }
}
